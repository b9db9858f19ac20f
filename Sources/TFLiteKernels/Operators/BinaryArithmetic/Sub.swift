import TFLiteSchema

/// SUB: the difference of two tensors, with a fused activation.
///
/// Inputs: two tensors of one type, whose shapes are broadcast to one. Output: that shape, of the same type, whatever
/// the file says. int16 with a scale has zero point 0; without one, integers are plain numbers, which wrap around.
///
/// TFLite ignores a fused activation other than RELU, RELU6 and RELU_N1_TO_1; here it is an error.
///
/// Source: `tflite/kernels/sub.cc`; `tflite/kernels/internal/reference/sub.h`, and `reference/reference_ops.h`, Sub16,
/// where scales are powers of two.
enum SubOperator: OperatorDefinition {
  static let kernels: [KernelDeclaration] = [.plain(.int32, .int64, .int16), .vector(.float32, .uint8, .int8)]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    let options = try context.optionsOrDefaults(SubOptions.self)
    let operands = try context.binaryOperands()
    let activation = options.fusedActivationFunction
    func plain<Element: ArithmeticElement>(_ element: Element.Type) throws -> any PreparedOperator {
      BinaryArithmetic(
        operands.broadcast, Subtraction<Element>(bounds: try context.activationBounds(activation, of: element)),
        outputType: operands.type)
    }
    return switch operands.type {
    case .float32:
      if let kernels = context.floatPairKernels {
        BinaryArithmetic(
          operands.broadcast,
          try VectorPairs(context, try context.activationBounds(activation, of: Float.self), kernels.subtractFloats),
          outputType: operands.type)
      } else {
        try plain(Float.self)
      }
    case .int32: try plain(Int32.self)
    case .int64: try plain(Int64.self)
    case .int16 where !operands.output.isQuantized: try plain(Int16.self)
    default:
      try context.prepareQuantizedAddition(operands, activation, sign: -1, hasPowerOfTwoScales: options.potScaleInt16)
    }
  }
}

struct Subtraction<Element: ArithmeticElement>: BinaryOperation {
  let bounds: ActivationBounds<Element>

  @inline(__always)
  func callAsFunction(_ left: Element, _ right: Element) -> Element { bounds.clamp(left.minus(right)) }
}
