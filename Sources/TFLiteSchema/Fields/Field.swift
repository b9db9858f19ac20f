import TFLiteFlatBuffers

/// A field of a table, for people and for programs that print tables: the schema's name and the value.
public struct Field: Equatable, Sendable {
  /// The schema's spelling.
  public let name: String

  /// The value; fields that are absent have their default.
  public let value: FieldValue

  /// A field that is not the schema's, such as an option of a custom operator.
  public init(name: String, value: FieldValue) {
    self.name = name
    self.value = value
  }
}

/// The value of a field of any type.
public indirect enum FieldValue: Equatable, Sendable {
  /// A truth value.
  case bool(Bool)
  /// A signed integer.
  case int(Int64)
  /// An unsigned integer.
  case uint(UInt64)
  /// A number in 32-bit floating point.
  case float(Float)
  /// A number in 64-bit floating point.
  case double(Double)
  /// The schema's spelling of a value of an enumeration.
  case name(String)
  /// Text; empty if it is absent.
  case string(String)
  /// Bytes.
  case bytes(ByteSlice)
  /// A vector.
  case list([FieldValue])
  /// A table with the schema's name of its type.
  case table(type: String, [Field])
  /// A table, a union or bytes that are absent.
  case absent
}

extension SchemaTable {
  /// All fields, in the schema's order.
  public var fields: [Field] {
    var table = self
    var visitor = FieldLister()
    do { try table.visitFields(&visitor) } catch { return visitor.fields }
    return visitor.fields
  }
}

/// The visitor that lists fields.
private struct FieldLister: FieldVisitor {
  var fields: [Field] = []

  private mutating func add(_ name: StaticString, _ value: FieldValue) {
    fields.append(Field(name: "\(name)", value: value))
  }

  private func listed(_ scalar: some FlatBufferScalar) -> FieldValue {
    switch scalar {
    case let value as Bool: .bool(value)
    case let value as Float: .float(value)
    case let value as Double: .double(value)
    case let value as any UnsignedInteger: .uint(UInt64(value))
    case let value as any SignedInteger: .int(Int64(value))
    default: .absent
    }
  }

  private func listed(_ table: some SchemaTable) -> FieldValue {
    .table(type: type(of: table).schemaName, table.fields)
  }

  mutating func visit<Scalar: FlatBufferScalar>(
    _ number: Int, _ name: StaticString, _ value: inout Scalar, default defaultValue: Scalar
  ) {
    add(name, listed(value))
  }

  mutating func visit<Value: SchemaEnum, Stored: FlatBufferScalar & FixedWidthInteger>(
    _ number: Int, _ name: StaticString, _ value: inout Value, storedAs stored: Stored.Type, default defaultValue: Value
  ) {
    add(name, .name(value.schemaName))
  }

  mutating func visit<Scalar: FlatBufferScalar>(
    _ number: Int, _ name: StaticString, _ values: inout [Scalar], required: Bool
  ) {
    add(name, .list(values.map { listed($0) }))
  }

  mutating func visit<Value: SchemaEnum>(_ number: Int, _ name: StaticString, _ values: inout [Value]) {
    add(name, .list(values.map { .name($0.schemaName) }))
  }

  mutating func visit(_ number: Int, _ name: StaticString, _ value: inout String) {
    add(name, .string(value))
  }

  mutating func visit(_ number: Int, _ name: StaticString, _ values: inout [String]) {
    add(name, .list(values.map { .string($0) }))
  }

  mutating func visit(_ number: Int, _ name: StaticString, _ bytes: inout ByteSlice?, alignment: Int) {
    add(name, bytes.map { .bytes($0) } ?? .absent)
  }

  mutating func visit<Table: SchemaTable>(_ number: Int, _ name: StaticString, _ table: inout Table?) {
    add(name, table.map { listed($0) } ?? .absent)
  }

  mutating func visit<Table: SchemaTable>(
    _ number: Int, _ name: StaticString, _ tables: inout [Table], required: Bool
  ) {
    add(name, .list(tables.map { listed($0) }))
  }

  mutating func visitUnion<Union: SchemaUnion>(_ number: Int, _ name: StaticString, _ union: inout Union?) {
    guard let table = union?.member else { return add(name, .absent) }
    add(name, listed(table))
  }
}
