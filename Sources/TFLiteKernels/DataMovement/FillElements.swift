extension UnsafeMutableRawPointer {
  /// Stores the same bytes again and again.
  ///
  /// - Parameter element: the bytes of one element; at least one.
  func fill(with element: UnsafeRawBufferPointer, count: Int) {
    guard let first = element.first, count > 0 else { return }
    if element.allSatisfy({ $0 == first }) {
      initializeMemory(as: UInt8.self, repeating: first, count: count * element.count)
      return
    }
    UnsafeMutableRawBufferPointer(start: self, count: element.count).copyMemory(from: element)
    // What is there already is doubled until all is there.
    var filled = element.count
    let total = count * element.count
    while filled < total {
      let next = min(filled, total - filled)
      (self + filled).copyMemory(from: self, byteCount: next)
      filled += next
    }
  }
}
