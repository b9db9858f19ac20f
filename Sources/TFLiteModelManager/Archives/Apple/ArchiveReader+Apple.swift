#if canImport(Compression)
import TFLiteFlatBuffers

/// The entries of a .zip, .tar or .tar.gz file, from front to back. Apple's systems have no library for archives of others
/// than their own, but one for their compression.
final class ArchiveReader {
  private var entries: any ArchiveEntries

  /// Opens a file.
  ///
  /// - Throws: ``ArchiveProblem/unreadable(_:canGoOn:)`` for what is no archive of these formats, and for what cannot be read.
  init(contentsOfFile path: String) throws(ArchiveProblem) {
    let start: ByteSlice
    do throws(FlatBufferError) { start = try ByteSlice(startOfFile: path, count: 4) } catch {
      throw .unreadable("\(error)", canGoOn: false)
    }
    let isZip = start.count >= 2 && start[0] == UInt8(ascii: "P") && start[1] == UInt8(ascii: "K")
    entries = isZip ? try ZipEntries(contentsOfFile: path) : try TarEntries(contentsOfFile: path)
  }

  /// The next entry; nil behind the last one.
  func next() throws(ArchiveProblem) -> ArchiveEntry? { try entries.next() }

  /// Reads bytes of the entry.
  ///
  /// - Returns: how many were read; 0 at the entry's end.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(ArchiveProblem) -> Int { try entries.read(into: buffer) }
}

extension ArchiveProblem {
  static let cut = ArchiveProblem.unreadable("it ends too early", canGoOn: false)
}

/// Goes over the entries of an archive of one format.
protocol ArchiveEntries {
  /// The next entry; nil behind the last one.
  mutating func next() throws(ArchiveProblem) -> ArchiveEntry?

  /// Reads bytes of the entry.
  ///
  /// - Returns: how many were read; 0 at the entry's end.
  mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws(ArchiveProblem) -> Int
}
#endif
