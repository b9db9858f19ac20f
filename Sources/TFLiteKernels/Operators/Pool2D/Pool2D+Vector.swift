import TFLiteMicrokernels

/// AVERAGE_POOL_2D and MAX_POOL_2D of 8-bit values by microkernels.
struct VectorPool2D: Sendable {
  private let kernels: any PoolingMicrokernels.Type
  private let rows: PooledRows
  private let shape: Microkernels.ConvolutionShape
  private let kind: PoolingKind
  private let range: ClosedRange<Int32>
  private let isSigned: Bool

  /// nil where plain loops have to do.
  init?<Element: QuantizedInteger>(_ context: OperatorContext, _ pool: Pool2D<Element>) {
    rows = PooledRows(batches: pool.batches, window: pool.window, channels: pool.channels, elementSize: 1)
    // Sums of more pixels are not exact in float32.
    guard let kernels = context.microkernelsForActivation?.pooling, rows.pixels < 1 << 16 else { return nil }
    self.kernels = kernels
    shape = pool.window.convolutionShape(
      channels: pool.channels, inputPixelStride: pool.channels, outputPixelStride: pool.channels)
    kind = pool.kind
    range = pool.range
    isSigned = Element.isSigned
  }

  func run(_ call: OperatorCall) {
    rows.forEachImage(call) { input, output, rows in
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
}

/// The output rows of all images, shared by threads.
struct PooledRows: Sendable {
  /// The pixels of the largest window within the image.
  let pixels: Int
  private let batches: Int
  private let rowsOfImage: Int
  /// The bytes of an image.
  private let input: Int
  private let output: Int
  /// Elements that are combined for an output row.
  private let workOfRow: Int

  init(batches: Int, window: Window, channels: Int, elementSize: Int) {
    let (vertical, horizontal) = (window.vertical, window.horizontal)
    pixels = min(vertical.windowSize, vertical.inputSize) * min(horizontal.windowSize, horizontal.inputSize)
    self.batches = batches
    rowsOfImage = vertical.outputSize
    input = vertical.inputSize * horizontal.inputSize * channels * elementSize
    output = vertical.outputSize * horizontal.outputSize * channels * elementSize
    workOfRow = horizontal.outputSize * channels * pixels * elementSize
  }

  /// Calls `body` with images and with rows of each of them.
  func forEachImage(
    _ call: OperatorCall,
    _ body: (_ input: UnsafeRawPointer, _ output: UnsafeMutableRawPointer, _ rows: Range<Int>) -> Void
  ) {
    call.workers.forEachRange(of: batches * rowsOfImage, minimumCount: (1 << 17) / max(workOfRow, 1) + 1) { rows in
      var next = rows.lowerBound
      while next < rows.upperBound {
        let (batch, first) = next.quotientAndRemainder(dividingBy: rowsOfImage)
        let last = min(rowsOfImage, first + rows.upperBound - next)
        body(call.inputBytes(0) + batch * input, call.outputBytes(0) + batch * output, first..<last)
        next += last - first
      }
    }
  }
}
