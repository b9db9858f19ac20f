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
    guard Element.bitWidth == 8 else { return nil }
    rows = PooledRows(batches: pool.batches, window: pool.window, channels: pool.channels, elementSize: 1)
    // Sums of more pixels are not exact in float32.
    guard let kernels = context.microkernelsForActivation?.pooling, rows.pixels < 1 << 16, !rows.areLong else {
      return nil
    }
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
