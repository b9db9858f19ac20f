import TFLiteSchema

/// HARD_SWISH: x · clamp(x + 3, 0, 6) / 6.
///
/// Input and output: tensors of one shape and type. 8-bit results are computed in 16-bit fixed point, and looked up.
///
/// Source: `tflite/kernels/activations.cc`, HardSwishPrepare; `tflite/kernels/internal/reference/hard_swish.h`.
enum HardSwishOperator: OperatorDefinition {
  static let kernels: [KernelDeclaration] = [.vector(.float32, .uint8, .int8)]

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
    let hardSwish = try QuantizedHardSwish(
      context, from: try context.perTensorQuantization(input), to: try context.perTensorQuantization(output))
    return try LookupTable(context, element, ofStored: hardSwish.callAsFunction)
  }

  /// Source: `tflite/kernels/internal/reference/hard_swish.h`.
  private static func prepareFloat(_ context: OperatorContext) throws -> any PreparedOperator {
    try context.floatMap(
      { value in
        let raised = 0 < value + 3 ? value + 3 : 0
        return value * (raised < 6 ? raised : 6) / 6
      },
      vector: { $0.applyHardSwish })
  }
}

/// HARD_SWISH on stored values, in 16-bit fixed point.
///
/// Source: `tflite/kernels/activations.cc`, HardSwishPrepare; `tflite/kernels/internal/reference/hard_swish.h`.
struct QuantizedHardSwish {
  let input: AffineQuantization
  let output: AffineQuantization
  /// From the input with 7 more bits to the output.
  let outputMultiplier: Int16Multiplier
  /// From the input with 7 more bits to x / 3 in Q0.15.
  let slopeMultiplier: Int16Multiplier

  init(
    _ context: OperatorContext, from input: AffineQuantization, to output: AffineQuantization
  ) throws(KernelError) {
    let fineScale = 1 / 128 * input.scale
    self.input = input
    self.output = output
    let tensor = context.output(0)
    outputMultiplier = Int16Multiplier(try context.multiplier(Double(fineScale / output.scale), for: tensor))
    slopeMultiplier = Int16Multiplier(try context.multiplier(Double(fineScale / (3 / 32768)), for: tensor))
    guard outputMultiplier.exponent <= 0 else {
      throw .quantization(
        context.identity, tensor.identity, expected: "a scale above \(fineScale), 1/128 of the input's")
    }
  }

  func callAsFunction(_ stored: Int32) -> Int32 {
    let value = Int16(truncatingIfNeeded: (stored &- input.zeroPoint) &* 128)
    let scaled = saturatingRoundingDoublingHighMultiply(value, outputMultiplier.mantissa)

    var slope = value
    let exponent = slopeMultiplier.exponent
    if exponent > 0 { slope = saturatingShiftLeft(slope, exponent - 1) }
    slope = saturatingRoundingDoublingHighMultiply(slope, slopeMultiplier.mantissa)
    if exponent > 0 { slope = saturatingShiftLeft(slope, 1) }
    if exponent < 0 { slope = Int16(truncatingIfNeeded: roundingDivideByPowerOfTwo(Int32(slope), -exponent)) }
    // From [-1, 1] to [0, 1].
    let share = (Int32(slope) + 32768) >> 1

    let product = Int16(clamping: share * Int32(scaled) / 32768)
    return roundingDivideByPowerOfTwo(Int32(product), -outputMultiplier.exponent) &+ output.zeroPoint
  }

  private func saturatingShiftLeft(_ value: Int16, _ shift: Int32) -> Int16 {
    Int16(clamping: Int64(value) << Int64(min(shift, 31)))
  }
}

/// A ``QuantizedMultiplier`` whose fraction has been rounded to 16 bits.
struct Int16Multiplier: Equatable, Sendable {
  let mantissa: Int16
  let exponent: Int32

  init(_ multiplier: QuantizedMultiplier) {
    mantissa = Int16(clamping: (Int64(multiplier.mantissa) + 1 << 15) >> 16)
    exponent = multiplier.exponent
  }
}
