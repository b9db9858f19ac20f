import TFLiteSchema

/// DIV: the quotient of two tensors, with a fused activation; that of plain integers is rounded toward zero.
///
/// Inputs: two tensors of one type, whose shapes are broadcast to one. Output: that shape, of the same type. A divisor
/// that means 0 is an error when the model runs, but for float32.
///
/// TFLite ignores a fused activation other than RELU, RELU6 and RELU_N1_TO_1; here it is an error. TFLite ends the
/// process where it divides the lowest int32 by -1; here the quotient wraps around.
///
/// Source: `tflite/kernels/div.cc`; `tflite/kernels/internal/reference/div.h`.
enum DivOperator: OperatorDefinition {
  static let kernels: [KernelDeclaration] = [.plain(.float32, .int32, .uint8, .int8, .int16)]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    let activation = try context.optionsOrDefaults(DivOptions.self).fusedActivationFunction
    let operands = try context.arithmeticOperands()
    try context.require(operands.left, type: .float32, .int32, .uint8, .int8, .int16)
    switch operands.type {
    case .float32:
      return BinaryArithmetic(
        operands.broadcast, RealDivision(bounds: try context.activationBounds(activation, of: Float.self)))
    case .int32:
      return try context.dividing(
        operands, IntegerDivision<Int32>(bounds: try context.activationBounds(activation, of: Int32.self)))
    case .uint8: return try context.quantizedQuotient(operands, activation, UInt8.self)
    case .int8: return try context.quantizedQuotient(operands, activation, Int8.self)
    default: return try context.quantizedQuotient(operands, activation, Int16.self)
    }
  }
}

struct RealDivision: BinaryOperation {
  let bounds: ActivationBounds<Float>

  @inline(__always)
  func callAsFunction(_ left: Float, _ right: Float) -> Float { bounds.clamp(left / right) }
}

struct IntegerDivision<Element: ArithmeticElement & FixedWidthInteger>: BinaryOperation {
  let bounds: ActivationBounds<Element>

  /// The one quotient that does not fit wraps around.
  @inline(__always)
  func callAsFunction(_ left: Element, _ right: Element) -> Element {
    bounds.clamp(left.dividedReportingOverflow(by: right).partialValue)
  }
}

/// DIV: multiplication with the reciprocal of the divisor, which is found in fixed point.
///
/// Source: `tflite/kernels/internal/reference/div.h`, DivElementwise, and `common.h`, GetReciprocal.
struct QuantizedQuotient<Element: QuantizedInteger>: BinaryOperation {
  let quantization: BinaryQuantization
  let multiplier: QuantizedMultiplier
  let range: ClosedRange<Int32>

  func callAsFunction(_ left: Element, _ right: Element) -> Element {
    var dividend = Int32(truncatingIfNeeded: left) &- quantization.left.zeroPoint
    var divisor = Int32(truncatingIfNeeded: right) &- quantization.right.zeroPoint
    if divisor < 0 { (dividend, divisor) = (0 &- dividend, 0 &- divisor) }
    // The divisor is (1 + fraction) · 2^digits.
    let zeros = Int32(truncatingIfNeeded: divisor.leadingZeroBitCount)
    let digits = 31 &- zeros
    let fraction = (divisor &<< zeros) & .max
    let reciprocal = FixedPoint.reciprocalOfOnePlus(fraction)
    // Bits by which the dividend can be shifted left.
    let headroom = Int32(truncatingIfNeeded: (dividend < 0 ? ~dividend : dividend).leadingZeroBitCount) &- 1
    let quotient = saturatingRoundingDoublingHighMultiply(dividend &<< headroom, reciprocal)
    let scaled = roundingDivideByAnyPowerOfTwo(
      saturatingRoundingDoublingHighMultiply(quotient, multiplier.mantissa),
      digits &+ headroom &- multiplier.exponent)
    return Element(scaled &+ quantization.output.zeroPoint, clampedTo: range)
  }
}

extension OperatorContext {
  /// Source: `tflite/kernels/div.cc`, Prepare. The product of scales is rounded to float32, and so is the quotient.
  func quantizedQuotient<Element: QuantizedInteger & BitwiseCopyable>(
    _ operands: BinaryOperands, _ activation: ActivationFunctionType, _ element: Element.Type
  ) throws -> any PreparedOperator {
    let quantization = try quantization(of: operands)
    let real = quantization.left.scale / (quantization.right.scale * quantization.output.scale)
    let operation = QuantizedQuotient<Element>(
      quantization: quantization, multiplier: try multiplier(Double(real), for: operands.output),
      range: try activationRange(activation, quantization.output, of: Element.range))
    let zeroPoint = quantization.right.zeroPoint
    return try checked(
      BinaryArithmetic(operands.broadcast, operation), input: 1, as: element,
      expected: "a divisor other than \(zeroPoint), which means 0"
    ) { Int32(truncatingIfNeeded: $0) != zeroPoint }
  }
}
