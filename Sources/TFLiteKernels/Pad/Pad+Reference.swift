/// The specification of PAD: the border everywhere, then the input's rows in their places.
///
/// Source: `tflite/kernels/internal/reference/pad.h`.
extension Pad {
  func runReference(_ call: OperatorCall) {
    let output = call.outputBytes(0)
    let count = outputShape.reduce(1, *)
    for index in 0..<count * elementSize {
      output.storeBytes(of: border[index % elementSize], toByteOffset: index, as: UInt8.self)
    }
    guard inputShape.reduce(1, *) > 0 else { return }
    copyRows(axis: 0, from: call.inputBytes(0), to: output)
  }

  private func copyRows(axis: Int, from input: UnsafeRawPointer, to output: UnsafeMutableRawPointer) {
    guard axis < inputShape.count else {
      output.copyMemory(from: input, byteCount: elementSize)
      return
    }
    let inputStep = inputShape[(axis + 1)...].reduce(elementSize, *)
    let outputStep = outputShape[(axis + 1)...].reduce(elementSize, *)
    let first = output + paddingsBefore[axis] * outputStep
    if inputStep == outputStep {
      first.copyMemory(from: input, byteCount: inputShape[axis] * inputStep)
      return
    }
    for index in 0..<inputShape[axis] {
      copyRows(axis: axis + 1, from: input + index * inputStep, to: first + index * outputStep)
    }
  }
}
