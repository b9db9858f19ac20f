import Foundation
import TestRandomness

/// What makes generated models.
typealias SplitMix64 = SeededGenerator

extension SplitMix64 {
  /// A positive number whose logarithm is uniformly distributed.
  mutating func logUniform(_ range: ClosedRange<Float>) -> Float {
    exp(uniform(log(range.lowerBound)...log(range.upperBound)))
  }

  /// A number from the normal distribution with mean 0 and deviation 1 (Box and Muller).
  mutating func normal() -> Float {
    (-2 * log(uniform(Float.leastNormalMagnitude...1))).squareRoot() * cos(2 * .pi * uniform(0...1))
  }
}
