import TestRandomness

extension Digest {
  /// All that is no number counts as the same.
  mutating func add(_ result: some TestedNumber) { add(result.isNaN ? .max : UInt64(result.bits)) }
}
