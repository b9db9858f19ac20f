import TFLiteFlatBuffers

/// Writes tables to a FlatBuffer. A table is visited twice: to see which fields it has, and to write them.
enum TableEncoder {
  /// A FlatBuffer with `root` as its root table, and `capacity` bytes of memory set aside for it.
  static func encode(
    _ root: some SchemaTable, identifier: StaticString, capacity: Int = 1024
  ) throws(ModelError) -> [UInt8] {
    let writer = FlatBufferWriter(identifier: identifier, capacity: capacity)
    let slots = writer.appendRoot(try layout(of: root))
    try fill(slots, of: root, in: writer)
    return writer.bytes
  }

  fileprivate static func layout(of table: some SchemaTable) throws(ModelError) -> FlatBufferTableLayout {
    var table = table
    var visitor = TableLayoutVisitor()
    try table.visitFields(&visitor)
    return visitor.layout
  }

  fileprivate static func fill(
    _ slots: FlatBufferTableSlots, of table: some SchemaTable, in writer: FlatBufferWriter
  ) throws(ModelError) {
    var table = table
    var visitor = TableFillingVisitor(slots: slots, writer: writer)
    try table.visitFields(&visitor)
  }

  fileprivate static func append(
    _ table: some SchemaTable, for field: Int, of parent: FlatBufferTableSlots, in writer: FlatBufferWriter
  ) throws(ModelError) {
    let slots: FlatBufferTableSlots
    let layout = try layout(of: table)
    do { slots = try writer.appendTable(layout, for: field, of: parent) } catch { throw .unwritable(error) }
    try fill(slots, of: table, in: writer)
  }
}

/// The visitor that finds out which fields are to be written: those that differ from what an absent field means.
private struct TableLayoutVisitor: FieldVisitor {
  var layout = FlatBufferTableLayout()

  mutating func visit<Scalar: FlatBufferScalar>(
    _ number: Int, _ name: StaticString, _ value: inout Scalar, default defaultValue: Scalar
  ) {
    if value.littleEndianBits != defaultValue.littleEndianBits { layout.addScalar(number, as: Scalar.self) }
  }

  mutating func visit<Value: SchemaEnum, Stored: FlatBufferScalar & FixedWidthInteger>(
    _ number: Int, _ name: StaticString, _ value: inout Value, storedAs stored: Stored.Type, default defaultValue: Value
  ) {
    if value != defaultValue { layout.addScalar(number, as: stored) }
  }

  mutating func visit<Scalar: FlatBufferScalar>(
    _ number: Int, _ name: StaticString, _ values: inout [Scalar], required: Bool
  ) {
    if required || !values.isEmpty { layout.addReference(number) }
  }

  mutating func visit<Value: SchemaEnum>(_ number: Int, _ name: StaticString, _ values: inout [Value]) {
    if !values.isEmpty { layout.addReference(number) }
  }

  mutating func visit(_ number: Int, _ name: StaticString, _ value: inout String) {
    if !value.isEmpty { layout.addReference(number) }
  }

  mutating func visit(_ number: Int, _ name: StaticString, _ values: inout [String]) {
    if !values.isEmpty { layout.addReference(number) }
  }

  mutating func visit(_ number: Int, _ name: StaticString, _ bytes: inout ByteSlice?, alignment: Int) {
    if bytes != nil { layout.addReference(number) }
  }

  mutating func visit<Table: SchemaTable>(_ number: Int, _ name: StaticString, _ table: inout Table?) {
    if table != nil { layout.addReference(number) }
  }

  mutating func visit<Table: SchemaTable>(
    _ number: Int, _ name: StaticString, _ tables: inout [Table], required: Bool
  ) {
    if required || !tables.isEmpty { layout.addReference(number) }
  }

  mutating func visitUnion<Union: SchemaUnion>(_ number: Int, _ name: StaticString, _ union: inout Union?) {
    guard union != nil else { return }
    layout.addScalar(number, as: UInt8.self)
    layout.addReference(number + 1)
  }
}

/// The visitor that writes the fields that ``TableLayoutVisitor`` made room for.
private struct TableFillingVisitor: FieldVisitor {
  let slots: FlatBufferTableSlots
  let writer: FlatBufferWriter

  mutating func visit<Scalar: FlatBufferScalar>(
    _ number: Int, _ name: StaticString, _ value: inout Scalar, default defaultValue: Scalar
  ) {
    if value.littleEndianBits != defaultValue.littleEndianBits { writer.set(value, for: number, of: slots) }
  }

  mutating func visit<Value: SchemaEnum, Stored: FlatBufferScalar & FixedWidthInteger>(
    _ number: Int, _ name: StaticString, _ value: inout Value, storedAs stored: Stored.Type, default defaultValue: Value
  ) {
    if value != defaultValue { writer.set(Stored(truncatingIfNeeded: value.rawValue), for: number, of: slots) }
  }

  mutating func visit<Scalar: FlatBufferScalar>(
    _ number: Int, _ name: StaticString, _ values: inout [Scalar], required: Bool
  ) throws(ModelError) {
    guard required || !values.isEmpty else { return }
    do { try writer.appendScalars(values, for: number, of: slots) } catch { throw .unwritable(error) }
  }

  mutating func visit<Value: SchemaEnum>(
    _ number: Int, _ name: StaticString, _ values: inout [Value]
  ) throws(ModelError) {
    guard !values.isEmpty else { return }
    do { try writer.appendScalars(values.map(\.rawValue), for: number, of: slots) } catch { throw .unwritable(error) }
  }

  mutating func visit(_ number: Int, _ name: StaticString, _ value: inout String) throws(ModelError) {
    guard !value.isEmpty else { return }
    do { try writer.appendString(value, for: number, of: slots) } catch { throw .unwritable(error) }
  }

  mutating func visit(_ number: Int, _ name: StaticString, _ values: inout [String]) throws(ModelError) {
    guard !values.isEmpty else { return }
    do { try writer.appendStrings(values, for: number, of: slots) } catch { throw .unwritable(error) }
  }

  mutating func visit(
    _ number: Int, _ name: StaticString, _ bytes: inout ByteSlice?, alignment: Int
  ) throws(ModelError) {
    guard let bytes else { return }
    do {
      try writer.appendBytes(bytes, alignment: alignment, for: number, of: slots)
    } catch { throw .unwritable(error) }
  }

  mutating func visit<Table: SchemaTable>(
    _ number: Int, _ name: StaticString, _ table: inout Table?
  ) throws(ModelError) {
    guard let table else { return }
    try TableEncoder.append(table, for: number, of: slots, in: writer)
  }

  mutating func visit<Table: SchemaTable>(
    _ number: Int, _ name: StaticString, _ tables: inout [Table], required: Bool
  ) throws(ModelError) {
    guard required || !tables.isEmpty else { return }
    let elements: FlatBufferTableSlots
    do {
      elements = try writer.appendTables(count: tables.count, for: number, of: slots)
    } catch { throw .unwritable(error) }
    for (index, table) in tables.enumerated() {
      try TableEncoder.append(table, for: index, of: elements, in: writer)
    }
  }

  mutating func visitUnion<Union: SchemaUnion>(
    _ number: Int, _ name: StaticString, _ union: inout Union?
  ) throws(ModelError) {
    guard let union else { return }
    guard union.memberNumber > 0 else {
      throw .notAMember(field: "\(name)", type: "\(type(of: union.member))")
    }
    writer.set(UInt8(union.memberNumber), for: number, of: slots)
    try TableEncoder.append(union.member, for: number + 1, of: slots, in: writer)
  }
}
