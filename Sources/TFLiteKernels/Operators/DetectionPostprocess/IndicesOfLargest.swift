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
  var heap = BinaryHeap(Array(0..<count)) { values[first + $0] > values[first + $1] }
  for position in count..<max(count, values.count) { heap.offer(position) }
  return heap.sorted()
}
