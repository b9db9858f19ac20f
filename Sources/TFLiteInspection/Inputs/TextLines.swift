import TFLiteFlatBuffers
import TFLiteSchema

/// The lines of a text, found one by one as often as they are gone through: a list of them takes 24 bytes for each, which a
/// text of line ends has one of.
struct TextLines: Sequence {
  private let text: ByteSlice
  /// How many there are. What stands behind the last line end is one, too, unless it is nothing.
  let count: Int
  /// How many bytes a tensor of them takes; nil where that is more than one can have.
  let bufferByteCount: Int?

  private static let end = UInt8(ascii: "\n")

  init(_ text: ByteSlice) {
    self.text = text
    let endCount = text.withUnsafeBytes { bytes in bytes.count { $0 == Self.end } }
    let isOpen = !text.isEmpty && text[text.count - 1] != Self.end
    count = isOpen ? endCount + 1 : endCount
    bufferByteCount = StringBuffer.byteCount(of: count, holding: text.count - endCount)
  }

  func makeIterator() -> Iterator { Iterator(text) }

  struct Iterator: IteratorProtocol {
    private let text: ByteSlice
    /// Where the next line begins.
    private var start = 0

    init(_ text: ByteSlice) { self.text = text }

    mutating func next() -> ByteSlice? {
      guard start < text.count else { return nil }
      let first = start
      let end = text.withUnsafeBytes { bytes in bytes[first...].firstIndex(of: TextLines.end) } ?? text.count
      start = end + 1
      return text[first..<end]
    }
  }
}
