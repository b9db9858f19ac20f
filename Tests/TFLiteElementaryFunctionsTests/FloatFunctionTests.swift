import TestModels
import Testing

@Suite struct FloatFunctionTests {
  @Test(arguments: FloatFunction.all)
  func hasTheBitsOfTheCLibrary(_ function: FloatFunction) {
    var difference = function.differenceAtBoundaries()
    difference.add(function.differenceOfSome(seed: 1, count: 1 << 22))
    Judge.expectSame(difference, function.name)
  }

  /// As TFLite runs its operators.
  @Test(arguments: FloatFunction.all)
  func hasThemWhereSubnormalNumbersAreFlushed(_ function: FloatFunction) {
    let difference = withSubnormalNumbersFlushed {
      var difference = function.differenceAtBoundaries()
      difference.add(function.differenceOfSome(seed: 2, count: 1 << 22))
      return difference
    }
    Judge.expectSame(difference, function.name)
  }

  @Test(.enabled(if: LongTests.areIncluded), arguments: FloatFunction.all)
  func hasThemEverywhere(_ function: FloatFunction) {
    Judge.expectSame(function.differenceOfSome(seed: 0, count: LongTests.argumentCount), function.name)
  }

  @Test(.enabled(if: LongTests.isCampaign), arguments: FloatFunction.all)
  func hasThemEverywhereWhereSubnormalNumbersAreFlushed(_ function: FloatFunction) {
    let difference = withSubnormalNumbersFlushed {
      function.differenceOfSome(seed: 0, count: LongTests.argumentCount)
    }
    Judge.expectSame(difference, function.name)
  }
}
