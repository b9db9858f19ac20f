#if !canImport(Compression)
import CLibArchive

/// The bytes of a file, with gzip's compression undone where there is one, for a reader of archives.
///
/// It knows whether the reader is at an entry's header. Headers may not be long: some, such as the maps of sparse files,
/// are kept in memory, and a small file can be made to decompress to one of any length.
final class DecompressedStream {
  /// Whether an entry's header is being read.
  var isAtHeader = false {
    didSet { headerByteCount = 0 }
  }
  /// What ended the stream before its end.
  private(set) var problem: ArchiveProblem?

  private let archive: OpaquePointer
  private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
  private var headerByteCount = 0
  private static let headerLimit = 1 << 20

  /// Opens a file.
  init(contentsOfFile path: String) throws(ArchiveProblem) {
    guard let archive = archive_read_new() else { throw ArchiveProblem.outOfMemory }
    self.archive = archive
    guard let entry = archive_entry_new2(archive) else { throw ArchiveProblem.outOfMemory }
    defer { archive_entry_free(entry) }
    guard archive_read_support_format_raw(archive) == ARCHIVE_OK,
      archive_read_support_filter_gzip(archive) == ARCHIVE_OK,
      archive_read_open_filename(archive, path, buffer.count) == ARCHIVE_OK,
      archive_read_next_header2(archive, entry) == ARCHIVE_OK
    else { throw .last(of: archive) }
  }

  deinit {
    archive_read_free(archive)
    buffer.deallocate()
  }

  /// The next bytes, which are valid until the next call; empty at the end; nil after a ``problem``.
  func next() -> UnsafeRawBufferPointer? {
    let count = archive_read_data(archive, buffer.baseAddress, buffer.count)
    guard count >= 0 else {
      problem = .last(of: archive)
      return nil
    }
    if isAtHeader {
      headerByteCount += count
      guard headerByteCount <= Self.headerLimit else {
        problem = .longHeader(limit: Self.headerLimit)
        return nil
      }
    }
    return UnsafeRawBufferPointer(rebasing: buffer[..<count])
  }
}
#endif
