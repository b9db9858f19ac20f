import TFLiteCLibrary

#if !canImport(ImageIO)
import CTFLiteImageCodecs
#endif

/// The memory of pictures that come and go.
package enum PixelMemory {
  /// Has the process keep what pictures free, for the next ones: what the system gets back, it has to clear page by
  /// page before it gives it out again, which costs up to a tenth of the time that a photograph takes. Only GNU's C
  /// library can be told so.
  package static func keepFreed() {
    #if !canImport(ImageIO)
    tflite_keep_freed_pictures()
    #endif
  }
}

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
