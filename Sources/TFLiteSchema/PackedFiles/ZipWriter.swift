/// Appends a ZIP archive to a file, with its directory counting from the start of the file.
package enum ZipWriter {
  /// - Throws: ``ModelError/invalidArchive(reason:)`` if the archive reaches beyond 4 GB.
  package static func append(_ files: [PackedFile], to bytes: inout [UInt8]) throws(ModelError) {
    guard !files.isEmpty else { return }
    var directory: [UInt8] = []
    for file in files {
      guard let offset = UInt32(exactly: bytes.count) else { throw tooLarge }
      appendLocalHeader(of: file, to: &bytes)
      file.storedBytes.withUnsafeBytes { bytes.append(contentsOf: $0) }
      appendDirectoryEntry(of: file, at: offset, to: &directory)
    }
    guard let offset = UInt32(exactly: bytes.count), let size = UInt32(exactly: directory.count),
      let count = UInt16(exactly: files.count)
    else { throw tooLarge }
    bytes += directory
    append(0x0605_4B50 as UInt32, to: &bytes)
    append(0 as UInt32, to: &bytes)  // Part, and part of the directory.
    append(count, to: &bytes)
    append(count, to: &bytes)
    append(size, to: &bytes)
    append(offset, to: &bytes)
    append(0 as UInt16, to: &bytes)  // Comment.
  }

  private static let tooLarge = ModelError.invalidArchive(reason: "the archive does not fit into 4 GB")

  private static func appendLocalHeader(of file: PackedFile, to bytes: inout [UInt8]) {
    append(0x0403_4B50 as UInt32, to: &bytes)
    appendProperties(of: file, to: &bytes)
    bytes += file.name.utf8
  }

  private static func appendDirectoryEntry(of file: PackedFile, at offset: UInt32, to bytes: inout [UInt8]) {
    append(0x0201_4B50 as UInt32, to: &bytes)
    append(20 as UInt16, to: &bytes)  // Version of the format that is written.
    appendProperties(of: file, to: &bytes)
    append(0 as UInt16, to: &bytes)  // Comment.
    append(0 as UInt16, to: &bytes)  // Part.
    append(0 as UInt16, to: &bytes)  // Attributes.
    append(0 as UInt32, to: &bytes)
    append(offset, to: &bytes)
    bytes += file.name.utf8
  }

  /// What a header and a directory entry have in common.
  private static func appendProperties(of file: PackedFile, to bytes: inout [UInt8]) {
    append(20 as UInt16, to: &bytes)  // Version of the format that is needed.
    append(0x800 as UInt16, to: &bytes)  // The name is UTF-8.
    append(file.method, to: &bytes)
    append(0 as UInt16, to: &bytes)  // Time and day: the first of the format, so that equal models are equal files.
    append(0x21 as UInt16, to: &bytes)
    append(file.checksum, to: &bytes)
    append(UInt32(file.storedBytes.count), to: &bytes)
    append(file.size, to: &bytes)
    append(UInt16(file.name.utf8.count), to: &bytes)
    append(0 as UInt16, to: &bytes)  // Extra fields.
  }

  private static func append(_ number: some FixedWidthInteger, to bytes: inout [UInt8]) {
    withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
  }
}
