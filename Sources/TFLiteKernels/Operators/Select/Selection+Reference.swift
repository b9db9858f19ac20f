/// The specification of SELECT and SELECT_V2: every element is copied from one tensor or the other.
///
/// Source: `tflite/kernels/internal/reference/select.h`.
extension Selection {
  func runReference<Element>(_ call: OperatorCall, _ element: Element.Type) {
    let condition = call.input(0, as: TruthValue.self)
    let first = call.input(1, as: element)
    let second = call.input(2, as: element)
    let output = call.output(0, as: element)
    let steps = broadcast.rowSteps
    broadcast.forEachRow(sharedBy: call.workers) { position, operands, count in
      for index in 0..<count {
        output[position + index] =
          condition[operands[0] + index * steps[0]].isTrue
          ? first[operands[1] + index * steps[1]] : second[operands[2] + index * steps[2]]
      }
    }
  }
}
