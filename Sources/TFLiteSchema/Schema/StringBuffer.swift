import TFLiteFlatBuffers

/// The strings of a tensor as files and TFLite's interfaces hold them: their number, the offset of each and of the end, 32
/// bits each and little-endian, and then the bytes of all. An offset counts from the start of the number.
///
/// Source: `tflite/string_util.h`.
public struct StringBuffer: Sendable {
  /// Why bytes are no strings.
  package struct Problem: Error, CustomStringConvertible {
    package let description: String
  }

  private let bytes: ByteSlice
  /// The number of strings.
  public let count: Int

  /// Finds the strings in some bytes, of which nothing is copied.
  ///
  /// - Parameter count: how many there must be; nil takes the number in the bytes.
  /// - Throws: ``Problem`` where offsets do not ascend or lead elsewhere, and where there are more or fewer strings.
  package init(_ bytes: ByteSlice, count expected: Int? = nil) throws(Problem) {
    func invalid(_ reason: String) -> Problem { Problem(description: reason) }
    self.bytes = bytes
    guard bytes.count >= 8 else { throw invalid("\(bytes.count) bytes are too few for strings") }
    let stored = Self.number(at: 0, of: bytes)
    count = expected ?? stored
    guard stored == count else { throw invalid("it holds \(stored) strings instead of \(count)") }
    guard count >= 0 else { throw invalid("it holds \(count) strings") }
    guard count <= bytes.count / 4 - 2 else { throw invalid("\(bytes.count) bytes are too few for \(count) strings") }
    var previous = 4 * (count + 2)
    for index in 1...count + 1 {
      let offset = Self.number(at: index, of: bytes)
      guard offset >= previous, offset <= bytes.count else {
        throw invalid("the offset \(offset) of string \(index - 1) is not between \(previous) and \(bytes.count)")
      }
      previous = offset
    }
  }

  /// The bytes of a string, which must be one of ``count``.
  public subscript(index: Int) -> ByteSlice {
    bytes[Self.number(at: index + 1, of: bytes)..<Self.number(at: index + 2, of: bytes)]
  }

  private static func number(at index: Int, of bytes: ByteSlice) -> Int {
    bytes[4 * index..<4 * index + 4].withUnsafeBytes { Int(Int32(littleEndian: $0.loadUnaligned(as: Int32.self))) }
  }

  /// The bytes that hold some strings.
  ///
  /// - Parameter limit: the most bytes that there may be.
  /// - Returns: nil where there would be more, or more than offsets of 32 bits can count.
  package static func bytes(of strings: [ByteSlice], limit: Int = .max) -> [UInt8]? {
    var contentByteCount = 0
    for string in strings where contentByteCount <= limit { contentByteCount &+= string.count }
    guard let total = byteCount(of: strings.count, holding: contentByteCount), total <= limit else { return nil }
    return bytes(of: strings, count: strings.count, byteCount: total)
  }

  /// How many bytes hold some strings.
  ///
  /// - Parameters:
  ///   - count: how many strings there are.
  ///   - contentByteCount: how many bytes all of them have together.
  /// - Returns: nil where there would be more than offsets of 32 bits can count.
  package static func byteCount(of count: Int, holding contentByteCount: Int) -> Int? {
    let (header, overflow) = (count + 2).multipliedReportingOverflow(by: 4)
    guard !overflow else { return nil }
    let total = header.addingReportingOverflow(contentByteCount)
    return total.overflow || total.partialValue > Int(Int32.max) ? nil : total.partialValue
  }

  /// The bytes that hold strings which are found one by one.
  ///
  /// - Parameters:
  ///   - strings: are gone through twice.
  ///   - count: how many there are.
  ///   - byteCount: what ``byteCount(of:holding:)`` says of them.
  package static func bytes(of strings: some Sequence<ByteSlice>, count: Int, byteCount: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(byteCount)
    func append(_ number: Int) { withUnsafeBytes(of: Int32(number).littleEndian) { bytes += $0 } }
    append(count)
    var offset = 4 * (count + 2)
    for string in strings {
      append(offset)
      offset += string.count
    }
    append(offset)
    for string in strings { string.withUnsafeBytes { bytes += $0 } }
    return bytes
  }
}
