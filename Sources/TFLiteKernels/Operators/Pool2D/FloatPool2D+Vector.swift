import TFLiteMicrokernels

/// Pooling of float32 values by microkernels.
struct VectorFloatPool2D: Sendable {
  private let kernels: any PoolingMicrokernels.Type
  private let rows: PooledRows
  private let shape: Microkernels.ConvolutionShape
  private let kind: FloatPoolingKind
  private let range: ActivationBounds<Float>

  /// nil where plain loops have to do.
  init?(_ context: OperatorContext, _ pool: FloatPool2D) {
    guard let kernels = context.microkernelsForActivation?.pooling else { return nil }
    self.kernels = kernels
    rows = PooledRows(batches: pool.batches, window: pool.window, channels: pool.channels, elementSize: 4)
    guard !rows.areLong else { return nil }
    shape = pool.window.convolutionShape(
      channels: pool.channels, inputPixelStride: pool.channels, outputPixelStride: pool.channels)
    kind = pool.kind
    range = pool.range
  }

  func run(_ call: OperatorCall) {
    rows.forEachImage(call) { input, output, rows in
      let (lower, upper) = (range.low, range.high)
      switch kind {
      case .average:
        kernels.averagePoolFloat(shape, input: input, output: output, lower: lower, upper: upper, rows: rows)
      case .max: kernels.maxPoolFloat(shape, input: input, output: output, lower: lower, upper: upper, rows: rows)
      case .l2: kernels.l2PoolFloat(shape, input: input, output: output, lower: lower, upper: upper, rows: rows)
      }
    }
  }
}
