import TestRandomness
import Testing

@testable import TFLiteKernels

/// Every function that rounds, held to exact arithmetic: on ties of both signs, and on random values.
@Suite struct RoundingTests {
  /// What becomes of a result halfway between two integers.
  enum Ties: CaseIterable {
    case upward
    case awayFromZero
    case toEven

    /// The nearest integer to a fraction with a positive denominator.
    func round(_ numerator: Int128, over denominator: Int128) -> Int128 {
      var below = numerator / denominator
      if below * denominator > numerator { below -= 1 }
      let rest = numerator - below * denominator
      if 2 * rest != denominator { return 2 * rest < denominator ? below : below + 1 }
      return switch self {
      case .upward: below + 1
      case .awayFromZero: numerator < 0 ? below : below + 1
      case .toEven: below.isMultiple(of: 2) ? below : below + 1
      }
    }
  }

  @Test func exactArithmeticKnowsTies() {
    #expect(Ties.upward.round(-1, over: 2) == 0)
    #expect(Ties.awayFromZero.round(-1, over: 2) == -1)
    #expect(Ties.toEven.round(-1, over: 2) == 0)
    #expect(Ties.toEven.round(-3, over: 2) == -2)
    #expect(Ties.allCases.map { $0.round(-4, over: 3) } == [-1, -1, -1])
  }

  /// Odd numbers of both signs: multiplied by half of a denominator they are ties.
  private static let odd: [Int32] = [1, 3, 5, 127, 1001, 65_535].flatMap { [$0, -$0] }

  private static func random(_ count: Int, seed: UInt64) -> [Int32] {
    var generator = SeededGenerator(seed: seed)
    return (0..<count).map { _ in
      Int32(truncatingIfNeeded: generator.next()) >> Int32.random(in: 0...31, using: &generator)
    }
  }

  @Test func highMultiply() {
    let factors = Self.random(2000, seed: 1)
    let pairs = Self.odd.map { ($0, Int32(1) << 30) } + zip(factors, Self.random(2000, seed: 2)).map { ($0, $1) }
    for (a, b) in pairs {
      let exact = Ties.upward.round(Int128(a) * Int128(b), over: 1 << 31)
      #expect(Int128(saturatingRoundingDoublingHighMultiply(a, b)) == exact, "\(a) · \(b)")
    }
    #expect(saturatingRoundingDoublingHighMultiply(-1 as Int32, 1 << 30) == 0)
    #expect(saturatingRoundingDoublingHighMultiply(Int32.min, .min) == .max)
  }

  @Test func highMultiplyOf16Bits() {
    for a in stride(from: Int16.min, through: .max, by: 37) {
      for b in [1, -1, 1 << 14, -(1 << 14), 3, -3, 12_345, .max, .min] as [Int16] {
        let exact = Ties.upward.round(Int128(a) * Int128(b), over: 1 << 15)
        #expect(Int128(saturatingRoundingDoublingHighMultiply(a, b)) == min(exact, 32_767), "\(a) · \(b)")
      }
    }
    #expect(saturatingRoundingDoublingHighMultiply(-1 as Int16, 1 << 14) == 0)
  }

  @Test(arguments: 0...31 as ClosedRange<Int32>)
  func divisionByPowersOfTwo(_ exponent: Int32) {
    let half = exponent > 0 ? Int32(1) << (exponent - 1) : 1
    for value in Self.odd.map({ $0 &* half }) + [.max, .min] + Self.random(500, seed: UInt64(exponent)) {
      let exact = Ties.awayFromZero.round(Int128(value), over: 1 << Int128(exponent))
      #expect(Int128(roundingDivideByPowerOfTwo(value, exponent)) == exact, "\(value)")
      #expect(Int128(roundingDivideByAnyPowerOfTwo(value, exponent)) == exact, "\(value)")
      guard exponent > 0 else { continue }
      let upward = Ties.upward.round(Int128(value), over: 1 << Int128(exponent))
      #expect(Int128(roundingUpwardDivideByPowerOfTwo(value, exponent)) == upward, "\(value)")
    }
  }

  @Test func quotients() {
    for count in [1, 2, 4, 6, 7, 10, 1024] as [Int32] {
      for sum in Self.odd.map({ $0 &* max(1, count / 2) }) + Self.random(500, seed: UInt64(count)).map({ $0 >> 1 }) {
        let exact = Ties.awayFromZero.round(Int128(sum), over: Int128(count))
        #expect(Int128(roundedQuotient(sum, count)) == exact, "\(sum) / \(count)")
      }
    }
  }

  @Test func halfSums() {
    for (a, b) in [(-1, 0), (0, 1), (-2, -1), (.max, .min), (.min, .min + 1), (.max, .max - 1)] as [(Int32, Int32)] {
      let exact = Ties.awayFromZero.round(Int128(a) + Int128(b), over: 2)
      #expect(Int128(FixedPoint.roundingHalfSum(a, b)) == exact, "\(a), \(b)")
    }
  }

  @Test func realNumbers() {
    for value in Self.odd {
      #expect(Int128(roundedToInt32(Float(value) / 2)) == Ties.awayFromZero.round(Int128(value), over: 2))
      #expect(Int128(xnnpackScaled(value, by: 0.5)) == Ties.toEven.round(Int128(value), over: 2))
      #expect(Int128(xnnpackScaledExactly(value, by: 0.5)) == Ties.upward.round(Int128(value), over: 2))
    }
    #expect(roundedToInt32(.nan) == 0)
    #expect(roundedToInt32(.infinity) == .max)
    #expect(roundedToInt32(-.infinity) == .min)
    #expect(roundedToInt32(-0.5) == -1)
    #expect(xnnpackScaled(-1, by: 0.5) == 0)
    #expect(xnnpackScaled(.max, by: .greatestFiniteMagnitude) == 1 << 24)
  }

  @Test(arguments: [-40, -31, -24, -23, -9, -2, -1, 0, 1, 8, 24, 100])
  func exactProducts(_ exponent: Int) {
    for significand in [1, 0x1.000002p0, 0x1.6a09e6p0, 0x1.fffffep0] as [Float] {
      let scale = Float(sign: .plus, exponent: exponent, significand: significand)
      // The scale is an integer of 24 bits over a power of two.
      let (integer, shift) = (Int128(significand * 0x1p23), 23 - exponent)
      for value in Self.odd + Self.odd.map({ $0 &<< max(0, -exponent - 1) }) + [.max, .min]
        + Self.random(500, seed: UInt64(exponent + 50))
      {
        let product = Int128(value) * integer * (Int128(1) << Int128(max(0, min(-shift, 30))))
        let exact = exponent < -31 ? 0 : Ties.upward.round(product, over: Int128(1) << Int128(max(0, shift)))
        #expect(Int128(xnnpackScaledExactly(value, by: scale)) == min(max(exact, -1 << 24), 1 << 24), "\(value)")
      }
    }
    #expect(xnnpackScaledExactly(-1, by: 0.5) == 0)
    #expect(xnnpackScaledExactly(1, by: 0.5) == 1)
    #expect(xnnpackScaledExactly(.min, by: 0) == 0)
    #expect(xnnpackScaledExactly(.min, by: .leastNonzeroMagnitude) == 0)
    #expect(xnnpackScaledExactly(.max, by: .greatestFiniteMagnitude) == 1 << 24)
  }

  /// First the product, with ties upward, then the shift, with ties away from zero.
  @Test(arguments: [-31, -30, -17, -8, -1, 0, 1, 7] as [Int32])
  func quantizedMultipliers(_ exponent: Int32) {
    for mantissa in [1 << 30, 1 << 30 + 1, 1_518_500_250, .max] as [Int32] {
      let multiplier = QuantizedMultiplier(mantissa: mantissa, exponent: exponent)
      let ties = Self.odd + Self.odd.map { $0 &<< max(0, -exponent) }
      for value in ties + Self.random(500, seed: UInt64(mantissa)).map({ $0 >> 8 }) {
        let product = Ties.upward.round(
          Int128(value) * Int128(mantissa) * Int128(1 << max(0, exponent)), over: 1 << 31)
        let exact = Ties.awayFromZero.round(product, over: Int128(1) << Int128(max(0, -exponent)))
        #expect(Int128(multiplier.apply(value)) == exact, "\(value) · \(mantissa)")
      }
    }
  }

  /// One rounding, with ties upward, of a product with 16 bits of the mantissa, which are rounded upward themselves.
  @Test(arguments: [-20, -8, -1, 0, 1, 7] as [Int32])
  func quantizedMultipliersOf64BitSums(_ exponent: Int32) {
    for mantissa in [1 << 30, 1 << 30 + 1 << 15, 1_518_500_250, .max] as [Int32] {
      let multiplier = QuantizedMultiplier(mantissa: mantissa, exponent: exponent)
      let reduced = min(Ties.upward.round(Int128(mantissa), over: 1 << 16), 0x7FFF)
      for value in Self.odd.map(Int64.init) + Self.random(500, seed: UInt64(mantissa)).map({ Int64($0) << 3 }) {
        let exact = Ties.upward.round(Int128(value) * reduced, over: Int128(1) << Int128(15 - exponent))
        guard let expected = Int32(exactly: exact) else { continue }
        #expect(multiplier.apply(wide: value) == expected, "\(value) · \(mantissa)")
      }
    }
  }

  @Test func requantization() {
    let range: ClosedRange<Int32> = -128...127
    func apply(_ scaling: Requantization.Scaling, _ value: Int32) -> Int8 {
      Requantization(scaling: scaling, outputZeroPoint: 0, range: range).apply(value, channel: 0)
    }
    for value in [1, 3, 5, 101, -1, -3, -5, -101] as [Int32] {
      let exact = { (ties: Ties) in Int8(ties.round(Int128(value), over: 2)) }
      #expect(apply(.double([0.5]), value) == exact(.awayFromZero), "\(value)")
      #expect(apply(.float([0.5]), value) == exact(.toEven), "\(value)")
      // The exponent is 0: only the product is rounded.
      #expect(apply(.fixedPoint([QuantizedMultiplier(0.5)]), value) == exact(.upward), "\(value)")
      // A quarter is half of a product that is rounded, with ties away from zero.
      let quarter = Int8(Ties.awayFromZero.round(Int128(Ties.upward.round(Int128(value), over: 2)), over: 2))
      #expect(apply(.fixedPoint([QuantizedMultiplier(0.25)]), value) == quarter, "\(value)")
    }
  }
}
