import TFLiteSchema

/// AVERAGE_POOL_2D and MAX_POOL_2D: one value for each position of a window on an NHWC tensor.
///
/// Stored values are pooled as they are, so input and output share their quantization.
struct Pool2D<Element: QuantizedInteger>: TotalOperator {
  let batches: Int
  let channels: Int
  let window: Window
  let kind: PoolingKind
  let range: ClosedRange<Int32>
  /// nil where plain loops have to do.
  var vector: VectorPool2D?

  var outputShapes: [[Int]] { [[batches, window.vertical.outputSize, window.horizontal.outputSize, channels]] }
  var path: KernelPath { vector == nil ? .plain : .vector }

  func run(_ call: OperatorCall) {
    guard let vector else { return runReference(call) }
    vector.run(call)
  }
}

/// What pooling makes of the values in its window.
enum PoolingKind: Sendable {
  case average
  case max
}

extension OperatorContext {
  func pool2D<Element: QuantizedInteger>(
    _ element: Element.Type, _ kind: PoolingKind
  ) throws(KernelError) -> Pool2D<Element> {
    let (input, output) = (try input(0), output(0))
    let options = try options(Pool2DOptions.self)
    try require(output, sameTypeAs: input)
    try require(input, rank: 4...4)
    try requireElements(input)
    try require(output, sameQuantizationAs: input)
    var pool = Pool2D<Element>(
      batches: input.shape[0], channels: input.shape[3],
      window: try window(
        on: input, height: try positive(options.filterHeight, "filter_height"),
        width: try positive(options.filterWidth, "filter_width"), options),
      kind: kind,
      range: try activationRange(
        options.fusedActivationFunction, try perTensorQuantization(output), of: Element.range))
    pool.vector = VectorPool2D(self, pool)
    return pool
  }
}
