/// A table in a FlatBuffer: fields with numbers, each of which may be absent.
///
/// A table knows where its fields are but not what they are; asking for a field as something else than the schema says
/// gives a meaningless value or an error, never an access beyond the buffer.
public struct FlatBufferTable {
  /// First byte of the table.
  public let position: Int

  private let reader: FlatBufferReader
  private let depth: Int
  private let size: Int
  private let vtable: Int
  private let vtableSize: Int

  init(reader: FlatBufferReader, position: Int, depth: Int) throws(FlatBufferError) {
    try reader.require("the table", at: position, size: 4, alignment: 4)
    // The vtable may lie on either side. Both numbers have 32 bits at most: no overflow.
    let vtable = position - Int(Int32.load(from: reader.base + position))
    guard vtable >= 0 else {
      throw .malformed(what: "the table", position: position, reason: "its vtable lies before the buffer")
    }
    try reader.require("the vtable", at: vtable, size: 4, alignment: 2)
    let vtableSize = Int(UInt16.load(from: reader.base + vtable))
    let size = Int(UInt16.load(from: reader.base + vtable + 2))
    guard vtableSize >= 4, vtableSize & 1 == 0 else {
      throw .malformed(what: "the vtable", position: vtable, reason: "\(vtableSize) is not the size of a vtable")
    }
    guard size >= 4 else {
      throw .malformed(what: "the vtable", position: vtable, reason: "\(size) is not the size of a table")
    }
    try reader.require("the vtable", at: vtable, size: vtableSize, alignment: 2)
    try reader.require("the table", at: position, size: size, alignment: 4)
    self.reader = reader
    self.position = position
    self.depth = depth
    self.size = size
    self.vtable = vtable
    self.vtableSize = vtableSize
  }

  /// Where the field is, if it is present; `size` bytes of the table are there.
  private func position(of field: Int, size fieldSize: Int) throws(FlatBufferError) -> Int? {
    let entry = 4 + 2 * field
    guard entry < vtableSize else { return nil }
    let offset = Int(UInt16.load(from: reader.base + vtable + entry))
    guard offset != 0 else { return nil }
    guard offset >= 4, offset + fieldSize <= size else {
      throw .malformed(
        what: "the vtable", position: vtable + entry,
        reason: "a field of \(fieldSize) bytes at \(offset) is not within the table's \(size) bytes")
    }
    guard (position + offset) & (fieldSize - 1) == 0 else {
      throw .misaligned(what: "a field", position: position + offset, alignment: fieldSize)
    }
    return position + offset
  }

  /// Where the offset in the field leads, if the field is present.
  private func target(of field: Int, _ what: StaticString) throws(FlatBufferError) -> Int? {
    guard let position = try position(of: field, size: 4) else { return nil }
    return try reader.followOffset(at: position, to: what)
  }

  /// Whether the field is present.
  public func has(_ field: Int) throws(FlatBufferError) -> Bool { try position(of: field, size: 1) != nil }

  /// A number or truth value; nil if the field is absent.
  @inlinable
  public func scalar<Scalar: FlatBufferScalar>(
    _ field: Int, as type: Scalar.Type
  ) throws(FlatBufferError) -> Scalar? {
    try scalarBytes(field, count: Scalar.byteCount).map { Scalar.load(from: $0) }
  }

  /// A vector of numbers or truth values; nil if the field is absent.
  @inlinable
  public func scalars<Scalar: FlatBufferScalar>(
    _ field: Int, of type: Scalar.Type
  ) throws(FlatBufferError) -> [Scalar]? {
    guard let (start, count) = try vectorBytes(field, elementSize: Scalar.byteCount) else { return nil }
    return [Scalar](unsafeUninitializedCapacity: count) { values, initialized in
      for index in 0..<count {
        values.initializeElement(at: index, to: Scalar.load(from: start + index * Scalar.byteCount))
      }
      initialized = count
    }
  }

  /// Where the bytes of a scalar field are.
  @usableFromInline
  func scalarBytes(_ field: Int, count: Int) throws(FlatBufferError) -> UnsafeRawPointer? {
    guard let position = try position(of: field, size: count) else { return nil }
    return reader.base + position
  }

  /// Where the elements of a vector are that is going to be copied out.
  @usableFromInline
  func vectorBytes(
    _ field: Int, elementSize: Int
  ) throws(FlatBufferError) -> (start: UnsafeRawPointer, count: Int)? {
    guard let target = try target(of: field, "a vector") else { return nil }
    let (start, count) = try reader.vector("the vector", at: target, elementSize: elementSize)
    try reader.spend(copying: count * elementSize, at: start)
    return (reader.base + start, count)
  }

  /// A vector of bytes, shared with the buffer; nil if the field is absent.
  public func bytes(_ field: Int) throws(FlatBufferError) -> ByteSlice? {
    guard let target = try target(of: field, "a vector") else { return nil }
    let (start, count) = try reader.vector("the vector", at: target, elementSize: 1)
    return reader.bytes[start..<start + count]
  }

  /// A string; nil if the field is absent.
  public func string(_ field: Int) throws(FlatBufferError) -> String? {
    guard let target = try target(of: field, "a string") else { return nil }
    return try reader.string(at: target)
  }

  /// A vector of strings; nil if the field is absent.
  public func strings(_ field: Int) throws(FlatBufferError) -> [String]? {
    guard let target = try target(of: field, "a vector") else { return nil }
    let (start, count) = try reader.vector("the vector", at: target, elementSize: 4)
    var strings: [String] = []
    for index in 0..<count {
      // An empty string costs nothing to copy but room for a value.
      try reader.spend(copying: 16, at: start + 4 * index)
      strings.append(try reader.string(at: reader.followOffset(at: start + 4 * index, to: "a string")))
    }
    return strings
  }

  /// A table; nil if the field is absent.
  public func table(_ field: Int) throws(FlatBufferError) -> FlatBufferTable? {
    guard let target = try target(of: field, "a table") else { return nil }
    return try reader.table(at: target, depth: depth + 1)
  }

  /// A vector of tables; nil if the field is absent.
  public func tables(_ field: Int) throws(FlatBufferError) -> FlatBufferTables? {
    guard let target = try target(of: field, "a vector") else { return nil }
    let (start, count) = try reader.vector("the vector", at: target, elementSize: 4)
    return FlatBufferTables(reader: reader, start: start, count: count, depth: depth + 1)
  }
}

/// A vector of tables in a FlatBuffer. Each table is checked when it is taken out.
public struct FlatBufferTables {
  /// Number of tables.
  public let count: Int

  private let reader: FlatBufferReader
  private let start: Int
  private let depth: Int

  init(reader: FlatBufferReader, start: Int, count: Int, depth: Int) {
    self.reader = reader
    self.start = start
    self.count = count
    self.depth = depth
  }

  /// The table at `index`, which must be less than ``count``.
  public func table(at index: Int) throws(FlatBufferError) -> FlatBufferTable {
    precondition(index >= 0 && index < count, "table \(index) of \(count)")
    return try reader.table(at: reader.followOffset(at: start + 4 * index, to: "a table"), depth: depth)
  }
}
