/// The specification of ADD_N: the tensors are added one after the other; sums that are infinite become the largest
/// finite numbers.
///
/// Source: `tflite/kernels/internal/optimized/optimized_ops.h`, AddN, with one thread.
extension AddN {
  func runReference<Element: ArithmeticElement>(_ call: OperatorCall, _ element: Element.Type) {
    let output = call.output(0, as: element)
    let count = outputShape.reduce(1, *)
    let bounds = ActivationBounds<Element>.all
    call.outputBytes(0).copyMemory(
      from: call.inputBytes(0), byteCount: count * MemoryLayout<Element>.stride, call.workers)
    // One for all inputs: there may be very many short ones.
    var watch = call.stopWatch
    for position in 1..<inputCount {
      let input = call.input(position, as: element)
      watch.forEachPart(of: 0..<count) { part in
        for index in part { output[index] = bounds.clamp(output[index].plus(input[index])) }
      }
      if watch.isOver(after: 1) { return }
    }
  }
}
