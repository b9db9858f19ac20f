import TFLiteSchema

/// L2_NORMALIZATION on 8-bit tensors.
struct L2Normalization<Element: QuantizedInteger>: TotalOperator {
  let outputShape: [Int]
  let inputZeroPoint: Int32

  var outputShapes: [[Int]] { [outputShape] }

  func run(_ call: OperatorCall) { runReference(call) }
}

/// L2_NORMALIZATION in float32.
struct FloatL2Normalization: TotalOperator {
  let outputShape: [Int]

  var outputShapes: [[Int]] { [outputShape] }

  func run(_ call: OperatorCall) { runReference(call) }
}

/// L2_NORMALIZATION: each row along the last dimension is divided by the square root of its sum of squares.
///
/// Input and output: tensors of one shape and type, of 1 to 8 dimensions. 8-bit output: scale 1/128, zero point at the
/// type's middle.
///
/// Source: `tflite/kernels/l2norm.cc`; `tflite/kernels/internal/reference/l2normalization.h` and
/// `reference/integer_ops/l2normalization.h`.
enum L2NormalizationOperator: OperatorDefinition {
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
    let input = try input(context)
    try context.require(context.output(0), scale: 1 / 128, zeroPoint: Element.range.lowerBound + 128)
    return L2Normalization<Element>(
      outputShape: input.shape, inputZeroPoint: try context.perTensorQuantization(input).zeroPoint)
  }

  private static func prepareFloat(_ context: OperatorContext) throws -> any PreparedOperator {
    FloatL2Normalization(outputShape: try input(context).shape)
  }

  private static func input(_ context: OperatorContext) throws(KernelError) -> TensorDescriptor {
    let input = try context.input(0)
    try context.require(context.output(0), sameTypeAs: input)
    try context.require(input, rank: 1...8)
    let activation = try context.options(L2NormOptions.self).fusedActivationFunction
    guard activation == .none else {
      throw .option(context.identity, name: "fused_activation_function", found: "\(activation)", expected: "NONE")
    }
    return input
  }
}
