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
