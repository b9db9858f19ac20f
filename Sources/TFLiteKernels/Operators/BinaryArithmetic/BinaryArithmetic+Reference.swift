/// The specification of operators on pairs of elements; the arithmetic of each stands in its ``BinaryOperation``.
///
/// Source: `tflite/kernels/internal/reference/broadcast_loop.h` and `binary_function.h`. Broadcasting does not change
/// the arithmetic.
func runReference<Operation: BinaryOperation>(_ call: OperatorCall, _ broadcast: Broadcast, _ operation: Operation) {
  let left = call.input(0, as: Operation.Input.self)
  let right = call.input(1, as: Operation.Input.self)
  let output = call.output(0, as: Operation.Output.self)
  let (leftRepeats, rightRepeats) = (broadcast.rowSteps[0] == 0, broadcast.rowSteps[1] == 0)
  broadcast.forEachRow(sharedBy: call.workers) { position, operands, count in
    let (left, right, output) = (left + operands[0], right + operands[1], output + position)
    // Three loops, so that each can use vector instructions.
    if leftRepeats {
      let value = left.pointee
      for index in 0..<count { output[index] = operation(value, right[index]) }
    } else if rightRepeats {
      let value = right.pointee
      for index in 0..<count { output[index] = operation(left[index], value) }
    } else {
      for index in 0..<count { output[index] = operation(left[index], right[index]) }
    }
  }
}

/// An operation that is called for each element instead of being part of three loops, which takes a tenth of the code: for
/// plain loops on bytes, which run where no microkernel may, and for types that few models have where they stand.
struct CalledOperation<Operation: BinaryOperation>: BinaryOperation {
  let operation: Operation

  @inline(never)
  func callAsFunction(_ left: Operation.Input, _ right: Operation.Input) -> Operation.Output { operation(left, right) }
}
