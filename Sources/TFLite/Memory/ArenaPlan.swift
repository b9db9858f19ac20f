import TFLiteKernels

/// One block of memory that is needed during a range of execution steps.
struct ArenaRequest: Equatable {
  let byteCount: Int
  /// The first and the last step during which the block holds values.
  let lifetime: ClosedRange<Int>
}

/// Where each block lies in one arena.
struct ArenaPlan: Equatable {
  /// Every block starts at a multiple of this.
  static let alignment = 64

  /// The offset of each request, in the order of the requests.
  let offsets: [Int]
  /// The size of the arena, over-read padding included.
  let byteCount: Int
}

extension ArenaPlan {
  /// How many blocks are fitted in. The time for it grows with the square, and files may hold any number of tensors.
  static let fittedCount = 4096

  /// Places blocks greedily: the largest first, each at the lowest offset where no block that lives at the same time
  /// lies in the way. Blocks of one size are placed in the order of their first use. Beyond ``fittedCount``, the
  /// smallest simply follow each other.
  init(_ requests: [ArenaRequest]) {
    var offsets = Array(repeating: 0, count: requests.count)
    var placed: [(index: Int, end: Int)] = []
    var byteCount = 0
    let order = requests.indices.sorted {
      let (left, right) = (requests[$0], requests[$1])
      return (right.byteCount, left.lifetime.lowerBound, $0) < (left.byteCount, right.lifetime.lowerBound, $1)
    }
    for index in order where requests[index].byteCount > 0 {
      let size = (requests[index].byteCount + Self.alignment - 1) / Self.alignment * Self.alignment
      guard placed.count < Self.fittedCount else {
        offsets[index] = byteCount
        byteCount += size
        continue
      }
      var offset = 0
      for other in placed where requests[other.index].lifetime.overlaps(requests[index].lifetime) {
        if offsets[other.index] >= offset + size { break }
        offset = max(offset, other.end)
      }
      offsets[index] = offset
      byteCount = max(byteCount, offset + size)
      let position = placed.firstIndex { offsets[$0.index] > offset } ?? placed.count
      placed.insert((index, offset + size), at: position)
    }
    self.init(offsets: offsets, byteCount: byteCount + OverReadPadding.byteCount)
  }
}
