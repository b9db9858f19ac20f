import TFLiteFlatBuffers

/// Something that is done to each field of a table: reading it, writing it, listing it.
///
/// A field has the number and the name that the schema gives it. A visitor that only looks leaves the values alone.
public protocol FieldVisitor {
  /// A number or truth value; `defaultValue` is what an absent field means.
  mutating func visit<Scalar: FlatBufferScalar>(
    _ number: Int, _ name: StaticString, _ value: inout Scalar, default defaultValue: Scalar
  ) throws(ModelError)

  /// A value of an enumeration, kept in the file as a `Stored`; `defaultValue` is what an absent field means.
  mutating func visit<Value: SchemaEnum, Stored: FlatBufferScalar & FixedWidthInteger>(
    _ number: Int, _ name: StaticString, _ value: inout Value, storedAs stored: Stored.Type, default defaultValue: Value
  ) throws(ModelError)

  /// A vector of numbers or truth values. An empty one that is `required` is written nevertheless.
  mutating func visit<Scalar: FlatBufferScalar>(
    _ number: Int, _ name: StaticString, _ values: inout [Scalar], required: Bool
  ) throws(ModelError)

  /// A vector of values of an enumeration.
  mutating func visit<Value: SchemaEnum>(
    _ number: Int, _ name: StaticString, _ values: inout [Value]
  ) throws(ModelError)

  /// A string; an absent one is empty.
  mutating func visit(_ number: Int, _ name: StaticString, _ value: inout String) throws(ModelError)

  /// A vector of strings.
  mutating func visit(_ number: Int, _ name: StaticString, _ values: inout [String]) throws(ModelError)

  /// A vector of bytes, shared with the file and never copied, or nil if it is absent. `alignment` is that of its
  /// first byte when written.
  mutating func visit(
    _ number: Int, _ name: StaticString, _ bytes: inout ByteSlice?, alignment: Int
  ) throws(ModelError)

  /// A table, or nil if it is absent.
  mutating func visit<Table: SchemaTable>(
    _ number: Int, _ name: StaticString, _ table: inout Table?
  ) throws(ModelError)

  /// A vector of tables. An empty one that is `required` is written nevertheless.
  mutating func visit<Table: SchemaTable>(
    _ number: Int, _ name: StaticString, _ tables: inout [Table], required: Bool
  ) throws(ModelError)

  /// A union, or nil if it is absent. `number` is that of the field with the member's number; the next one holds the
  /// member.
  mutating func visitUnion<Union: SchemaUnion>(
    _ number: Int, _ name: StaticString, _ union: inout Union?
  ) throws(ModelError)
}

extension FieldVisitor {
  /// A number or truth value whose default is zero or false.
  public mutating func visit<Scalar: FlatBufferScalar>(
    _ number: Int, _ name: StaticString, _ value: inout Scalar
  ) throws(ModelError) {
    try visit(number, name, &value, default: .zero)
  }

  /// A value of an enumeration.
  public mutating func visit<Value: SchemaEnum>(
    _ number: Int, _ name: StaticString, _ value: inout Value, default defaultValue: Value
  ) throws(ModelError) {
    try visit(number, name, &value, storedAs: Value.RawValue.self, default: defaultValue)
  }

  /// A value of an enumeration whose default is its first value.
  public mutating func visit<Value: SchemaEnum>(
    _ number: Int, _ name: StaticString, _ value: inout Value
  ) throws(ModelError) {
    try visit(number, name, &value, default: .zero)
  }

  /// A vector of numbers or truth values that is absent when empty.
  public mutating func visit<Scalar: FlatBufferScalar>(
    _ number: Int, _ name: StaticString, _ values: inout [Scalar]
  ) throws(ModelError) {
    try visit(number, name, &values, required: false)
  }

  /// A vector of bytes that is absent when empty.
  public mutating func visit(
    _ number: Int, _ name: StaticString, _ bytes: inout ByteSlice, alignment: Int = 1
  ) throws(ModelError) {
    var present = bytes.isEmpty ? nil : bytes
    try visit(number, name, &present, alignment: alignment)
    bytes = present ?? []
  }

  /// A vector of tables that is absent when empty.
  public mutating func visit<Table: SchemaTable>(
    _ number: Int, _ name: StaticString, _ tables: inout [Table]
  ) throws(ModelError) {
    try visit(number, name, &tables, required: false)
  }
}

/// A union of the schema: one table out of a numbered list.
public protocol SchemaUnion: Equatable, Sendable {
  /// The union with a member whose fields have their defaults; nil if there is no member with this number. The first
  /// one has the number 1.
  init?(memberNumber: Int)

  /// The number of the member.
  var memberNumber: Int { get }

  /// The member.
  var member: any SchemaTable { get }

  /// Shows `visitor` every field of the member.
  mutating func visitMember(_ visitor: inout some FieldVisitor) throws(ModelError)
}
