extension SeededGenerator {
  /// A whole number, all equally likely.
  package mutating func int(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }

  /// A number, all equally likely.
  package mutating func uniform(_ range: ClosedRange<Float>) -> Float { Float.random(in: range, using: &self) }

  /// `true` with the given probability.
  package mutating func chance(_ probability: Float) -> Bool { uniform(0...1) < probability }

  /// One of the values. There must be at least one.
  package mutating func pick<Value>(_ values: [Value]) -> Value { values[int(0...values.count - 1)] }
}
