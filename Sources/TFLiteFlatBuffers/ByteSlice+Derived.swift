import Synchronization

/// Values that were computed from the bytes of one block of memory, kept as long as the block.
final class DerivedValues: Sendable {
  struct Key: Hashable, Sendable {
    let range: Range<Int>
    let kind: String
    let parameters: [Int]
  }

  private let values = Mutex<[Key: any Sendable]>([:])

  func value<Value: Sendable>(for key: Key, _ make: () -> Value) -> Value {
    if let known = values.withLock({ $0[key] }) as? Value { return known }
    // Others need not wait meanwhile. Two threads may make the same value; the first is kept.
    let made = make()
    return values.withLock { values in
      if let known = values[key] as? Value { return known }
      values[key] = made
      return made
    }
  }
}

extension ByteSlice {
  /// A value that follows from these bytes and some parameters: made when it is first asked for, and kept as long as any
  /// slice of the memory in which they are. Several threads may ask at once, and get the same value.
  ///
  /// - Parameters:
  ///   - kind: what the value is. Values of one kind have one type.
  ///   - parameters: what else it depends on.
  ///   - make: makes the value.
  public func derived<Value: Sendable>(_ kind: String, _ parameters: [Int], _ make: () -> Value) -> Value {
    guard count > 0 else { return make() }
    return storage.derived.value(
      for: DerivedValues.Key(range: lowerBound..<lowerBound + count, kind: kind, parameters: parameters), make)
  }
}
