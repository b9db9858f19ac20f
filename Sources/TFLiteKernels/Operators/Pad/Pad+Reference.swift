/// The specification of PAD and PADV2: the border everywhere, then the input's elements in their places.
///
/// Source: `tflite/kernels/internal/reference/pad.h`.
extension Pad {
  func runReference(_ call: OperatorCall) {
    let output = call.outputBytes(0)
    call.workers.forEachRange(of: outputShape.wrappingProduct, minimumCount: 1 << 13) { elements in
      let part = output + elements.lowerBound * elementSize
      if let border {
        border.withUnsafeBytes { part.fill(with: $0, count: elements.count, call.workers) }
      } else {
        part.fill(
          with: UnsafeRawBufferPointer(start: call.inputBytes(2), count: elementSize), count: elements.count,
          call.workers)
      }
    }
    guard !copy.isEmpty else { return }
    copy.run(from: call.inputBytes(0), to: output, workers: call.workers)
  }
}
