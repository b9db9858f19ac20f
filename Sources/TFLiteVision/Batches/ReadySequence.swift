/// A sequence that does not wait, where one is asked for that might.
public struct ReadySequence<Base: Sequence & Sendable>: AsyncSequence, Sendable {
  private let base: Base

  /// The elements of a sequence.
  public init(_ base: Base) { self.base = base }

  /// Begins with the first element.
  public func makeAsyncIterator() -> Iterator { Iterator(elements: base.makeIterator()) }

  /// Gives one element after the other.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate var elements: Base.Iterator

    /// The next element; nil at the end.
    public mutating func next() async -> Base.Element? { elements.next() }
  }
}
