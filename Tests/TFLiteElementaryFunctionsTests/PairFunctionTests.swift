import TFLiteCLibrary
import TFLiteElementaryFunctions
import TestModels
import TestRandomness
import Testing

@Suite struct PairFunctionTests {
  private static let count = LongTests.areIncluded ? LongTests.pairCount : 1 << 22

  @Test(arguments: PairFunction.all)
  func hasTheBitsOfTheCLibrary(_ function: PairFunction) {
    Judge.expectSame(function.difference(seed: 1, count: Self.count), function.name)
  }

  /// As TFLite runs its operators.
  @Test(arguments: PairFunction.all)
  func hasThemWhereSubnormalNumbersAreFlushed(_ function: PairFunction) {
    let difference = withSubnormalNumbersFlushed { function.difference(seed: 2, count: 1 << 22) }
    Judge.expectSame(difference, function.name)
  }

  /// Logarithms of all magnitudes, and of what is a bit more or less than 1; angles below 10⁸.
  @Test func logarithmsAndCosinesOfDoublesHaveTheBitsOfTheCLibrary() {
    var generator = SeededGenerator(seed: 5)
    for index in 0..<Self.count {
      let bits = generator.next()
      let share = Double(bits >> 11) * 0x1p-53
      let any = Double(bitPattern: bits)
      let number = [any, 0.9 + share / 5, share * 40, share][index & 3]
      let angle = share * [6.3, 1000, 1e8, -50][index & 3]
      let finite = abs(number).isFinite ? abs(number) : share
      guard ElementaryFunctions.log(number).bitPattern == log(number).bitPattern || number.isNaN || number < 0,
        ElementaryFunctions.log1p(ofPositive: finite) == log1p(finite), ElementaryFunctions.cos(angle) == cos(angle)
      else {
        Issue.record("log \(number), log1p \(finite) or cos \(angle)")
        return
      }
    }
    for number in [0, -0.0, 1, .infinity, .leastNonzeroMagnitude, .greatestFiniteMagnitude] {
      #expect(ElementaryFunctions.log(number).bitPattern == log(number).bitPattern)
    }
    #expect(ElementaryFunctions.log(-1.0).isNaN && ElementaryFunctions.log(Double.nan).isNaN)
  }

  /// Only angles below 2.426 are wanted.
  @Test func sinesAndCosinesOfSmallDoublesHaveTheBitsOfTheCLibrary() {
    var generator = SeededGenerator(seed: 4)
    for _ in 0..<Self.count {
      let bits = generator.next()
      // Half of them spread evenly, the others of all magnitudes.
      let spread = Double(bits >> 11) * 0x1p-53 * 2.425
      let x = bits & 1 == 0 ? spread : spread * Double(sign: .plus, exponent: -Int(bits >> 1 & 31), significand: 1)
      let angle = bits & 2 == 0 ? x : -x
      guard ElementaryFunctions.sin(ofSmall: angle) == sin(angle), ElementaryFunctions.cos(ofSmall: angle) == cos(angle)
      else {
        Issue.record("sine or cosine of \(angle)")
        return
      }
    }
  }
}
