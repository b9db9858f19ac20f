import Testing

@testable import TFLiteVision

@Suite struct ConstantVelocityFilterTests {
  private func moving() -> ConstantVelocityFilter {
    var filter = ConstantVelocityFilter(position: 10, variance: 4, velocityVariance: 100)
    filter.predict(after: 0.5, noise: 3)
    filter.update(with: 13, variance: 4)
    return filter
  }

  /// How a time is divided into frames makes no difference, but for what is seen in between.
  @Test(arguments: [[0.3, 0.7], [0.1, 0.2, 0.3, 0.4], [0.999, 0.001]])
  func twoStepsAreAsGoodAsOne(steps: [Double]) {
    var once = moving()
    once.predict(after: 1, noise: 3)
    var often = moving()
    for step in steps { often.predict(after: step, noise: 3) }
    #expect(abs(once.position - often.position) < 1e-9)
    #expect(abs(once.positionVariance - often.positionVariance) < 1e-9)
    let (first, second) = (once.squaredDistance(to: 20, variance: 1), often.squaredDistance(to: 20, variance: 1))
    #expect(abs(first - second) < 1e-9)
  }

  /// Worked by hand: after half a second the covariance is (4 + 25.125, 50.375; 50.375, 101.5), the innovation 3.
  @Test func oneUpdate() {
    let filter = moving()
    #expect(abs(filter.position - (10 + 3 * 29.125 / 33.125)) < 1e-12)
    #expect(abs(filter.velocity - 3 * 50.375 / 33.125) < 1e-12)
    #expect(abs(filter.positionVariance - 29.125 * 4 / 33.125) < 1e-12)
  }

  @Test func learnsTheVelocity() {
    var filter = ConstantVelocityFilter(position: 0, variance: 1, velocityVariance: 100)
    for frame in 1...100 {
      filter.predict(after: 0.1, noise: 0.01)
      filter.update(with: 0.5 * Double(frame), variance: 1)
    }
    #expect(abs(filter.velocity - 5) < 0.05)
    #expect(abs(filter.position - 50) < 0.1)
    #expect(filter.positionVariance < 1)
  }
}
