/// A range in parts, for a loop that looks between them and returns from its middle. A range that is no longer than a part
/// costs next to nothing more than a loop without parts.
struct RangeParts: Sequence, IteratorProtocol {
  /// Simple loops take less than some milliseconds for as many elements.
  static let usualSize = 1 << 16

  private var rest: Range<Int>
  private let size: Int

  /// - Parameter size: of each part but the last; at least 1.
  @inline(__always) init(_ range: Range<Int>, of size: Int = Self.usualSize) { (rest, self.size) = (range, size) }

  @inline(__always) mutating func next() -> Range<Int>? {
    guard !rest.isEmpty else { return nil }
    let (start, end) = (rest.lowerBound, rest.upperBound)
    // The end of a part that reached beyond the range might overflow.
    let middle = end - start > size ? start + size : end
    rest = middle..<end
    return start..<middle
  }
}

extension Range<Int> {
  /// The range, cut where it is long.
  @inline(__always) var parts: RangeParts { RangeParts(self) }
}
