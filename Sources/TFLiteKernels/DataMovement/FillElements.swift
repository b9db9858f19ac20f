extension UnsafeMutableRawPointer {
  /// Stores the same bytes again and again.
  ///
  /// - Parameter element: the bytes of one element; at least one.
  func fill(with element: UnsafeRawBufferPointer, count: Int, _ workers: any Workers) {
    guard let first = element.first, count > 0 else { return }
    if element.allSatisfy({ $0 == first }) {
      return fill(with: first, byteCount: count * element.count, workers)
    }
    UnsafeMutableRawBufferPointer(start: self, count: element.count).copyMemory(from: element)
    // What is there already is doubled until all is there.
    var filled = element.count
    let total = count * element.count
    while filled < total {
      let next = min(filled, total - filled)
      (self + filled).copyMemory(from: self, byteCount: next, workers)
      if workers.isStopped { return }
      filled += next
    }
  }
}
