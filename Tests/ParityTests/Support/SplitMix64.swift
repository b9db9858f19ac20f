import Foundation

/// A small deterministic generator (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014):
/// the same seed gives the same models on every machine.
struct SplitMix64: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  /// A stream of its own for the named part of a test, so that parts can be added and repeated alone.
  init(seed: UInt64, stream: String) {
    // FNV-1a, because Swift's own hash values change from run to run.
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in stream.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    var mixer = SplitMix64(seed: seed ^ hash)
    state = mixer.next()
  }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var z = state
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    return z ^ (z >> 31)
  }
}

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
