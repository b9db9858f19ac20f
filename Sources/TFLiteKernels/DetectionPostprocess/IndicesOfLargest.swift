/// The positions of the largest values, largest first.
///
/// One position: the first maximum. Several: equal values come in the order in which libstdc++'s `std::partial_sort`
/// leaves them, because the C library's results depend on it: a heap of the first `count` positions, whose smallest
/// is replaced whenever a later value is strictly larger, sorted at the end.
func indicesOfLargest(_ count: Int, in values: ArraySlice<Float>) -> [Int] {
  let first = values.startIndex
  if count == 1 {
    var best = first
    for index in values.indices where values[index] > values[best] || values[best].isNaN { best = index }
    return [best - first]
  }
  var heap = PartialSortHeap(positions: Array(0..<count)) { values[first + $0] > values[first + $1] }
  for position in count..<max(count, values.count) { heap.offer(position) }
  return heap.sorted()
}

/// A binary heap whose top is the position that sorts last. The order of moves is that of libstdc++'s heap functions.
private struct PartialSortHeap {
  private var positions: [Int]
  private let precedes: (Int, Int) -> Bool

  init(positions: [Int], precedes: @escaping (Int, Int) -> Bool) {
    self.positions = positions
    self.precedes = precedes
    guard positions.count >= 2 else { return }
    for parent in (0...(positions.count - 2) / 2).reversed() {
      sift(self.positions[parent], from: parent, count: positions.count)
    }
  }

  /// Replaces the top if the new position sorts before it.
  mutating func offer(_ position: Int) {
    guard precedes(position, positions[0]) else { return }
    sift(position, from: 0, count: positions.count)
  }

  /// Takes the top to the end of the heap until nothing is left.
  mutating func sorted() -> [Int] {
    for end in (1..<max(1, positions.count)).reversed() {
      let last = positions[end]
      positions[end] = positions[0]
      sift(last, from: 0, count: end)
    }
    return positions
  }

  /// Moves the hole at `start` down to a leaf, then the value up from there.
  private mutating func sift(_ value: Int, from start: Int, count: Int) {
    var hole = start
    var child = start
    while child < (count - 1) / 2 {
      child = 2 * (child + 1)
      if precedes(positions[child], positions[child - 1]) { child -= 1 }
      positions[hole] = positions[child]
      hole = child
    }
    if count % 2 == 0, child == (count - 2) / 2 {
      child = 2 * child + 1
      positions[hole] = positions[child]
      hole = child
    }
    while hole > start, precedes(positions[(hole - 1) / 2], value) {
      positions[hole] = positions[(hole - 1) / 2]
      hole = (hole - 1) / 2
    }
    positions[hole] = value
  }
}
