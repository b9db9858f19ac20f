/// The specification of PAD and PADV2: the border everywhere, then the input's elements in their places.
///
/// Source: `tflite/kernels/internal/reference/pad.h`.
extension Pad {
  func runReference(_ call: OperatorCall) {
    let output = call.outputBytes(0)
    let count = outputShape.wrappingProduct
    if let border {
      border.withUnsafeBytes { output.fill(with: $0, count: count) }
    } else {
      output.fill(with: UnsafeRawBufferPointer(start: call.inputBytes(2), count: elementSize), count: count)
    }
    guard !copy.isEmpty else { return }
    copy.run(from: call.inputBytes(0), to: output, workers: call.workers)
  }
}
