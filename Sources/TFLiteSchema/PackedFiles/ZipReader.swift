import TFLiteFlatBuffers

/// Reads the directory of a ZIP archive at the end of a file (PKWARE's APPNOTE, sections 4.3 and 4.4).
///
/// Archives behind a model are small and plain: one part, no encryption, no 64-bit sizes.
package struct ZipReader {
  private let file: ByteSlice

  package init(_ file: ByteSlice) { self.file = file }

  private enum Signature {
    static let localHeader: UInt32 = 0x0403_4B50
    static let directoryEntry: UInt32 = 0x0201_4B50
    static let endOfDirectory: UInt32 = 0x0605_4B50
  }

  private enum Size {
    static let localHeader = 30
    static let directoryEntry = 46
    static let endOfDirectory = 22
    static let longestComment = Int(UInt16.max)
  }

  /// Whether the file ends with an archive, be it a broken one.
  package var isArchive: Bool { endOfDirectory() != nil }

  /// The files of the archive; none if the file does not end with an archive.
  package func files() throws(ModelError) -> [PackedFile] {
    guard let end = endOfDirectory() else { return [] }
    let count = Int(number(at: end + 10, as: UInt16.self))
    let directorySize = Int(number(at: end + 12, as: UInt32.self))
    let directoryOffset = Int(number(at: end + 16, as: UInt32.self))
    guard number(at: end + 4, as: UInt32.self) == 0, Int(number(at: end + 8, as: UInt16.self)) == count else {
      throw .invalidArchive(reason: "it has several parts")
    }
    // Offsets count from the start of the file, or from the start of an archive that was only appended.
    let directory = end - directorySize
    let start = directory - directoryOffset
    guard directory >= 0, start >= 0 else {
      throw .invalidArchive(
        reason: "its directory of \(directorySize) bytes at \(directoryOffset) does not end where it should, at \(end)")
    }
    var files: [PackedFile] = []
    var names: Set<String> = []
    var position = directory
    for index in 0..<count {
      let (file, next) = try entry(at: position, index: index, directory: directory..<end, archiveStart: start)
      position = next
      guard let file else { continue }
      guard names.insert(file.name).inserted else {
        throw .invalidArchive(reason: "there are two files named '\(file.name)'")
      }
      files.append(file)
    }
    guard position == end else {
      throw .invalidArchive(reason: "its directory has \(end - position) bytes more than \(count) entries")
    }
    return files
  }

  /// Where the record at the end of the archive is: the last one whose comment ends with the file.
  private func endOfDirectory() -> Int? {
    let last = file.count - Size.endOfDirectory
    guard last >= 0 else { return nil }
    // A file without an archive is searched wherever one could be.
    return file.withUnsafeBytes { bytes in
      stride(from: last, through: max(0, last - Size.longestComment), by: -1).first { position in
        UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: position, as: UInt32.self))
          == Signature.endOfDirectory
          && position + Size.endOfDirectory + Int(number(at: position + 20, as: UInt16.self)) == bytes.count
      }
    }
  }

  /// The entry of the directory at `position`, or nil if it is a folder, and where the next one is.
  private func entry(
    at position: Int, index: Int, directory: Range<Int>, archiveStart: Int
  ) throws(ModelError) -> (PackedFile?, next: Int) {
    guard position <= directory.upperBound - Size.directoryEntry,
      number(at: position, as: UInt32.self) == Signature.directoryEntry
    else { throw .invalidArchive(reason: "its directory has no entry \(index)") }
    let flags = number(at: position + 8, as: UInt16.self)
    let method = number(at: position + 10, as: UInt16.self)
    let checksum = number(at: position + 16, as: UInt32.self)
    let storedSize = number(at: position + 20, as: UInt32.self)
    let size = number(at: position + 24, as: UInt32.self)
    let nameLength = Int(number(at: position + 28, as: UInt16.self))
    let extraLength = Int(number(at: position + 30, as: UInt16.self))
    let commentLength = Int(number(at: position + 32, as: UInt16.self))
    let offset = Int(number(at: position + 42, as: UInt32.self))
    let next = position + Size.directoryEntry + nameLength + extraLength + commentLength
    guard next <= directory.upperBound else {
      throw .invalidArchive(reason: "entry \(index) reaches out of its directory")
    }

    let nameBytes = file[position + Size.directoryEntry..<position + Size.directoryEntry + nameLength]
    let name = nameBytes.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
    if name.hasSuffix("/") { return (nil, next) }
    try PackedFile.verify(name: name)
    guard flags & 1 == 0 else { throw .invalidArchive(reason: "'\(name)' is encrypted") }
    guard storedSize != .max, size != .max, offset != Int(UInt32.max) else {
      throw .invalidArchive(reason: "'\(name)' has 64-bit sizes")
    }
    guard method != 0 || size == storedSize else {
      throw .invalidArchive(reason: "'\(name)' is not compressed, but has two sizes, \(storedSize) and \(size)")
    }
    let bytes = try storedBytes(
      of: name, nameBytes, at: archiveStart + offset, count: Int(storedSize), limit: directory.lowerBound)
    return (PackedFile(name: name, storedBytes: bytes, method: method, size: size, checksum: checksum), next)
  }

  /// The bytes behind the header of a file, which states its name again. They end before `limit`.
  private func storedBytes(
    of name: String, _ nameBytes: ByteSlice, at header: Int, count: Int, limit: Int
  ) throws(ModelError) -> ByteSlice {
    guard header <= limit - Size.localHeader, number(at: header, as: UInt32.self) == Signature.localHeader else {
      throw .invalidArchive(reason: "'\(name)' is not at byte \(header), where it should be")
    }
    let nameLength = Int(number(at: header + 26, as: UInt16.self))
    let extraLength = Int(number(at: header + 28, as: UInt16.self))
    let start = header + Size.localHeader + nameLength + extraLength
    guard start <= limit, count <= limit - start else {
      throw .invalidArchive(reason: "'\(name)' has \(count) bytes at byte \(start), which reach into the directory")
    }
    guard file[header + Size.localHeader..<header + Size.localHeader + nameLength] == nameBytes else {
      throw .invalidArchive(reason: "'\(name)' has another name at byte \(header)")
    }
    return file[start..<start + count]
  }

  /// A number at a position that is known to be in the file.
  private func number<Number: FixedWidthInteger>(at position: Int, as type: Number.Type) -> Number {
    file[position..<position + MemoryLayout<Number>.size].withUnsafeBytes {
      Number(littleEndian: $0.loadUnaligned(as: Number.self))
    }
  }
}
