/// A range in parts of less than some milliseconds, for a loop that looks behind each of them and returns from its middle.
/// A range that is no longer than a part costs next to nothing more than a loop without parts.
struct RangeParts: Sequence, IteratorProtocol {
  private var rest: Range<Int>

  fileprivate init(_ range: Range<Int>) { rest = range }

  @inline(__always) mutating func next() -> Range<Int>? {
    guard !rest.isEmpty else { return nil }
    let (start, end) = (rest.lowerBound, rest.upperBound)
    let middle = end - start > 1 << 16 ? start + 1 << 16 : end
    rest = middle..<end
    return start..<middle
  }
}

extension Range<Int> {
  /// The range, cut where it is long.
  @inline(__always) var parts: RangeParts { RangeParts(self) }
}
