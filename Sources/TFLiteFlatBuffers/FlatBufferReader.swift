/// Reads a FlatBuffer from bytes that nobody vouches for.
///
/// Every access checks that what it reads lies within the buffer and throws ``FlatBufferError`` otherwise. The format is
/// that of the FlatBuffers project (flatbuffers.dev/internals): little-endian, a root offset, tables that refer
/// forward to their parts and share vtables, which say where each field is.
public final class FlatBufferReader {
  /// The buffer, and whatever follows it in the same file.
  public let bytes: ByteSlice

  let base: UnsafeRawPointer
  let count: Int
  let limits: FlatBufferLimits
  private var tablesLeft: Int
  private var copiedBytesLeft: Int

  /// Bytes of the root offset and the file identifier.
  private static let headerSize = 8

  /// A reader of `bytes`.
  ///
  /// - Throws: ``FlatBufferError/outOfBounds(what:position:size:limit:)`` for fewer bytes than a header has.
  public init(_ bytes: ByteSlice, limits: FlatBufferLimits = FlatBufferLimits()) throws(FlatBufferError) {
    guard bytes.count >= Self.headerSize, let base = bytes.baseAddress else {
      throw .outOfBounds(
        what: "the header", position: 0, size: UInt64(Self.headerSize), limit: UInt64(bytes.count))
    }
    self.bytes = bytes
    self.base = base
    self.count = bytes.count
    self.limits = limits
    tablesLeft = limits.maximumTables
    copiedBytesLeft = bytes.count.multipliedReportingOverflow(by: limits.maximumCopiesOfEachByte).partialValue + 1 << 20
  }

  /// The four bytes that say what kind of buffer this is.
  public var identifier: ByteSlice { bytes[4..<8] }

  /// The root table.
  public func root() throws(FlatBufferError) -> FlatBufferTable {
    try table(at: followOffset(at: 0, to: "the root table"), depth: 0)
  }

  func table(at position: Int, depth: Int) throws(FlatBufferError) -> FlatBufferTable {
    guard depth < limits.maximumDepth else { throw .tooDeep(position: position, limit: limits.maximumDepth) }
    guard tablesLeft > 0 else {
      throw .tooManyReferences(position: position, reason: "more than \(limits.maximumTables) tables")
    }
    tablesLeft -= 1
    return try FlatBufferTable(reader: self, position: position, depth: depth)
  }

  /// Allows `count` bytes to be copied out, unless too many have been.
  func spend(copying count: Int, at position: Int) throws(FlatBufferError) {
    guard count <= copiedBytesLeft else {
      throw .tooManyReferences(
        position: position,
        reason: "strings and vectors are referred to so often that their total size is out of proportion")
    }
    copiedBytesLeft -= count
  }

  /// Reads the unsigned offset stored at `position`, which must be in the buffer, and returns where it leads.
  func followOffset(at position: Int, to what: StaticString) throws(FlatBufferError) -> Int {
    let offset = UInt32.load(from: base + position)
    guard offset != 0, offset <= Int32.max else {
      throw .malformed(what: "the offset of \(what)", position: position, reason: "\(offset) is no valid offset")
    }
    return position + Int(offset)
  }

  func require(
    _ what: StaticString, at position: Int, size: Int, alignment: Int
  ) throws(FlatBufferError) {
    guard size <= count, position <= count - size else {
      throw .outOfBounds(what: "\(what)", position: UInt64(position), size: UInt64(size), limit: UInt64(count))
    }
    guard position & (alignment - 1) == 0 else {
      throw .misaligned(what: "\(what)", position: position, alignment: alignment)
    }
  }

  /// Where the elements of the vector at `position` are; all of them lie in the buffer.
  func vector(
    _ what: StaticString, at position: Int, elementSize: Int
  ) throws(FlatBufferError) -> (start: Int, count: Int) {
    try require(what, at: position, size: 4, alignment: 4)
    let elements = Int(UInt32.load(from: base + position))
    let start = position + 4
    // At most 2^32 elements of 8 bytes: no overflow.
    guard elements * elementSize <= count - start else {
      throw .outOfBounds(
        what: "\(what)", position: UInt64(start), size: UInt64(elements * elementSize), limit: UInt64(count))
    }
    return (start, elements)
  }

  /// The string at `position`: a vector of bytes in UTF-8, with a zero behind it.
  func string(at position: Int) throws(FlatBufferError) -> String {
    let (start, length) = try vector("the string", at: position, elementSize: 1)
    guard start + length < count, UInt8.load(from: base + start + length) == 0 else {
      throw .malformed(what: "the string", position: start, reason: "no zero follows its \(length) bytes")
    }
    try spend(copying: length, at: start)
    guard let text = bytes[start..<start + length].text else {
      throw .malformed(what: "the string", position: start, reason: "it is not UTF-8")
    }
    return text
  }
}
