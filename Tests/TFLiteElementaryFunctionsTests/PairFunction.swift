import TFLiteCLibrary
import TFLiteElementaryFunctions
import TestRandomness
import Testing

/// A function of two numbers, and the judge's; those of one double take the first. All that is no number is the same: which
/// one it is may depend on the order of operands.
struct PairFunction: CustomTestStringConvertible, Sendable {
  let name: String
  private let compare: @Sendable (_ seed: UInt64, _ count: Int) -> Difference
  private let digest: @Sendable () -> UInt64

  var testDescription: String { name }

  @inline(__always)
  private init<Number: TestedNumber & SendableMetatype>(
    _ name: String, _ function: @escaping @Sendable (Number, Number) -> Number,
    _ judge: @escaping @Sendable (Number, Number) -> Number
  ) {
    self.name = name
    compare = { seed, count in
      var difference = Difference()
      forEachPair(of: Number.self, seed: seed, count: count) { x, y in
        let (result, expected) = (function(x, y), judge(x, y))
        if result.bits != expected.bits, !(result.isNaN && expected.isNaN) { difference.add("(\(x), \(y))") }
      }
      return difference
    }
    digest = {
      var digest = Digest()
      forEachPair(of: Number.self, seed: 0, count: 1 << 18) { digest.add(function($0, $1)) }
      return digest.value
    }
  }

  /// All pairs of special numbers, and random ones.
  func difference(seed: UInt64, count: Int) -> Difference { compare(seed, count) }

  /// A number for the bits of some results.
  func digestOfSome() -> UInt64 { digest() }

  static let all = [
    PairFunction("pow of floats", { ElementaryFunctions.pow($0, $1) }, { powf($0, $1) }),
    PairFunction("atan2 of floats", { ElementaryFunctions.atan2($0, $1) }, { atan2f($0, $1) }),
    PairFunction("fmod of floats", { ElementaryFunctions.fmod($0, $1) }, { fmodf($0, $1) }),
    PairFunction("exp of doubles", { x, _ in ElementaryFunctions.exp(x) }, { (x: Double, _) in exp(x) }),
    PairFunction("pow of doubles", { ElementaryFunctions.pow($0, $1) }, { (x: Double, y: Double) in pow(x, y) }),
    PairFunction("atan2 of doubles", { ElementaryFunctions.atan2($0, $1) }, { (y: Double, x: Double) in atan2(y, x) }),
    PairFunction("hypot of floats", { ElementaryFunctions.hypot($0, $1) }, { hypotf($0, $1) }),
    PairFunction("hypot of doubles", { ElementaryFunctions.hypot($0, $1) }, { (x: Double, y: Double) in hypot(x, y) }),
  ]
}

/// A floating-point number with what pairs are made of.
protocol TestedNumber: BinaryFloatingPoint {
  associatedtype Bits: FixedWidthInteger
  var bits: Bits { get }
  init(bits: Bits)
}

extension Float: TestedNumber {
  var bits: UInt32 { bitPattern }
  init(bits: UInt32) { self.init(bitPattern: bits) }
}

extension Double: TestedNumber {
  var bits: UInt64 { bitPattern }
  init(bits: UInt64) { self.init(bitPattern: bits) }
}

/// All pairs of special numbers, then random ones: of all magnitudes, near 1, whole, special on one side.
@inline(__always)
private func forEachPair<Number: TestedNumber>(
  of type: Number.Type, seed: UInt64, count: Int, _ body: (Number, Number) -> Void
) {
  let specials = specialNumbers(type)
  for x in specials { for y in specials { body(x, y) } }
  var generator = SeededGenerator(seed: seed)
  for index in 0..<count {
    let (first, second) = (generator.next(), generator.next())
    let x = Number(bits: Number.Bits(truncatingIfNeeded: first))
    let y = Number(bits: Number.Bits(truncatingIfNeeded: second))
    switch index & 7 {
    case 0: body(x, y)
    case 1: body(specials[Int(first % UInt64(specials.count))], y)
    case 2: body(x, specials[Int(second % UInt64(specials.count))])
    case 3: body(x.scaled(to: -1...0), y.scaled(to: 0...9))
    case 4: body(x.scaled(to: -20...20), y.scaled(to: -20...20))
    case 5: body(1 + x.scaled(to: -24...(-2)), y.scaled(to: 0...12))
    case 6: body(Number(Int32(truncatingIfNeeded: first) >> 18), Number(Int32(truncatingIfNeeded: second) >> 24))
    default: body(x.scaled(to: 5...10), y.scaled(to: -4...4))
    }
  }
}

extension TestedNumber {
  /// The same digits with an exponent from a range.
  @inline(__always)
  fileprivate func scaled(to exponents: ClosedRange<Int>) -> Self {
    let field = Int(truncatingIfNeeded: bits >> Bits(Self.significandBitCount)) & 1023
    let exponent = exponents.lowerBound + field % exponents.count
    let digits = Self(
      sign: .plus, exponentBitPattern: Self(1).exponentBitPattern, significandBitPattern: significandBitPattern)
    return Self(sign: sign, exponent: Exponent(exponent), significand: digits)
  }
}

private func specialNumbers<Number: TestedNumber>(_ type: Number.Type) -> [Number] {
  let one: Number = 1
  var positive: [Number] = [0, .leastNonzeroMagnitude, .leastNormalMagnitude, Number.leastNormalMagnitude.nextDown]
  positive += [one.nextDown, one, one.nextUp, .greatestFiniteMagnitude, .infinity, .nan, .signalingNaN]
  for exponent in [-126, -100, -66, -65, -64, -57, -56, -55, -54, -29, -28, -25, -12, -4, -1, 7, 8, 9, 10, 23, 24, 25] {
    positive += [Number(sign: .plus, exponent: Number.Exponent(exponent), significand: 1)]
  }
  for exponent in [52, 53, 56, 57, 62, 63, 64, 100, 126, 127] {
    positive += [Number(sign: .plus, exponent: Number.Exponent(exponent), significand: 1)]
  }
  for number in [
    0.3, 0.4375, 0.6875, 1.1875, 1.5, 2, 2.4375, 3, 5, 7.5, 126, 149, 150, 511, 708, 709.7, 709.8, 744.5, 745.2,
  ] {
    positive += [Number(number)]
  }
  return positive + positive.map { -$0 }
}
