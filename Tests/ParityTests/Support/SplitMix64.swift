import Foundation
import TestRandomness

/// What makes generated models.
typealias SplitMix64 = SeededGenerator

extension SplitMix64 {
  /// A whole number, all equally likely.
  mutating func int(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }

  /// A number, all equally likely.
  mutating func uniform(_ range: ClosedRange<Float>) -> Float { Float.random(in: range, using: &self) }

  /// A positive number whose logarithm is uniformly distributed.
  mutating func logUniform(_ range: ClosedRange<Float>) -> Float {
    exp(uniform(log(range.lowerBound)...log(range.upperBound)))
  }

  /// A number from the normal distribution with mean 0 and deviation 1 (Box and Muller).
  mutating func normal() -> Float {
    (-2 * log(uniform(Float.leastNormalMagnitude...1))).squareRoot() * cos(2 * .pi * uniform(0...1))
  }

  /// `true` with the given probability.
  mutating func chance(_ probability: Float) -> Bool { uniform(0...1) < probability }

  /// One of the values. There must be at least one.
  mutating func pick<Value>(_ values: [Value]) -> Value { values[int(0...values.count - 1)] }
}
