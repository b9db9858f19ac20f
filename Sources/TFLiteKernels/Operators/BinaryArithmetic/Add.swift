import TFLiteSchema

/// ADD: the sum of two tensors, with a fused activation.
///
/// Inputs: two tensors of one type, whose shapes are broadcast to one. Output: that shape, of the same type, whatever
/// the file says. int16 with a scale has zero point 0; without one, integers are plain numbers, which wrap around.
///
/// TFLite ignores a fused activation other than RELU, RELU6 and RELU_N1_TO_1; here it is an error.
///
/// Source: `tflite/kernels/add.cc`; `tflite/kernels/internal/reference/add.h` and `reference/integer_ops/add.h`.
enum AddOperator: OperatorDefinition {
  static let kernels: [KernelDeclaration] = [
    .plain(.int32, .int64, .int16, .float16), .vector(.float32, .uint8, .int8),
  ]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    let options = try context.optionsOrDefaults(AddOptions.self)
    let operands = try context.binaryOperands()
    let activation = options.fusedActivationFunction
    func plain<Element: ArithmeticElement>(_ element: Element.Type) throws -> any PreparedOperator {
      BinaryArithmetic(
        operands.broadcast, Addition<Element>(bounds: try context.activationBounds(activation, of: element)),
        outputType: operands.type)
    }
    return switch operands.type {
    case .float32:
      if let kernels = context.floatPairKernels {
        try FloatAddition(context, operands, kernels, try context.activationBounds(activation, of: Float.self))
      } else {
        try plain(Float.self)
      }
    case .float16:
      BinaryArithmetic(
        operands.broadcast, NarrowPair<HalfBits>(bounds: try context.halfBounds(activation), function: { $0 + $1 }),
        outputType: operands.type)
    case .int32: try plain(Int32.self)
    case .int64: try plain(Int64.self)
    case .int16 where !operands.output.isQuantized: try plain(Int16.self)
    default:
      try context.prepareQuantizedAddition(operands, activation, sign: 1, hasPowerOfTwoScales: options.potScaleInt16)
    }
  }
}

struct Addition<Element: ArithmeticElement>: BinaryOperation {
  let bounds: ActivationBounds<Element>

  @inline(__always)
  func callAsFunction(_ left: Element, _ right: Element) -> Element { bounds.clamp(left.plus(right)) }
}
