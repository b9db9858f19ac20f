import TFLiteFlatBuffers

/// The visitor that reads a table's fields from a FlatBuffer.
struct TableDecoder: FieldVisitor {
  private let source: FlatBufferTable
  private let path: FieldPath

  private init(_ source: FlatBufferTable, path: FieldPath) {
    self.source = source
    self.path = path
  }

  /// Decodes the root table of a FlatBuffer.
  static func decodeRoot<Table: SchemaTable>(
    _ type: Table.Type, of reader: FlatBufferReader
  ) throws(ModelError) -> Table {
    let root: FlatBufferTable
    do { root = try reader.root() } catch { throw .malformed(field: "the root table", error) }
    return try decode(type, from: root, path: FieldPath())
  }

  private static func decode<Table: SchemaTable>(
    _ type: Table.Type, from source: FlatBufferTable, path: FieldPath
  ) throws(ModelError) -> Table {
    var table = Table()
    var decoder = TableDecoder(source, path: path)
    try table.visitFields(&decoder)
    return table
  }

  private func error(_ error: FlatBufferError, _ name: StaticString) -> ModelError {
    .malformed(field: path.appending(name), error)
  }

  private func value<Value: SchemaEnum>(
    _ raw: some FixedWidthInteger, _ name: StaticString, as type: Value.Type
  ) throws(ModelError) -> Value {
    guard let raw = Value.RawValue(exactly: raw), let value = Value(rawValue: raw) else {
      throw .unknownValue(field: path.appending(name), enumeration: "\(type)", value: Int64(truncatingIfNeeded: raw))
    }
    return value
  }

  mutating func visit<Scalar: FlatBufferScalar>(
    _ number: Int, _ name: StaticString, _ value: inout Scalar, default defaultValue: Scalar
  ) throws(ModelError) {
    do { value = try source.scalar(number, as: Scalar.self) ?? defaultValue } catch { throw self.error(error, name) }
  }

  mutating func visit<Value: SchemaEnum, Stored: FlatBufferScalar & FixedWidthInteger>(
    _ number: Int, _ name: StaticString, _ value: inout Value, storedAs stored: Stored.Type, default defaultValue: Value
  ) throws(ModelError) {
    let raw: Stored?
    do { raw = try source.scalar(number, as: stored) } catch { throw self.error(error, name) }
    value = if let raw { try self.value(raw, name, as: Value.self) } else { defaultValue }
  }

  mutating func visit<Scalar: FlatBufferScalar>(
    _ number: Int, _ name: StaticString, _ values: inout [Scalar], required: Bool
  ) throws(ModelError) {
    do { values = try source.scalars(number, of: Scalar.self) ?? [] } catch { throw self.error(error, name) }
  }

  mutating func visit<Value: SchemaEnum>(
    _ number: Int, _ name: StaticString, _ values: inout [Value]
  ) throws(ModelError) {
    let raws: [Value.RawValue]
    do { raws = try source.scalars(number, of: Value.RawValue.self) ?? [] } catch { throw self.error(error, name) }
    values = []
    for raw in raws { values.append(try value(raw, name, as: Value.self)) }
  }

  mutating func visit(_ number: Int, _ name: StaticString, _ value: inout String) throws(ModelError) {
    do { value = try source.string(number) ?? "" } catch { throw self.error(error, name) }
  }

  mutating func visit(_ number: Int, _ name: StaticString, _ values: inout [String]) throws(ModelError) {
    do { values = try source.strings(number) ?? [] } catch { throw self.error(error, name) }
  }

  mutating func visit(
    _ number: Int, _ name: StaticString, _ bytes: inout ByteSlice?, alignment: Int
  ) throws(ModelError) {
    do { bytes = try source.bytes(number) } catch { throw self.error(error, name) }
  }

  mutating func visit<Table: SchemaTable>(
    _ number: Int, _ name: StaticString, _ table: inout Table?
  ) throws(ModelError) {
    let child: FlatBufferTable?
    do { child = try source.table(number) } catch { throw self.error(error, name) }
    guard let child else {
      table = nil
      return
    }
    path.push(.field(name))
    table = try Self.decode(Table.self, from: child, path: path)
    path.pop()
  }

  mutating func visit<Table: SchemaTable>(
    _ number: Int, _ name: StaticString, _ tables: inout [Table], required: Bool
  ) throws(ModelError) {
    tables = []
    let children: FlatBufferTables?
    do { children = try source.tables(number) } catch { throw self.error(error, name) }
    guard let children else { return }
    path.push(.field(name))
    for index in 0..<children.count {
      path.push(.element(index))
      let child: FlatBufferTable
      do { child = try children.table(at: index) } catch { throw self.error(error, name) }
      tables.append(try Self.decode(Table.self, from: child, path: path))
      path.pop()
    }
    path.pop()
  }

  mutating func visitUnion<Union: SchemaUnion>(
    _ number: Int, _ name: StaticString, _ union: inout Union?
  ) throws(ModelError) {
    union = nil
    let memberNumber: UInt8
    let child: FlatBufferTable?
    do {
      memberNumber = try source.scalar(number, as: UInt8.self) ?? 0
      child = try source.table(number + 1)
    } catch { throw self.error(error, name) }
    guard memberNumber != 0 else { return }
    guard var member = Union(memberNumber: Int(memberNumber)) else {
      throw .unknownValue(field: path.appending(name), enumeration: "\(Union.self)", value: Int64(memberNumber))
    }
    // Some writers state the number and leave out a table whose fields are all absent.
    if let child {
      path.push(.field(name))
      var decoder = TableDecoder(child, path: path)
      try member.visitMember(&decoder)
      path.pop()
    }
    union = member
  }
}
