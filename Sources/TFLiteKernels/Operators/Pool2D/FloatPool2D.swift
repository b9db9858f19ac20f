import TFLiteSchema

/// AVERAGE_POOL_2D, MAX_POOL_2D and L2_POOL_2D in float32.
struct FloatPool2D: TotalOperator {
  let batches: Int
  let channels: Int
  let window: Window
  let kind: FloatPoolingKind
  let range: ActivationBounds<Float>
  let path: KernelPath

  var outputShapes: [[Int]] { [[batches, window.vertical.outputSize, window.horizontal.outputSize, channels]] }

  func run(_ call: OperatorCall) {
    call.workers.forEachRange(of: batches * window.vertical.outputSize) { rows in
      switch kind {
      case .average: run(call, rows: rows, from: 0, combining: +) { $0 / Float($1) }
      case .max:
        run(call, rows: rows, from: -.greatestFiniteMagnitude, combining: { $0 < $1 ? $1 : $0 }) { sum, _ in sum }
      case .l2: run(call, rows: rows, from: 0, combining: { $0 + $1 * $1 }) { ($0 / Float($1)).squareRoot() }
      }
    }
  }

  @inline(__always)
  private func run(
    _ call: OperatorCall, rows: Range<Int>, from start: Float, combining combine: (Float, Float) -> Float,
    _ finish: (_ combined: Float, _ count: Int) -> Float
  ) {
    if path == .vector {
      runSideBySide(call, rows: rows, from: start, combining: combine, finish)
    } else {
      runReference(call, rows: rows, from: start, combining: combine, finish)
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
    return FloatPool2D(
      batches: input.shape[0], channels: input.shape[3],
      window: try window(
        on: input, height: try positive(options.filterHeight, "filter_height"),
        width: try positive(options.filterWidth, "filter_width"), options),
      kind: kind, range: try activationBounds(options.fusedActivationFunction, of: Float.self),
      path: microkernels == nil ? .plain : .vector)
  }
}
