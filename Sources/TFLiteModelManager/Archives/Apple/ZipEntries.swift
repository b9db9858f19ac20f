#if canImport(Compression)
import TFLiteFlatBuffers
import TFLiteSchema

/// The entries of a .zip file, in the order of its directory.
struct ZipEntries: ArchiveEntries {
  private var files: ArraySlice<PackedFile>
  private var current: PackedFile?
  /// Bytes of the current file's stream that nobody has read.
  private var rest = ByteSlice()
  private var inflater: Inflater?
  private var checksum = CRC32()

  /// - Throws: ``ArchiveProblem/unreadable(_:canGoOn:)`` for what does not end with a directory, or has a broken one.
  init(contentsOfFile path: String) throws(ArchiveProblem) {
    do {
      let archive = ZipReader(try ByteSlice(mappingFile: path))
      guard archive.isArchive else { throw ArchiveProblem.unreadable("it has no directory at its end", canGoOn: false) }
      files = try archive.files()[...]
    } catch let problem as ArchiveProblem {
      throw problem
    } catch {
      throw .unreadable("\(error)", canGoOn: false)
    }
  }

  mutating func next() throws(ArchiveProblem) -> ArchiveEntry? {
    guard let file = files.popFirst() else { return nil }
    current = file
    rest = file.storedBytes
    checksum = CRC32()
    inflater = nil
    return ArchiveEntry(storedName: file.name, isFile: true)
  }

  mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws(ArchiveProblem) -> Int {
    guard let file = current else { return 0 }
    let count =
      switch file.method {
      case 0: copy(into: buffer)
      case 8: try decompress(into: buffer)
      case let method: throw .unreadable("\"\(file.name)\" is compressed in way \(method)", canGoOn: true)
      }
    checksum.update(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
    if count == 0 {
      current = nil
      guard checksum.value == file.checksum else {
        throw .unreadable("\"\(file.name)\" does not have the checksum that the archive states", canGoOn: true)
      }
    }
    return count
  }

  private mutating func copy(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    let count = min(rest.count, buffer.count)
    rest[0..<count].withUnsafeBytes { UnsafeMutableRawBufferPointer(rebasing: buffer[..<count]).copyMemory(from: $0) }
    rest = rest[count..<rest.count]
    return count
  }

  private mutating func decompress(into buffer: UnsafeMutableRawBufferPointer) throws(ArchiveProblem) -> Int {
    do {
      let inflater = try inflater ?? Inflater()
      self.inflater = inflater
      while !inflater.isAtEnd {
        guard !rest.isEmpty else { throw Inflater.Failure() }
        let (taken, written) = try rest.withUnsafeBytes { (bytes) throws(Inflater.Failure) in
          try inflater.next(bytes, into: buffer)
        }
        rest = rest[taken..<rest.count]
        if written > 0 { return written }
      }
      return 0
    } catch {
      throw .unreadable("its compression is damaged", canGoOn: true)
    }
  }
}
#endif
