import TFLiteCLibrary

/// A block of memory that never changes while anyone refers to it: what a file held, a mapped file, a copy, or somebody
/// else's memory together with the object that keeps it alive.
final class ByteStorage: @unchecked Sendable {
  let bytes: UnsafeRawBufferPointer
  let derived = DerivedValues()
  private let release: Release

  private enum Release {
    case unmap
    case deallocate
    case dropOwner(AnyObject)
    case nothing
  }

  private init(_ bytes: UnsafeRawBufferPointer, _ release: Release) {
    self.bytes = bytes
    self.release = release
  }

  deinit {
    switch release {
    case .unmap: SystemMemory.free(bytes)
    case .deallocate: bytes.deallocate()
    case .dropOwner, .nothing: break
    }
  }

  static let empty = ByteStorage(UnsafeRawBufferPointer(start: nil, count: 0), .nothing)

  /// Room for `count` bytes, filled by `initialize` before anybody else sees it. Aligned like a cache line.
  convenience init(count: Int, initialize: (UnsafeMutableRawBufferPointer) -> Void) {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 64)
    initialize(buffer)
    self.init(UnsafeRawBufferPointer(buffer), .deallocate)
  }

  convenience init(owner: AnyObject, bytes: UnsafeRawBufferPointer) {
    self.init(bytes, .dropOwner(owner))
  }

  /// Reads a file.
  ///
  /// - Parameter count: of how many bytes of the file to read, given how many there are.
  convenience init(
    readingFile path: String, count: (_ fileSize: Int) throws(FlatBufferError) -> Int
  ) throws(FlatBufferError) {
    let file = try OpenedFile(path)
    let count = try count(file.byteCount)
    guard count > 0 else {
      self.init(UnsafeRawBufferPointer(start: nil, count: 0), .nothing)
      return
    }
    guard let buffer = SystemMemory.allocate(byteCount: count) else { throw file.error(errno) }
    self.init(UnsafeRawBufferPointer(buffer), .unmap)
    try file.read(into: buffer)
  }

  /// Maps a whole file for reading.
  convenience init(mappingFile path: String) throws(FlatBufferError) {
    let file = try OpenedFile(path)
    guard file.byteCount > 0 else {
      self.init(UnsafeRawBufferPointer(start: nil, count: 0), .nothing)
      return
    }
    guard let start = mmap(nil, file.byteCount, PROT_READ, MAP_PRIVATE, file.descriptor, 0), start != MAP_FAILED else {
      throw file.error(errno)
    }
    self.init(UnsafeRawBufferPointer(start: start, count: file.byteCount), .unmap)
  }
}
