#if canImport(Compression)
import Foundation

/// The entries of a .tar or .tar.gz file: headers of POSIX (ustar and pax) and of GNU's tar.
///
/// Source: IEEE Std 1003.1, "pax", and the GNU tar manual, "Basic Tar Format".
struct TarEntries: ArchiveEntries {
  private let stream: GzipStream
  /// Bytes of the entry that nobody has read.
  private var remaining = 0
  /// Bytes between the entry's end and the next header.
  private var padding = 0
  private var headerByteCount = 0
  private var hasBegun = false

  private static let blockSize = 512
  private static let headerLimit = 1 << 20

  /// - Throws: ``ArchiveProblem/unreadable(_:canGoOn:)`` for what does not begin as such a file.
  init(contentsOfFile path: String) throws(ArchiveProblem) {
    stream = try GzipStream(contentsOfFile: path)
  }

  mutating func next() throws(ArchiveProblem) -> ArchiveEntry? {
    try passOver(remaining + padding)
    (remaining, padding) = (0, 0)
    headerByteCount = 0
    var name: String?
    var size: Int?
    while let header = try nextHeader() {
      switch header.kind {
      case "L": name = Self.text(try record(of: header.size)[...])
      case "x":
        for (key, value) in try Self.attributes(in: record(of: header.size)) {
          switch key {
          case "path": name = value
          case "size": size = Int(value)
          case _ where key.hasPrefix("GNU.sparse"): throw .unreadable("a file with holes", canGoOn: false)
          default: break
          }
        }
      case "K", "g": _ = try record(of: header.size)
      default:
        let isFile = header.kind == "0" || header.kind == "\0" || header.kind == "7"
        // Links and folders have no bytes, whatever their headers say.
        remaining = isFile || !"123456".contains(header.kind) ? size ?? header.size : 0
        guard remaining >= 0, remaining <= Int.max / 2 else { throw Self.damaged }
        padding = Self.padding(behind: remaining)
        return ArchiveEntry(storedName: name ?? header.name, isFile: isFile)
      }
    }
    guard name == nil, size == nil else { throw ArchiveProblem.cut }
    return nil
  }

  mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws(ArchiveProblem) -> Int {
    let room = UnsafeMutableRawBufferPointer(rebasing: buffer[..<min(remaining, buffer.count)])
    guard !room.isEmpty else { return 0 }
    let count = try stream.read(into: room)
    guard count > 0 else { throw ArchiveProblem.cut }
    remaining -= count
    return count
  }

  private static let damaged = ArchiveProblem.unreadable("a header of it is damaged", canGoOn: false)

  private struct Header {
    let name: String
    let size: Int
    let kind: Character
  }

  /// The next header; nil at the end, which is a block of zeros, or that of the file.
  private mutating func nextHeader() throws(ArchiveProblem) -> Header? {
    let block = try bytes(Self.blockSize)
    defer { hasBegun = true }
    guard let block, block.contains(where: { $0 != 0 }) else {
      guard hasBegun || block != nil else { throw ArchiveProblem.cut }
      return nil
    }
    // The sum of all bytes, its own eight counted as spaces.
    let sum = block.indices.reduce(0) { $0 + Int((148..<156).contains($1) ? 0x20 : block[$1]) }
    guard Self.number(block[148..<156]) == sum, let size = Self.number(block[124..<136]) else { throw Self.damaged }
    var name = Self.text(block[0..<100])
    // In archives of GNU's tar, "ustar" is followed by a space, and other things stand where the prefix would.
    if block[257..<263].elementsEqual("ustar\0".utf8), block[345] != 0 {
      name = Self.text(block[345..<500]) + "/" + name
    }
    return Header(name: name, size: size, kind: Character(Unicode.Scalar(block[156])))
  }

  /// The bytes behind a header that is about the entry after it.
  private mutating func record(of size: Int) throws(ArchiveProblem) -> [UInt8] {
    headerByteCount += Self.blockSize
    guard size <= Self.headerLimit - headerByteCount else { throw .longHeader(limit: Self.headerLimit) }
    headerByteCount += size
    guard let record = try bytes(size) else { throw ArchiveProblem.cut }
    try passOver(Self.padding(behind: size))
    return record
  }

  /// The attributes of a pax header: a decimal length of the whole, a space, the key, `=`, the value, a line's end.
  private static func attributes(in record: [UInt8]) throws(ArchiveProblem) -> [(String, String)] {
    var attributes: [(String, String)] = []
    var rest = record[...]
    while let space = rest.firstIndex(of: 0x20) {
      guard let length = Int(text(rest[..<space])), length > space - rest.startIndex + 1, length <= rest.count
      else { throw damaged }
      let attribute = rest[(space + 1)..<(rest.startIndex + length - 1)]
      guard let equals = attribute.firstIndex(of: UInt8(ascii: "=")) else { throw damaged }
      attributes.append((text(attribute[..<equals]), text(attribute[(equals + 1)...])))
      rest = rest[(rest.startIndex + length)...]
    }
    return attributes
  }

  /// Exactly so many bytes; nil where the file ends before the first of them.
  private func bytes(_ count: Int) throws(ArchiveProblem) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    var filled = 0
    while filled < count {
      let read = try bytes.withUnsafeMutableBufferPointer { (buffer) throws(ArchiveProblem) in
        try stream.read(into: UnsafeMutableRawBufferPointer(UnsafeMutableBufferPointer(rebasing: buffer[filled...])))
      }
      if read == 0 {
        guard filled == 0 else { throw ArchiveProblem.cut }
        return nil
      }
      filled += read
    }
    return bytes
  }

  private func passOver(_ count: Int) throws(ArchiveProblem) {
    var count = count
    while count > 0 {
      guard let passed = try bytes(min(count, 1 << 16)) else { throw ArchiveProblem.cut }
      count -= passed.count
    }
  }

  private static func padding(behind size: Int) -> Int { (blockSize - size % blockSize) % blockSize }

  /// Octal digits between spaces and zeros, or, for what is larger, the number itself behind a first bit.
  private static func number(_ field: ArraySlice<UInt8>) -> Int? {
    if let first = field.first, first & 0x80 != 0 {
      return field.dropFirst().reduce(Int(first & 0x7F)) { value, byte in
        value.flatMap { $0 > Int.max >> 9 ? nil : $0 << 8 | Int(byte) }
      }
    }
    let digits = text(field).trimmingCharacters(in: .whitespaces)
    return digits.isEmpty ? 0 : Int(digits, radix: 8).flatMap { $0 < 0 ? nil : $0 }
  }

  /// What stands before the first zero.
  private static func text(_ field: ArraySlice<UInt8>) -> String {
    String(decoding: field.prefix { $0 != 0 }, as: UTF8.self)
  }
}
#endif
