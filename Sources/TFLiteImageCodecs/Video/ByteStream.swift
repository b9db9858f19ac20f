/// Reads a pipe or file from its beginning to its end, and never waits for more than what is asked for.
struct ByteStream {
  private let file: Int32
  /// What was read and not taken yet: the bytes from `start` on.
  private var buffer: [UInt8] = []
  private var start = 0
  /// How many bytes were taken.
  private(set) var position = 0

  init(_ file: Int32) { self.file = file }

  private var count: Int { buffer.count - start }

  /// Sees to it that so many bytes are in the buffer, if there are so many.
  ///
  /// - Returns: how many of them there are.
  mutating func fill(_ wanted: Int) throws(ImageError) -> Int {
    if start > 0, start == buffer.count || start > 1 << 16 {
      buffer.removeFirst(start)
      start = 0
    }
    while count < wanted {
      if try FileReading.appendSome(to: &buffer, from: file, upTo: max(wanted - count, 1 << 12)) == 0 { break }
    }
    return min(count, wanted)
  }

  /// The next bytes, which stay where they are; fewer at the end.
  mutating func peek(_ wanted: Int) throws(ImageError) -> ArraySlice<UInt8> {
    let available = try fill(wanted)
    return buffer[start..<start + available]
  }

  /// Passes over bytes that were peeked at.
  mutating func skip(_ number: Int) {
    start += number
    position += number
  }

  /// The next bytes; fewer at the end. Memory grows with what comes, not with what is asked for.
  mutating func take(_ wanted: Int) throws(ImageError) -> [UInt8] {
    let buffered = min(wanted, count)
    var bytes = Array(buffer[start..<start + buffered])
    try FileReading.append(to: &bytes, from: file, upTo: wanted - buffered)
    skip(buffered)
    position += bytes.count - buffered
    return bytes
  }

  /// The bytes up to a line feed, which is passed over; nil where none comes within the limit.
  mutating func line(upTo limit: Int) throws(ImageError) -> [UInt8]? {
    var length = 0
    while length < limit {
      let bytes = try peek(length + 1)
      guard bytes.count > length else { return nil }
      if bytes[bytes.startIndex + length] == 0x0A {
        let line = Array(bytes.dropLast())
        skip(length + 1)
        return line
      }
      length += 1
    }
    return nil
  }
}
