extension Range<Int> {
  /// Calls `body` with each image that has some of these rows or pixels, which are counted through all images, and with
  /// which of its own they are.
  @inline(__always)
  func forEachImage(of size: Int, _ body: (_ image: Int, _ part: Range<Int>) -> Void) {
    for image in lowerBound / size..<(upperBound + size - 1) / size {
      let first = image * size
      let some = clamped(to: first..<first + size)
      body(image, some.lowerBound - first..<some.upperBound - first)
    }
  }
}
