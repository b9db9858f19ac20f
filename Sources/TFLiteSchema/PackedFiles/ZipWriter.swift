/// Writes a ZIP archive from front to back: before the bytes of each file its header, and a directory behind the last.
///
/// The directory counts from the start of the file that the archive is in.
package struct ZipWriter {
  /// Where the next header begins.
  private var offset: Int
  private var directory: [UInt8] = []
  private var fileCount = 0

  /// - Parameter offset: how many bytes stand before the archive.
  package init(offset: Int = 0) { self.offset = offset }

  /// What the archive says of a file.
  package struct Entry {
    fileprivate let name: String
    fileprivate let method: UInt16
    fileprivate let storedSize: UInt32
    fileprivate let size: UInt32
    fileprivate let checksum: UInt32

    /// A file that is not compressed.
    ///
    /// - Parameter pieces: its bytes, one piece behind the other.
    /// - Throws: ``ModelError/invalidArchive(reason:)`` for a name or a size that an archive cannot have.
    package init(name: String, pieces: [[UInt8]]) throws(ModelError) {
      try PackedFile.verify(name: name)
      guard let size = UInt32(exactly: pieces.reduce(0) { $0 + $1.count }) else {
        throw .invalidArchive(reason: "'\(name)' is larger than 4 GB")
      }
      var checksum = CRC32()
      for piece in pieces { piece.withUnsafeBytes { checksum.update($0) } }
      (self.name, method, storedSize, self.size, self.checksum) = (name, 0, size, size, checksum.value)
    }

    fileprivate init(_ file: PackedFile) {
      (name, method, storedSize) = (file.name, file.method, UInt32(file.storedBytes.count))
      (size, checksum) = (file.size, file.checksum)
    }
  }

  /// What stands before the bytes of a file, which have to follow.
  ///
  /// - Throws: ``ModelError/invalidArchive(reason:)`` if the archive reaches beyond 4 GB, or has too many files.
  package mutating func header(of file: Entry) throws(ModelError) -> [UInt8] {
    guard let start = UInt32(exactly: offset), fileCount < UInt16.max else { throw Self.tooLarge }
    var header: [UInt8] = []
    Self.append(0x0403_4B50 as UInt32, to: &header)
    Self.appendProperties(of: file, to: &header)
    header += file.name.utf8
    appendDirectoryEntry(of: file, at: start)
    offset += header.count + Int(file.storedSize)
    fileCount += 1
    return header
  }

  /// What stands behind the last file.
  ///
  /// - Throws: ``ModelError/invalidArchive(reason:)`` if the archive reaches beyond 4 GB.
  package func end() throws(ModelError) -> [UInt8] {
    guard let start = UInt32(exactly: offset), let size = UInt32(exactly: directory.count),
      let count = UInt16(exactly: fileCount)
    else { throw Self.tooLarge }
    var end = directory
    Self.append(0x0605_4B50 as UInt32, to: &end)
    Self.append(0 as UInt32, to: &end)  // Part, and part of the directory.
    Self.append(count, to: &end)
    Self.append(count, to: &end)
    Self.append(size, to: &end)
    Self.append(start, to: &end)
    Self.append(0 as UInt16, to: &end)  // Comment.
    return end
  }

  /// Appends an archive to a file.
  ///
  /// - Throws: ``ModelError/invalidArchive(reason:)`` if the archive reaches beyond 4 GB.
  package static func append(_ files: [PackedFile], to bytes: inout [UInt8]) throws(ModelError) {
    guard !files.isEmpty else { return }
    var writer = ZipWriter(offset: bytes.count)
    for file in files {
      bytes += try writer.header(of: Entry(file))
      file.storedBytes.withUnsafeBytes { bytes.append(contentsOf: $0) }
    }
    bytes += try writer.end()
  }

  private static let tooLarge = ModelError.invalidArchive(reason: "the archive does not fit into 4 GB")

  private mutating func appendDirectoryEntry(of file: Entry, at start: UInt32) {
    Self.append(0x0201_4B50 as UInt32, to: &directory)
    Self.append(20 as UInt16, to: &directory)  // Version of the format that is written.
    Self.appendProperties(of: file, to: &directory)
    Self.append(0 as UInt16, to: &directory)  // Comment.
    Self.append(0 as UInt16, to: &directory)  // Part.
    Self.append(0 as UInt16, to: &directory)  // Attributes.
    Self.append(0 as UInt32, to: &directory)
    Self.append(start, to: &directory)
    directory += file.name.utf8
  }

  /// What a header and a directory entry have in common.
  private static func appendProperties(of file: Entry, to bytes: inout [UInt8]) {
    append(20 as UInt16, to: &bytes)  // Version of the format that is needed.
    append(0x800 as UInt16, to: &bytes)  // The name is UTF-8.
    append(file.method, to: &bytes)
    append(0 as UInt16, to: &bytes)  // Time and day: the first of the format, so that equal models are equal files.
    append(0x21 as UInt16, to: &bytes)
    append(file.checksum, to: &bytes)
    append(file.storedSize, to: &bytes)
    append(file.size, to: &bytes)
    append(UInt16(file.name.utf8.count), to: &bytes)
    append(0 as UInt16, to: &bytes)  // Extra fields.
  }

  private static func append(_ number: some FixedWidthInteger, to bytes: inout [UInt8]) {
    withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
  }
}
