extension ImageOrientation {
  /// The orientation that an EXIF block states; nil where it states none, or is broken: what was meant as a help must
  /// not make a picture unreadable.
  ///
  /// The block is a TIFF file: byte order, the number 42, the offset of a directory; a directory is a number of entries
  /// and the entries, of 12 bytes each: tag, type, count, value. (Exif 2.32, 4.5 and 4.6)
  ///
  /// - Parameter exif: The block, from the TIFF header on.
  init?(exif: UnsafeRawBufferPointer) {
    let byteOrder: ByteReader.ByteOrder
    switch (exif.first, exif.dropFirst().first) {
    case (0x49, 0x49): byteOrder = .littleEndian
    case (0x4D, 0x4D): byteOrder = .bigEndian
    default: return nil
    }
    let reader = ByteReader(exif, byteOrder)
    guard reader.uint16(at: 2) == 42,
      let directory = reader.uint32(at: 4).map(Int.init),
      let count = reader.uint16(at: directory)
    else { return nil }

    for index in 0..<Int(count) {
      let entry = directory + 2 + index * 12
      guard let tag = reader.uint16(at: entry) else { return nil }
      guard tag == 0x0112 else { continue }
      // Some writers use LONG (4) where the standard says SHORT (3). A value is stored left-justified in its field.
      let value: UInt32? =
        switch reader.uint16(at: entry + 2) {
        case 3: reader.uint16(at: entry + 8).map(UInt32.init)
        case 4: reader.uint32(at: entry + 8)
        default: nil
        }
      guard let value, let orientation = UInt8(exactly: value).flatMap(ImageOrientation.init(rawValue:)) else {
        return nil
      }
      self = orientation
      return
    }
    return nil
  }
}
