import TFLiteCLibrary

extension [UInt8] {
  /// An array of `count` bytes, all of which `fill` has to write.
  ///
  /// The standard library ends the process where the system refuses memory, so a large block is first asked for
  /// in a way that can fail.
  ///
  /// - Throws: ``ImageError/outOfMemory(byteCount:)``, and what `fill` throws.
  init(
    uninitialized count: Int, filledBy fill: (UnsafeMutableBufferPointer<UInt8>) throws(ImageError) -> Void
  ) throws(ImageError) {
    if count >= 1 << 24 {
      guard let probe = malloc(count) else { throw .outOfMemory(byteCount: count) }
      free(probe)
    }
    try self.init(unsafeUninitializedCapacity: count) { (buffer, initializedCount) throws(ImageError) in
      try fill(UnsafeMutableBufferPointer(rebasing: buffer[..<count]))
      initializedCount = count
    }
  }
}
