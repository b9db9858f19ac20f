import Foundation

/// What an archive's entries hold, read to the end of each, up to a limit for all of them together.
///
/// A small archive can be made to unpack to any size: everything that is decompressed counts, wanted or not.
struct EntryContents: ~Copyable {
  private let reader: ArchiveReader
  private let limit: Int
  private var byteCount = 0
  private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
  /// What an entry costs even if it is empty: the size of its header in a .tar file.
  private static let headerByteCount = 512

  init(_ reader: ArchiveReader, limit: Int) {
    self.reader = reader
    self.limit = limit
  }

  deinit { buffer.deallocate() }

  /// Counts an entry.
  mutating func begin() throws(ArchiveProblem) { try spend(Self.headerByteCount) }

  /// Reads an entry that nobody wants. It need not be of a kind that can be unpacked.
  mutating func passOver() throws(ArchiveProblem) {
    do {
      while try !nextBytes().isEmpty {}
    } catch {
      guard case .unreadable(_, canGoOn: true) = error else { throw error }
    }
  }

  /// Writes an entry into a file.
  mutating func write(to file: URL, limit: Int) throws {
    try Data().write(to: file)
    // After an error, it is closed with its last reference.
    let output = try FileHandle(forWritingTo: file)
    var remaining = limit
    while case let bytes = try nextBytes(), !bytes.isEmpty {
      remaining -= bytes.count
      guard remaining >= 0 else { throw ArchiveProblem.tooLarge(limit: limit) }
      try output.write(contentsOf: bytes)
    }
    // Some file systems report only here that the disk is full.
    try output.close()
  }

  private mutating func nextBytes() throws(ArchiveProblem) -> UnsafeRawBufferPointer {
    let count = try reader.read(into: buffer)
    try spend(count)
    return UnsafeRawBufferPointer(rebasing: buffer[..<count])
  }

  private mutating func spend(_ count: Int) throws(ArchiveProblem) {
    guard count <= limit - byteCount else { throw .tooMuchInAll(limit: limit) }
    byteCount += count
  }
}
