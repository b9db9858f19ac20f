/// A binary heap whose top is the element that sorts last.
///
/// Where elements are equal, the order of moves decides which comes first. It is that of libstdc++'s heap functions,
/// because the C library's results depend on it.
///
/// - Complexity: O(*n*) to make a heap of *n* elements, O(log *n*) to add, replace or remove one, O(*n* log *n*) to
///   sort all.
struct BinaryHeap<Element> {
  private var elements: [Element]
  private let precedes: (Element, Element) -> Bool

  /// Makes a heap of some elements; `precedes` says whether its first argument sorts before its second.
  init(_ elements: [Element] = [], precedes: @escaping (Element, Element) -> Bool) {
    self.elements = elements
    self.precedes = precedes
    self.elements.withUnsafeMutableBufferPointer { $0.makeHeap(precedes) }
  }

  /// The same; nil where the run is stopped before.
  init?(_ elements: [Element], _ watch: inout StopWatch, precedes: @escaping (Element, Element) -> Bool) {
    self.elements = elements
    self.precedes = precedes
    guard self.elements.withUnsafeMutableBufferPointer({ $0.makeHeap(&watch, precedes) }) else { return nil }
  }

  var count: Int { elements.count }

  /// The element that sorts last; nil where there is none.
  var top: Element? { elements.first }

  /// Replaces the top if the new element sorts before it.
  mutating func offer(_ element: Element) {
    guard precedes(element, elements[0]) else { return }
    sift(element, from: 0, count: elements.count)
  }

  /// Adds an element.
  mutating func push(_ element: Element) {
    elements.append(element)
    raise(element, from: elements.count - 1, to: 0)
  }

  /// Removes and returns the element that sorts last.
  mutating func popTop() -> Element? {
    guard let last = elements.popLast() else { return nil }
    guard let top = elements.first else { return last }
    sift(last, from: 0, count: elements.count)
    return top
  }

  /// Takes the top to the end of the heap until nothing is left.
  mutating func sorted() -> [Element] {
    elements.withUnsafeMutableBufferPointer { $0.sortHeap(precedes) }
    return elements
  }

  /// The same; nil where the run is stopped before.
  mutating func sorted(_ watch: inout StopWatch) -> [Element]? {
    for end in (1..<max(1, elements.count)).reversed() {
      if watch.isOver(after: 64) { return nil }
      elements.withUnsafeMutableBufferPointer { $0.moveTop(to: end, precedes) }
    }
    return elements
  }

  /// Moves the hole at `start` down to a leaf, then the value up from there.
  private mutating func sift(_ value: Element, from start: Int, count: Int) {
    elements.withUnsafeMutableBufferPointer { $0.sift(value, from: start, count: count, precedes) }
  }

  /// Moves the hole up while its parent sorts before the value, then fills it.
  private mutating func raise(_ value: Element, from start: Int, to top: Int) {
    elements.withUnsafeMutableBufferPointer { $0.raise(value, from: start, to: top, precedes) }
  }
}

// The moves themselves, on memory of any origin.
extension UnsafeMutableBufferPointer {
  /// Brings elements into the order of a heap.
  func makeHeap(_ precedes: (Element, Element) -> Bool) {
    var watch = StopWatch(nil)
    _ = makeHeap(&watch, precedes)
  }

  /// The same, until the run is stopped.
  ///
  /// - Returns: false where the run is stopped before.
  func makeHeap(_ watch: inout StopWatch, _ precedes: (Element, Element) -> Bool) -> Bool {
    guard count >= 2 else { return true }
    for parent in (0...(count - 2) / 2).reversed() {
      if watch.isOver(after: 16) { return false }
      sift(self[parent], from: parent, count: count, precedes)
    }
    return true
  }

  /// Takes the top to the end of the heap until nothing is left.
  func sortHeap(_ precedes: (Element, Element) -> Bool) {
    for end in (1..<Swift.max(1, count)).reversed() { moveTop(to: end, precedes) }
  }

  /// Takes the top of the heap to its last place, `end`, which is not part of it any more.
  func moveTop(to end: Int, _ precedes: (Element, Element) -> Bool) {
    let last = self[end]
    self[end] = self[0]
    sift(last, from: 0, count: end, precedes)
  }

  /// Moves the hole at `start` down to a leaf of the heap's first `count` elements, then the value up from there.
  func sift(_ value: Element, from start: Int, count: Int, _ precedes: (Element, Element) -> Bool) {
    var hole = start
    var child = start
    while child < (count - 1) / 2 {
      child = 2 * (child + 1)
      if precedes(self[child], self[child - 1]) { child -= 1 }
      self[hole] = self[child]
      hole = child
    }
    if count % 2 == 0, child == (count - 2) / 2 {
      child = 2 * child + 1
      self[hole] = self[child]
      hole = child
    }
    raise(value, from: hole, to: start, precedes)
  }

  /// Moves the hole up while its parent sorts before the value, then fills it.
  func raise(_ value: Element, from start: Int, to top: Int, _ precedes: (Element, Element) -> Bool) {
    var hole = start
    while hole > top, precedes(self[(hole - 1) / 2], value) {
      self[hole] = self[(hole - 1) / 2]
      hole = (hole - 1) / 2
    }
    self[hole] = value
  }
}
