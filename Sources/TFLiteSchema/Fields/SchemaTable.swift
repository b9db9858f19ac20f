/// A table of the schema.
///
/// ``visitFields(_:)`` is the one declaration of a table's fields. Reading a file, writing one and listing the fields
/// for a person are visitors of it.
public protocol SchemaTable: Equatable, Sendable {
  /// A table with every field absent: each property has the schema's default.
  init()

  /// Calls `visitor` once for each field, in the order of the fields' numbers.
  mutating func visitFields(_ visitor: inout some FieldVisitor) throws(ModelError)
}

extension SchemaTable {
  /// The schema's name of the table.
  public static var schemaName: String { String(describing: Self.self) }

  /// A table with the schema's defaults, changed by `configure`.
  public init(_ configure: (inout Self) -> Void) {
    self.init()
    configure(&self)
  }
}

/// Options of an operator: a member of the union `BuiltinOptions` or `BuiltinOptions2`.
public protocol OperatorOptions: SchemaTable {}

/// Options without fields.
package protocol EmptyOperatorOptions: OperatorOptions {}

extension EmptyOperatorOptions {
  package mutating func visitFields(_ visitor: inout some FieldVisitor) throws(ModelError) {}
}
