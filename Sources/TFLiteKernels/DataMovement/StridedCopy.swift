/// Elements that move from a regular pattern of places to another one.
///
/// Every operator that only moves elements is one of these or a few: a transposition has its input's strides in another
/// order, a slice has an offset and longer strides, a reversal negative ones, and a broadcast has strides of 0.
///
/// Places are not checked: *prepare* must have made sure that all of them lie inside both tensors. The arithmetic here
/// wraps, because *prepare* may describe an output whose size is refused right afterwards.
struct StridedCopy: Equatable, Sendable {
  /// One level of the pattern.
  struct Dimension: Equatable, Sendable {
    var count: Int
    /// Bytes from one place to the next.
    var sourceStride: Int
    var targetStride: Int
  }

  /// Where the first run begins, in bytes.
  private(set) var sourceOffset: Int
  private(set) var targetOffset: Int
  /// The levels, outermost first; none of them has count 1, unless it is empty.
  private(set) var dimensions: [Dimension]
  /// Bytes that lie together in both tensors.
  private(set) var runByteCount: Int

  /// Joins levels that follow each other without a gap on both sides, so that few long runs are left.
  init(sourceOffset: Int = 0, targetOffset: Int = 0, _ levels: [Dimension], elementSize: Int) {
    self.sourceOffset = sourceOffset
    self.targetOffset = targetOffset
    runByteCount = elementSize
    dimensions = []
    guard !levels.contains(where: { $0.count == 0 }) else {
      runByteCount = 0
      return
    }
    var inner: [Dimension] = []
    for level in levels.reversed() where level.count != 1 {
      if inner.isEmpty, level.sourceStride == runByteCount, level.targetStride == runByteCount {
        runByteCount &*= level.count
      } else if let last = inner.last, level.sourceStride == last.sourceStride &* last.count,
        level.targetStride == last.targetStride &* last.count
      {
        inner[inner.count - 1].count &*= level.count
      } else {
        inner.append(level)
      }
    }
    dimensions = inner.reversed()
  }

  /// Whether nothing moves.
  var isEmpty: Bool { runByteCount == 0 }

  /// The bytes that move.
  var byteCount: Int { dimensions.reduce(runByteCount) { $0 &* $1.count } }
}

extension StridedCopy {
  /// Fills a tensor in the order of its elements.
  ///
  /// - Parameters:
  ///   - shape: the counts of the levels, whose product is the number of elements.
  ///   - sourceStrides: elements to step in the source for one step along each level.
  ///   - sourceOffset: the source's element that comes first.
  init(gathering shape: [Int], sourceStrides: [Int], sourceOffset: Int = 0, elementSize: Int) {
    let levels = zip(shape, zip(sourceStrides, shape.rowMajorStrides)).map { count, strides in
      Dimension(count: count, sourceStride: strides.0 &* elementSize, targetStride: strides.1 &* elementSize)
    }
    self.init(sourceOffset: sourceOffset &* elementSize, levels, elementSize: elementSize)
  }
}

extension Collection<Int> {
  /// The product of all; wraps around where it does not fit. (A product that includes a 0 may have factors whose own
  /// product does not fit.)
  var wrappingProduct: Int { reduce(1, &*) }
}

extension [Int] {
  /// Elements to step for one step along each dimension of a tensor of this shape.
  var rowMajorStrides: [Int] {
    var strides = Array(repeating: 1, count: count)
    for axis in indices.dropLast().reversed() { strides[axis] = strides[axis + 1] &* self[axis + 1] }
    return strides
  }
}

extension Int {
  /// The product, or `Int.max` where it does not fit. As a dimension `Int.max` is refused.
  func clampedProduct(_ other: Int) -> Int {
    let (product, overflow) = multipliedReportingOverflow(by: other)
    return overflow ? .max : product
  }

  /// The sum, or `Int.max` where it does not fit.
  func clampedSum(_ other: Int) -> Int {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? .max : sum
  }
}
