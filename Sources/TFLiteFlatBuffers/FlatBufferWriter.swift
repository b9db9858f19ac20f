/// Which fields a table has, and how large each is: what must be known before a table is written.
public struct FlatBufferTableLayout {
  fileprivate var fields: [(number: Int, size: Int)] = []

  /// A table without fields.
  public init() {}

  /// Adds a scalar field.
  public mutating func addScalar<Scalar: FlatBufferScalar>(_ field: Int, as type: Scalar.Type) {
    fields.append((field, Scalar.byteCount))
  }

  /// Adds a field that refers to a table, a vector or a string.
  public mutating func addReference(_ field: Int) {
    fields.append((field, 4))
  }
}

/// A table that has been written, whose fields are still to be filled in.
public struct FlatBufferTableSlots {
  fileprivate var position: Int
  fileprivate var offsets: [Int: Int] = [:]
}

/// Writes a FlatBuffer from front to back.
///
/// A table comes first, then what it refers to; its references are filled in as their targets are written. Tables with
/// equal layouts share a vtable.
public final class FlatBufferWriter {
  /// What has been written.
  public private(set) var bytes: [UInt8] = []

  private var vtables: [[UInt16]: Int] = [:]

  /// The reach of the format's offsets.
  private static let maximumSize = Int(Int32.max)

  /// A writer of a buffer with a file identifier, which must have four bytes, and room for about `capacity` bytes.
  public init(identifier: StaticString, capacity: Int = 1024) {
    precondition(identifier.utf8CodeUnitCount == 4, "a file identifier has four bytes")
    bytes.reserveCapacity(capacity)
    bytes.append(contentsOf: [0, 0, 0, 0])
    identifier.withUTF8Buffer { bytes.append(contentsOf: $0) }
  }

  /// Writes the root table. To be called once, first.
  public func appendRoot(_ layout: FlatBufferTableLayout) -> FlatBufferTableSlots {
    let table = appendTable(layout)
    put(UInt32(table.position), at: 0)
    return table
  }

  /// Writes the table that `field` of `table` refers to.
  public func appendTable(
    _ layout: FlatBufferTableLayout, for field: Int, of table: FlatBufferTableSlots
  ) throws(FlatBufferError) -> FlatBufferTableSlots {
    let child = appendTable(layout)
    try refer(from: slot(field, of: table), to: child.position)
    return child
  }

  private func appendTable(_ layout: FlatBufferTableLayout) -> FlatBufferTableSlots {
    // Larger fields first leaves no holes, once the first lies at a multiple of its size.
    let fields = layout.fields.sorted { ($1.size, $0.number) < ($0.size, $1.number) }
    var offsets: [Int: Int] = [:]
    var size = 4
    for field in fields {
      offsets[field.number] = size
      size += field.size
    }
    var vtable = [UInt16](repeating: 0, count: 2 + (fields.map { $0.number + 1 }.max() ?? 0))
    vtable[0] = UInt16(2 * vtable.count)
    vtable[1] = UInt16(size)
    for (number, offset) in offsets { vtable[2 + number] = UInt16(offset) }

    let vtablePosition: Int
    if let known = vtables[vtable] {
      vtablePosition = known
    } else {
      pad(toMultipleOf: 2)
      vtablePosition = bytes.count
      vtables[vtable] = vtablePosition
      for entry in vtable { append(entry) }
    }
    let hasWideField = (fields.first?.size ?? 0) > 4
    pad(toMultipleOf: hasWideField ? 8 : 4, after: hasWideField ? 4 : 0)
    let position = bytes.count
    append(Int32(truncatingIfNeeded: position - vtablePosition))
    bytes.append(contentsOf: repeatElement(0, count: size - 4))
    return FlatBufferTableSlots(position: position, offsets: offsets)
  }

  private func slot(_ field: Int, of table: FlatBufferTableSlots) -> Int {
    guard let offset = table.offsets[field] else { preconditionFailure("field \(field) is not in the table's layout") }
    return table.position + offset
  }

  /// Fills in a scalar field.
  public func set<Scalar: FlatBufferScalar>(_ value: Scalar, for field: Int, of table: FlatBufferTableSlots) {
    put(value, at: slot(field, of: table))
  }

  /// Writes the string that `field` of `table` refers to.
  public func appendString(
    _ string: String, for field: Int, of table: FlatBufferTableSlots
  ) throws(FlatBufferError) {
    try appendString(string, for: slot(field, of: table))
  }

  private func appendString(_ string: String, for slot: Int) throws(FlatBufferError) {
    let utf8 = string.utf8
    pad(toMultipleOf: 4)
    try refer(from: slot, to: bytes.count)
    append(UInt32(try checked(utf8.count, "the string")))
    bytes.append(contentsOf: utf8)
    bytes.append(0)
  }

  /// Writes the vector of strings that `field` of `table` refers to.
  public func appendStrings(
    _ strings: [String], for field: Int, of table: FlatBufferTableSlots
  ) throws(FlatBufferError) {
    let first = try appendReferences(count: strings.count, for: slot(field, of: table))
    for (index, string) in strings.enumerated() { try appendString(string, for: first + 4 * index) }
  }

  /// Writes the vector of scalars that `field` of `table` refers to.
  public func appendScalars<Scalar: FlatBufferScalar>(
    _ values: [Scalar], for field: Int, of table: FlatBufferTableSlots
  ) throws(FlatBufferError) {
    let slot = slot(field, of: table)
    pad(toMultipleOf: max(4, Scalar.byteCount), after: 4)
    try refer(from: slot, to: bytes.count)
    append(UInt32(try checked(values.count, "the vector")))
    for value in values { append(value) }
  }

  /// Writes the vector of bytes that `field` of `table` refers to; its first byte lies at a multiple of `alignment`,
  /// a power of two.
  public func appendBytes(
    _ slice: ByteSlice, alignment: Int, for field: Int, of table: FlatBufferTableSlots
  ) throws(FlatBufferError) {
    let slot = slot(field, of: table)
    pad(toMultipleOf: max(4, alignment), after: 4)
    try refer(from: slot, to: bytes.count)
    append(UInt32(try checked(slice.count, "the vector")))
    slice.withUnsafeBytes { bytes.append(contentsOf: $0) }
  }

  /// Writes the vector of tables that `field` of `table` refers to, as references that are still to be filled in.
  public func appendTables(
    count: Int, for field: Int, of table: FlatBufferTableSlots
  ) throws(FlatBufferError) -> FlatBufferTableSlots {
    let first = try appendReferences(count: count, for: slot(field, of: table))
    var elements = FlatBufferTableSlots(position: first)
    for index in 0..<count { elements.offsets[index] = 4 * index }
    return elements
  }

  private func appendReferences(count: Int, for slot: Int) throws(FlatBufferError) -> Int {
    pad(toMultipleOf: 4)
    try refer(from: slot, to: bytes.count)
    append(UInt32(try checked(count, "the vector")))
    let first = bytes.count
    bytes.append(contentsOf: repeatElement(0, count: 4 * count))
    return first
  }

  private func checked(_ count: Int, _ what: String) throws(FlatBufferError) -> Int {
    guard count <= Self.maximumSize else {
      throw .tooLarge(what: what, size: count, limit: Self.maximumSize)
    }
    return count
  }

  private func refer(from slot: Int, to target: Int) throws(FlatBufferError) {
    guard target <= Self.maximumSize else {
      throw .tooLarge(what: "the FlatBuffer", size: target, limit: Self.maximumSize)
    }
    put(UInt32(target - slot), at: slot)
  }

  /// Appends zeros until `gap` bytes more would end at a multiple of `alignment`.
  private func pad(toMultipleOf alignment: Int, after gap: Int = 0) {
    let excess = (bytes.count + gap) & (alignment - 1)
    if excess != 0 { bytes.append(contentsOf: repeatElement(0, count: alignment - excess)) }
  }

  private func append<Scalar: FlatBufferScalar>(_ value: Scalar) {
    var bits = value.littleEndianBits
    for _ in 0..<Scalar.byteCount {
      bytes.append(UInt8(truncatingIfNeeded: bits))
      bits >>= 8
    }
  }

  private func put<Scalar: FlatBufferScalar>(_ value: Scalar, at position: Int) {
    var bits = value.littleEndianBits
    for index in position..<position + Scalar.byteCount {
      bytes[index] = UInt8(truncatingIfNeeded: bits)
      bits >>= 8
    }
  }
}
