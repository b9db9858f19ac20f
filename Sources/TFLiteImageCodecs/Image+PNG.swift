extension Image {
  /// The picture as a PNG file: 8-bit RGB, not interlaced, without color profile.
  ///
  /// - Throws: ``ImageError/cannotEncode(_:reason:)``, ``ImageError/outOfMemory(byteCount:)``.
  public func pngEncoded() throws(ImageError) -> [UInt8] { try PNGEncoder.encode(self) }

  /// Writes the picture as a PNG file. Nothing half-written is ever seen at `path`: the bytes go to a new file beside
  /// it, which then takes its place.
  ///
  /// - Throws: ``ImageError/inFile(path:_:)``, which holds what is wrong: the folder is missing, may not be written to,
  ///   or the disk is full.
  public func write(pngTo path: String) throws(ImageError) {
    do throws(ImageError) {
      try FileWriting.replaceFile(at: path, with: try pngEncoded())
    } catch {
      throw .inFile(path: path, error)
    }
  }
}
