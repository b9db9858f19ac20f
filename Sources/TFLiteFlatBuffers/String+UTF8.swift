extension String {
  /// The text that `bytes` are in UTF-8. `position` is where they are, for the error.
  init(validatingUTF8 bytes: ByteSlice, at position: Int) throws(FlatBufferError) {
    var text = bytes.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
    // Decoding repairs what is not UTF-8, and then the bytes differ.
    let same = bytes.withUnsafeBytes { bytes in text.withUTF8 { UnsafeRawBufferPointer($0).elementsEqual(bytes) } }
    guard same else { throw .malformed(what: "the string", position: position, reason: "it is not UTF-8") }
    self = text
  }
}
