import TestModels
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
}
