#if !canImport(Compression)
import CLibArchive
import Foundation

/// The entries of a .zip, .tar or .tar.gz file, from front to back, read by libarchive.
///
/// Nothing but small buffers is held in memory: a ZIP archive is read by the headers before its entries, not by the
/// directory at its end, which could be made to name millions of them.
final class ArchiveReader {
  private let archive: OpaquePointer
  /// What libarchive fills. (It has one of its own, which is not there when memory was short.)
  private let entry: OpaquePointer
  private let stream: DecompressedStream

  /// Opens a file.
  ///
  /// - Throws: ``ArchiveProblem/unreadable(_:canGoOn:)`` for what is no archive of these formats, and for what cannot be read.
  init(contentsOfFile path: String) throws(ArchiveProblem) {
    stream = try DecompressedStream(contentsOfFile: path)
    guard let archive = archive_read_new() else { throw ArchiveProblem.outOfMemory }
    self.archive = archive
    guard let entry = archive_entry_new2(archive) else {
      archive_read_free(archive)
      throw ArchiveProblem.outOfMemory
    }
    self.entry = entry
    // The function that opens with all of these at once goes on where there was no memory for one.
    guard archive_read_support_format_zip_streamable(archive) == ARCHIVE_OK,
      archive_read_support_format_tar(archive) == ARCHIVE_OK,
      archive_read_set_read_callback(archive, nextBytes) == ARCHIVE_OK,
      archive_read_set_callback_data(archive, Unmanaged.passUnretained(stream).toOpaque()) == ARCHIVE_OK,
      archive_read_open1(archive) == ARCHIVE_OK
    else { throw problem() }
  }

  deinit {
    archive_entry_free(entry)
    archive_read_free(archive)
  }

  /// The next entry; nil behind the last one. The one before has to be read to its end.
  func next() throws(ArchiveProblem) -> ArchiveEntry? {
    stream.isAtHeader = true
    defer { stream.isAtHeader = false }
    let status = archive_read_next_header2(archive, entry)
    if status == ARCHIVE_EOF { return nil }
    // A warning is about names and attributes, of which only a readable name matters.
    guard status == ARCHIVE_OK || status == ARCHIVE_WARN else { throw problem() }
    guard let text = archive_entry_pathname_utf8(entry) ?? archive_entry_pathname(entry) else {
      throw .unreadable("an entry has no readable name", canGoOn: false)
    }
    return ArchiveEntry(
      storedName: String(cString: text),
      isFile: archive_entry_filetype(entry) == S_IFREG && archive_entry_hardlink(entry) == nil,
      isEncrypted: archive_entry_is_encrypted(entry) != 0)
  }

  /// Reads bytes of the entry.
  ///
  /// - Returns: how many were read; 0 at the entry's end.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(ArchiveProblem) -> Int {
    let count = archive_read_data(archive, buffer.baseAddress, buffer.count)
    guard count >= 0 else { throw problem(canGoOn: count == Int(ARCHIVE_FAILED)) }
    return count
  }

  private func problem(canGoOn: Bool = false) -> ArchiveProblem {
    stream.problem ?? .last(of: archive, canGoOn: canGoOn)
  }
}

/// Gives libarchive the next bytes of the stream that is its context.
private func nextBytes(
  _ archive: OpaquePointer?, _ context: UnsafeMutableRawPointer?, _ bytes: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> Int {
  guard let context, let bytes,
    let next = Unmanaged<DecompressedStream>.fromOpaque(context).takeUnretainedValue().next()
  else { return Int(ARCHIVE_FATAL) }
  bytes.pointee = next.baseAddress
  return next.count
}

extension ArchiveProblem {
  /// What libarchive says.
  static func last(of archive: OpaquePointer, canGoOn: Bool = false) -> ArchiveProblem {
    .unreadable(archive_error_string(archive).map { String(cString: $0) } ?? "no reason is known", canGoOn: canGoOn)
  }
}
#endif
