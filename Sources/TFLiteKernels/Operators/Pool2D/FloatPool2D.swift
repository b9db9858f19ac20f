import TFLiteSchema

/// AVERAGE_POOL_2D, MAX_POOL_2D and L2_POOL_2D in float32.
struct FloatPool2D: TotalOperator {
  let batches: Int
  let channels: Int
  let window: Window
  let kind: FloatPoolingKind
  let range: ActivationBounds<Float>
  /// nil where plain loops have to do.
  var vector: VectorFloatPool2D?

  var outputShapes: [[Int]] { [[batches, window.vertical.outputSize, window.horizontal.outputSize, channels]] }
  var path: KernelPath { vector == nil ? .plain : .vector }

  func run(_ call: OperatorCall) {
    if let vector { return vector.run(call) }
    call.workers.forEachRange(of: batches * window.vertical.outputSize) { rows in
      switch kind {
      case .average: runReference(call, rows: rows, AveragePooling.self)
      case .max: runReference(call, rows: rows, MaxPooling.self)
      case .l2: runReference(call, rows: rows, L2Pooling.self)
      }
    }
  }
}

/// What pooling makes of the float32 values in its window.
enum FloatPoolingKind: Sendable {
  case average
  case max
  /// The square root of the mean square.
  case l2
}

extension OperatorContext {
  /// Prepares pooling of a float32 tensor.
  func floatPool2D(_ kind: FloatPoolingKind) throws(KernelError) -> FloatPool2D {
    let input = try input(0)
    let options = try options(Pool2DOptions.self)
    try require(output(0), sameTypeAs: input)
    try require(input, rank: 4...4)
    try requireElements(input)
    var pool = FloatPool2D(
      batches: input.shape[0], channels: input.shape[3],
      window: try window(
        on: input, height: try positive(options.filterHeight, "filter_height"),
        width: try positive(options.filterWidth, "filter_width"), options),
      kind: kind, range: try activationBounds(options.fusedActivationFunction, of: Float.self))
    pool.vector = VectorFloatPool2D(self, pool)
    return pool
  }
}
