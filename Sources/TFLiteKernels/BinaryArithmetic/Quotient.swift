import TFLiteSchema

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// DIV: the quotient of two tensors, whose shapes stretch to one. Integers are divided toward zero.
enum DivOperator {
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

/// FLOOR_DIV: the quotient, rounded down. Float32 divisors must not be 0 either.
enum FloorDivOperator {
  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    let operands = try context.arithmeticOperands()
    try context.require(operands.left, type: .float32, .int32, .int16, .int8)
    return switch operands.type {
    case .float32: try context.dividing(operands, RealFloorDivision())
    case .int32: try context.dividing(operands, IntegerFloorDivision<Int32>())
    case .int16: try context.dividing(operands, IntegerFloorDivision<Int16>())
    default: try context.dividing(operands, IntegerFloorDivision<Int8>())
    }
  }
}

/// FLOOR_MOD: what the division that rounds down leaves; it has the sign of the divisor.
enum FloorModOperator {
  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    let operands = try context.arithmeticOperands()
    try context.require(operands.left, type: .float32, .int64, .int32, .int16, .int8)
    return switch operands.type {
    case .float32: BinaryArithmetic(operands.broadcast, RealRemainder())
    case .int64: try context.dividing(operands, IntegerRemainder<Int64>())
    case .int32: try context.dividing(operands, IntegerRemainder<Int32>())
    case .int16: try context.dividing(operands, IntegerRemainder<Int16>())
    default: try context.dividing(operands, IntegerRemainder<Int8>())
    }
  }
}

extension OperatorContext {
  /// An operation that divides by the elements of the right operand.
  fileprivate func dividing<Operation: BinaryOperation>(
    _ operands: BinaryOperands, _ operation: Operation
  ) throws(KernelError) -> CheckedOperator where Operation.Input: Numeric & BitwiseCopyable {
    try checked(
      BinaryArithmetic(operands.broadcast, operation), input: 1, as: Operation.Input.self,
      expected: "a divisor other than 0"
    ) { $0 != 0 }
  }
}

// MARK: - Plain numbers

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

/// Source: `tflite/kernels/internal/reference/floor_div.h`: everything is divided in double.
struct RealFloorDivision: BinaryOperation {
  @inline(__always)
  func callAsFunction(_ left: Float, _ right: Float) -> Float { Float((Double(left) / Double(right)).rounded(.down)) }
}

struct IntegerFloorDivision<Element: FixedWidthInteger & Sendable>: BinaryOperation {
  /// The one quotient that does not fit wraps around.
  @inline(__always)
  func callAsFunction(_ left: Element, _ right: Element) -> Element {
    let (quotient, overflow) = left.dividedReportingOverflow(by: right)
    guard !overflow else { return quotient }
    return quotient &* right != left && (left < 0) != (right < 0) ? quotient &- 1 : quotient
  }
}

/// Source: `tflite/kernels/internal/reference/floor_mod.h`.
struct RealRemainder: BinaryOperation {
  @inline(__always)
  func callAsFunction(_ left: Float, _ right: Float) -> Float {
    let remainder = fmodf(left, right)
    return remainder != 0 && (right < 0) != (remainder < 0) ? remainder + right : remainder
  }
}

struct IntegerRemainder<Element: FixedWidthInteger & Sendable>: BinaryOperation {
  @inline(__always)
  func callAsFunction(_ left: Element, _ right: Element) -> Element {
    let remainder = left.remainderReportingOverflow(dividingBy: right).partialValue
    return remainder != 0 && (right < 0) != (remainder < 0) ? remainder &+ right : remainder
  }
}

// MARK: - Quantized values

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
    let scaled = divideByAnyPowerOfTwo(
      saturatingRoundingDoublingHighMultiply(quotient, multiplier.mantissa),
      digits &+ headroom &- multiplier.exponent)
    return Element(scaled &+ quantization.output.zeroPoint, clampedTo: range)
  }
}

extension OperatorContext {
  /// Source: `tflite/kernels/div.cc`, Prepare. The product of scales is rounded to float32, and so is the quotient.
  fileprivate func quantizedQuotient<Element: QuantizedInteger & BitwiseCopyable>(
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

/// `value / 2^exponent`, rounded with halves away from zero.
///
/// Small dividends lead to exponents beyond the bits of a value, for which the C++ code has no defined outcome. The
/// shifts wrap around here as they do on x86, with the same strange quotients: 0 divided by 4 is 1 or more there.
private func divideByAnyPowerOfTwo(_ value: Int32, _ exponent: Int32) -> Int32 {
  let mask = Int32(truncatingIfNeeded: 1 &<< Int64(exponent) &- 1)
  let remainder = value & mask
  let threshold = (mask >> 1) &+ (value < 0 ? 1 : 0)
  return (value &>> exponent) &+ (remainder > threshold ? 1 : 0)
}
