import TFLiteCLibrary

/// A block of memory that never changes while anyone refers to it: a mapped file, a copy, or somebody else's memory
/// together with the object that keeps it alive.
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
    case .unmap: munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count)
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

  /// Maps a whole file for reading.
  convenience init(mappingFile path: String) throws(FlatBufferError) {
    // Opening a pipe must not wait for somebody to write into it.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw .unreadableFile(path: path, reason: Self.reason(errno)) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      throw .unreadableFile(path: path, reason: Self.reason(errno))
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw .unreadableFile(path: path, reason: "not a regular file")
    }
    let count = Int(status.st_size)
    guard count > 0 else {
      self.init(UnsafeRawBufferPointer(start: nil, count: 0), .nothing)
      return
    }
    guard let start = mmap(nil, count, PROT_READ, MAP_PRIVATE, descriptor, 0), start != MAP_FAILED else {
      throw .unreadableFile(path: path, reason: Self.reason(errno))
    }
    self.init(UnsafeRawBufferPointer(start: start, count: count), .unmap)
  }

  private static func reason(_ code: Int32) -> String {
    strerror(code).map { String(cString: $0) } ?? "error \(code)"
  }
}
