import TFLiteMicrokernels

/// AVERAGE_POOL_2D and MAX_POOL_2D of 8-bit values by microkernels.
struct VectorPool2D: Sendable {
  private let kernels: any PoolingMicrokernels.Type
  private let batches: Int
  private let window: Window
  /// The pixels of the largest window within the image.
  private let pixels: Int
  private let shape: Microkernels.ConvolutionShape
  private let kind: PoolingKind
  private let range: ClosedRange<Int32>
  private let isSigned: Bool

  /// nil where plain loops have to do.
  init?<Element: QuantizedInteger>(_ context: OperatorContext, _ pool: Pool2D<Element>) {
    let (vertical, horizontal) = (pool.window.vertical, pool.window.horizontal)
    // Sums of more pixels are not exact in float32.
    pixels =
      min(vertical.windowSize, vertical.inputSize) * min(horizontal.windowSize, horizontal.inputSize)
    guard let kernels = context.microkernelsForActivation?.pooling, pixels < 1 << 16 else { return nil }
    self.kernels = kernels
    batches = pool.batches
    window = pool.window
    shape = pool.window.convolutionShape(
      channels: pool.channels, inputPixelStride: pool.channels, outputPixelStride: pool.channels)
    kind = pool.kind
    range = pool.range
    isSigned = Element.isSigned
  }

  func run(_ call: OperatorCall) {
    let (vertical, horizontal) = (window.vertical, window.horizontal)
    let inputImage = vertical.inputSize * shape.inputRowStride
    let outputImage = vertical.outputSize * shape.outputRowStride
    let workOfRow = horizontal.outputSize * shape.channels * pixels
    call.workers.forEachRange(of: batches * vertical.outputSize, minimumCount: (1 << 17) / workOfRow + 1) { rows in
      var next = rows.lowerBound
      while next < rows.upperBound {
        let (batch, first) = next.quotientAndRemainder(dividingBy: vertical.outputSize)
        let last = min(vertical.outputSize, first + rows.upperBound - next)
        pool(call.inputBytes(0) + batch * inputImage, call.outputBytes(0) + batch * outputImage, rows: first..<last)
        next += last - first
      }
    }
  }

  private func pool(_ input: UnsafeRawPointer, _ output: UnsafeMutableRawPointer, rows: Range<Int>) {
    switch kind {
    case .average:
      kernels.averagePool(
        shape, input: input, output: output, isSigned: isSigned, lower: range.lowerBound, upper: range.upperBound,
        rows: rows)
    case .max:
      kernels.maxPool(
        shape, input: input, output: output, isSigned: isSigned, lower: range.lowerBound, upper: range.upperBound,
        rows: rows)
    }
  }
}
