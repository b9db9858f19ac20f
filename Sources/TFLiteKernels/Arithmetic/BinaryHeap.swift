/// A binary heap whose top is the element that sorts last.
///
/// Where elements are equal, the order of moves decides which comes first. It is that of libstdc++'s heap functions,
/// because the C library's results depend on it.
struct BinaryHeap<Element> {
  private var elements: [Element]
  private let precedes: (Element, Element) -> Bool

  /// Makes a heap of some elements; `precedes` says whether its first argument sorts before its second.
  init(_ elements: [Element] = [], precedes: @escaping (Element, Element) -> Bool) {
    self.elements = elements
    self.precedes = precedes
    guard elements.count >= 2 else { return }
    for parent in (0...(elements.count - 2) / 2).reversed() {
      sift(elements[parent], from: parent, count: elements.count)
    }
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
    for end in (1..<max(1, elements.count)).reversed() {
      let last = elements[end]
      elements[end] = elements[0]
      sift(last, from: 0, count: end)
    }
    return elements
  }

  /// Moves the hole at `start` down to a leaf, then the value up from there.
  private mutating func sift(_ value: Element, from start: Int, count: Int) {
    var hole = start
    var child = start
    while child < (count - 1) / 2 {
      child = 2 * (child + 1)
      if precedes(elements[child], elements[child - 1]) { child -= 1 }
      elements[hole] = elements[child]
      hole = child
    }
    if count % 2 == 0, child == (count - 2) / 2 {
      child = 2 * child + 1
      elements[hole] = elements[child]
      hole = child
    }
    raise(value, from: hole, to: start)
  }

  /// Moves the hole up while its parent sorts before the value, then fills it.
  private mutating func raise(_ value: Element, from start: Int, to top: Int) {
    var hole = start
    while hole > top, precedes(elements[(hole - 1) / 2], value) {
      elements[hole] = elements[(hole - 1) / 2]
      hole = (hole - 1) / 2
    }
    elements[hole] = value
  }
}
