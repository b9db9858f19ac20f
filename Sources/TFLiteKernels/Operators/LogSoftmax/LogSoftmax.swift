import TFLiteSchema

/// LOG_SOFTMAX on 8-bit tensors.
struct LogSoftmax<Element: QuantizedInteger>: TotalOperator {
  let outputShape: [Int]
  /// Brings a difference of stored values to Q5.26, and which differences count.
  let multiplier: QuantizedMultiplier
  let smallestDifference: Int32
  /// Brings Q5.26 back to a difference of stored values.
  let inverseMultiplier: QuantizedMultiplier

  var outputShapes: [[Int]] { [outputShape] }

  func run(_ call: OperatorCall) { runReference(call) }
}

/// LOG_SOFTMAX in float32.
struct FloatLogSoftmax: TotalOperator {
  let outputShape: [Int]

  var outputShapes: [[Int]] { [outputShape] }

  func run(_ call: OperatorCall) { runReference(call) }
}

/// LOG_SOFTMAX: x minus the logarithm of the sum of eˣ along the last dimension.
///
/// Input and output: tensors of one shape and type, of 1 to 8 dimensions. 8-bit output: scale 1/16, zero point at the
/// type's highest value.
///
/// Source: `tflite/kernels/activations.cc`, LogSoftmaxPrepare; `tflite/kernels/internal/reference/log_softmax.h` and
/// `reference/integer_ops/log_softmax.h`.
enum LogSoftmaxOperator: OperatorDefinition {
  static let kernels: [KernelDeclaration] = [.plain(.float32, .uint8, .int8)]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    try context.requireOperands(inputs: 1...1)
    return switch try context.activationType(of: Self.self) {
    case .float32: try prepareFloat(context)
    case .uint8: try prepareQuantized(context, UInt8.self)
    default: try prepareQuantized(context, Int8.self)
    }
  }

  private static func prepareQuantized<Element: QuantizedInteger>(
    _ context: OperatorContext, _ element: Element.Type
  ) throws -> any PreparedOperator {
    let (input, output) = (try context.input(0), context.output(0))
    try context.require(output, sameTypeAs: input)
    try context.require(input, rank: 1...8)
    try context.require(output, scale: 16 / 256, zeroPoint: Element.range.upperBound)
    let scaling = try context.softmaxScaling(of: input, beta: 1)
    // Source: `tflite/kernels/internal/quantization_util.cc`, PreprocessLogSoftmaxScalingExp.
    let inverse =
      Double(sign: .plus, exponent: 31 - Int(scaling.multiplier.exponent), significand: 1)
      / Double(scaling.multiplier.mantissa)
    return LogSoftmax<Element>(
      outputShape: input.shape, multiplier: scaling.multiplier, smallestDifference: scaling.smallestDifference,
      inverseMultiplier: try context.multiplier(inverse, for: input))
  }

  private static func prepareFloat(_ context: OperatorContext) throws -> any PreparedOperator {
    let input = try context.input(0)
    try context.require(context.output(0), sameTypeAs: input)
    try context.require(input, rank: 1...8)
    return FloatLogSoftmax(outputShape: input.shape)
  }
}
