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
      case .average: run(call, rows: rows, AveragePooling.self)
      case .max: run(call, rows: rows, MaxPooling.self)
      case .l2: run(call, rows: rows, L2Pooling.self)
      }
    }
  }

  private func run(_ call: OperatorCall, rows: Range<Int>, _ pooling: (some FloatPooling).Type) {
    if path == .vector {
      runSideBySide(call, rows: rows, pooling)
    } else {
      runReference(call, rows: rows, pooling)
    }
  }
}

/// How the values of a window become one. These are types, not closures, so that each of them gets loops of its own.
protocol FloatPooling {
  /// What the first value is combined with.
  static var start: Float { get }
  static func combine(_ combined: Float, _ value: Float) -> Float
  static func finish(_ combined: Float, count: Int) -> Float
}

private enum AveragePooling: FloatPooling {
  static var start: Float { 0 }
  static func combine(_ combined: Float, _ value: Float) -> Float { combined + value }
  static func finish(_ combined: Float, count: Int) -> Float { combined / Float(count) }
}

private enum MaxPooling: FloatPooling {
  static var start: Float { -.greatestFiniteMagnitude }
  static func combine(_ combined: Float, _ value: Float) -> Float { combined < value ? value : combined }
  static func finish(_ combined: Float, count: Int) -> Float { combined }
}

private enum L2Pooling: FloatPooling {
  static var start: Float { 0 }
  static func combine(_ combined: Float, _ value: Float) -> Float { combined + value * value }
  static func finish(_ combined: Float, count: Int) -> Float { (combined / Float(count)).squareRoot() }
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
