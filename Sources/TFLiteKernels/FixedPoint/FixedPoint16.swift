/// Elementary functions on 16 bits in fixed point; Qm.n means n fractional bits.
///
/// Source: `gemmlowp/fixedpoint/fixedpoint.h`, with int16 as raw type. Sums wrap around, products are rounded with
/// ties upward, shifts to the left saturate.
enum FixedPoint16 {
  /// 1 / (1 + e⁻ᵃ); argument in Q3.12, result in Q0.15.
  static func logistic(_ argument: Int16) -> Int16 {
    guard argument != 0 else { return 1 << 14 }
    let positive = shift(
      reciprocalOfOnePlus(exponentialOfNegative(negative(argument), integerBits: 3)), 1)
    return argument > 0 ? positive : .max &- positive
  }

  /// tanh a; argument with the given number of integer bits, 0 to 6, result in Q0.15.
  static func tanh(_ argument: Int16, integerBits: Int32) -> Int16 {
    guard argument != 0 else { return 0 }
    // (1 − e) / (1 + e) = 2 / (1 + e) − 1 with e = e^(−2|a|), whose argument is the same with one integer bit more.
    let reciprocal = reciprocalOfOnePlus(exponentialOfNegative(negative(argument), integerBits: integerBits + 1))
    let magnitude = shift(reciprocal &- 1 << 13, 2)
    return argument < 0 ? 0 &- magnitude : magnitude
  }

  /// −|a|, which always exists.
  private static func negative(_ argument: Int16) -> Int16 { argument > 0 ? 0 &- argument : argument }

  /// eᵃ for a ≤ 0; argument with the given number of integer bits, result in Q0.15.
  private static func exponentialOfNegative(_ argument: Int16, integerBits: Int32) -> Int16 {
    if argument == 0 { return .max }
    let fractionalBits = 15 - integerBits
    // Below −32 nothing is left.
    if integerBits > 5, argument < 0 - Int16(1) << (fractionalBits + 5) { return 0 }
    let oneQuarter = Int16(1) << (fractionalBits - 2)
    let inQuarter = (argument & (oneQuarter - 1)) - oneQuarter
    var quarters = (inQuarter &- argument) &>> Int16(truncatingIfNeeded: fractionalBits &- 2)
    var result = exponentialOnQuarter(shift(inQuarter, integerBits))
    var position = 0
    while quarters != 0 {
      if quarters & 1 != 0 { result = multiply(result, factors[position]) }
      quarters &>>= 1
      position &+= 1
    }
    return result
  }

  /// e^(-1/4), e^(-1/2), e^-1 … e^-16 in Q0.15.
  private static let factors: [Int16] = [25520, 19875, 12055, 4435, 600, 11, 0]

  /// eᵃ for a in [-1/4, 0); both in Q0.15. A Taylor polynomial around -1/8.
  private static func exponentialOnQuarter(_ argument: Int16) -> Int16 {
    let (exponentialOfMinusEighth, oneThird): (Int16, Int16) = (28918, 10923)
    let x = argument &+ 1 << 12
    let x2 = multiply(x, x)
    let x3 = multiply(x2, x)
    let x4 = multiply(x2, x2)
    let polynomial = x &+ divide(multiply(divide(x4, 2) &+ x3, oneThird) &+ x2, 1)
    return Int16(clamping: Int32(exponentialOfMinusEighth) + Int32(multiply(exponentialOfMinusEighth, polynomial)))
  }

  /// 1 / (1 + a) for a in [0, 1); argument in Q0.15, result in Q2.13. Newton's method from 48/17 − 32/17 · h.
  private static func reciprocalOfOnePlus(_ argument: Int16) -> Int16 {
    let half = Int16((Int32(argument) + Int32(Int16.max) + 1) / 2)
    var x = 23130 &+ multiply(half, -15420)
    for _ in 0..<3 {
      let residual = 1 << 13 &- multiply(half, x)
      x = x &+ shift(multiply(x, residual), 2)
    }
    return x
  }

  private static func multiply(_ a: Int16, _ b: Int16) -> Int16 { saturatingRoundingDoublingHighMultiply(a, b) }

  private static func shift(_ value: Int16, _ bits: Int32) -> Int16 { Int16(clamping: Int32(value) << bits) }

  private static func divide(_ value: Int16, _ bits: Int32) -> Int16 {
    Int16(truncatingIfNeeded: roundingDivideByPowerOfTwo(Int32(value), bits))
  }
}
