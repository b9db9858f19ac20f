import TFLiteCLibrary

/// A range of bytes in a block of memory that never changes.
///
/// Slices share the block and keep it alive; taking one copies nothing. The block is what a file held, a mapped file, a
/// copy of other bytes, or memory that another object owns. A mapped file must not be truncated while a slice of it lives:
/// the system then ends the process at the first access, as it does for every program that maps files.
///
/// The start of a slice has no particular alignment. Load wider values with `loadUnaligned`.
public struct ByteSlice: Sendable {
  let storage: ByteStorage
  let lowerBound: Int

  /// Number of bytes.
  public let count: Int

  private init(storage: ByteStorage, lowerBound: Int, count: Int) {
    self.storage = storage
    self.lowerBound = lowerBound
    self.count = count
  }

  private init(_ storage: ByteStorage) {
    self.init(storage: storage, lowerBound: 0, count: storage.bytes.count)
  }

  /// No bytes.
  public init() { self.init(.empty) }

  /// Reads the file at `path`. Whatever becomes of it later, the bytes stay.
  ///
  /// - Throws: ``FlatBufferError/unreadableFile(path:reason:)``, also when somebody writes to the file meanwhile and when
  ///   it is larger than the limits allow.
  public init(contentsOfFile path: String, limits: FlatBufferLimits = FlatBufferLimits()) throws(FlatBufferError) {
    let storage = try ByteStorage(readingFile: path) { (size) throws(FlatBufferError) in
      guard size <= limits.maximumFileSize else {
        throw .unreadableFile(
          path: path, reason: "the file has \(size) bytes, more than the limit of \(limits.maximumFileSize)")
      }
      return size
    }
    self.init(storage)
  }

  /// Reads the first bytes of the file at `path`, as many as there are.
  ///
  /// - Throws: ``FlatBufferError/unreadableFile(path:reason:)``.
  public init(startOfFile path: String, count: Int) throws(FlatBufferError) {
    self.init(try ByteStorage(readingFile: path) { min($0, count) })
  }

  /// How many bytes the file at `path` has.
  ///
  /// - Throws: ``FlatBufferError/unreadableFile(path:reason:)``.
  package static func byteCount(ofFile path: String) throws(FlatBufferError) -> Int {
    let file = try OpenedFile(path)
    return file.byteCount
  }

  /// Maps the file at `path` into memory, without reading it. Processes that map it share its memory; it must not be
  /// changed meanwhile.
  ///
  /// - Throws: ``FlatBufferError/unreadableFile(path:reason:)``.
  public init(mappingFile path: String) throws(FlatBufferError) {
    self.init(try ByteStorage(mappingFile: path))
  }

  /// A copy of `bytes`.
  public init(_ bytes: some Collection<UInt8>) {
    let copied = bytes.withContiguousStorageIfAvailable { source in
      ByteStorage(count: source.count) { $0.copyMemory(from: UnsafeRawBufferPointer(source)) }
    }
    self.init(copied ?? ByteStorage(count: bytes.count) { _ = $0.initializeMemory(as: UInt8.self, from: bytes) })
  }

  /// Memory that `owner` keeps alive and nobody changes for as long as `owner` lives.
  public init(owner: AnyObject, buffer: UnsafeRawBufferPointer) {
    self.init(ByteStorage(owner: owner, bytes: buffer))
  }

  /// Whether there are no bytes.
  public var isEmpty: Bool { count == 0 }

  /// The address of the first byte; nil only when the slice is empty. Valid while any slice of the block lives.
  public var baseAddress: UnsafeRawPointer? {
    storage.bytes.baseAddress.map { $0 + lowerBound }
  }

  /// Calls `body` with the bytes.
  public func withUnsafeBytes<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(UnsafeRawBufferPointer(start: baseAddress, count: count))
  }

  /// The byte at `position`, which must be less than ``count``.
  public subscript(position: Int) -> UInt8 {
    precondition(position >= 0 && position < count, "byte \(position) of a slice of \(count) bytes")
    return storage.bytes[lowerBound + position]
  }

  /// The bytes of `range`, which must lie within the slice. For a range that comes out of a file, use
  /// ``slice(offset:count:)``.
  public subscript(range: Range<Int>) -> ByteSlice {
    precondition(
      range.lowerBound >= 0 && range.upperBound <= count, "bytes \(range) of a slice of \(count) bytes")
    return ByteSlice(storage: storage, lowerBound: lowerBound + range.lowerBound, count: range.count)
  }

  /// The `count` bytes at `offset`, or nil if the slice does not have all of them. Accepts any values.
  public func slice(offset: UInt64, count: UInt64) -> ByteSlice? {
    let (end, overflow) = offset.addingReportingOverflow(count)
    guard !overflow, end <= UInt64(self.count) else { return nil }
    return self[Int(offset)..<Int(end)]
  }

  /// The text that the bytes are in UTF-8; nil if they are not UTF-8.
  public var text: String? {
    var text = withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
    // Decoding repairs what is not UTF-8, and then the bytes differ.
    let isSame = withUnsafeBytes { bytes in text.withUTF8 { UnsafeRawBufferPointer($0).elementsEqual(bytes) } }
    return isSame ? text : nil
  }

  /// Where this slice begins in `whole`, or nil if it is not a part of it in memory.
  public func offset(in whole: ByteSlice) -> Int? {
    guard storage === whole.storage, lowerBound >= whole.lowerBound,
      lowerBound + count <= whole.lowerBound + whole.count
    else { return nil }
    return lowerBound - whole.lowerBound
  }
}

extension ByteSlice: Equatable {
  /// Whether both have the same bytes, wherever they are.
  public static func == (left: ByteSlice, right: ByteSlice) -> Bool {
    guard left.count == right.count else { return false }
    guard let leftStart = left.baseAddress, let rightStart = right.baseAddress else { return true }
    return leftStart == rightStart || memcmp(leftStart, rightStart, left.count) == 0
  }
}

extension ByteSlice: ExpressibleByArrayLiteral {
  /// The listed bytes.
  public init(arrayLiteral elements: UInt8...) { self.init(elements) }
}

extension ByteSlice: CustomStringConvertible {
  /// The number of bytes.
  public var description: String { "\(count) bytes" }
}
