import TFLiteFlatBuffers
import TFLiteSchema

/// A visitor of an operator's options that changes numbers and enumerations. Fields of other kinds stay as they are,
/// unless it says what becomes of them.
package protocol OptionFieldVisitor: FieldVisitor {}

extension OptionFieldVisitor {
  package func visit<Scalar: FlatBufferScalar>(
    _ number: Int, _ name: StaticString, _ values: inout [Scalar], required: Bool
  ) throws(ModelError) {}
  package func visit<Value: SchemaEnum>(
    _ number: Int, _ name: StaticString, _ values: inout [Value]
  ) throws(ModelError) {}
  package func visit(_ number: Int, _ name: StaticString, _ value: inout String) throws(ModelError) {}
  package func visit(_ number: Int, _ name: StaticString, _ values: inout [String]) throws(ModelError) {}
  package func visit(
    _ number: Int, _ name: StaticString, _ bytes: inout ByteSlice?, alignment: Int
  ) throws(ModelError) {}
  package func visit<Table: SchemaTable>(
    _ number: Int, _ name: StaticString, _ table: inout Table?
  ) throws(ModelError) {}
  package func visit<Table: SchemaTable>(
    _ number: Int, _ name: StaticString, _ tables: inout [Table], required: Bool
  ) throws(ModelError) {}
  package func visitUnion<Union: SchemaUnion>(
    _ number: Int, _ name: StaticString, _ union: inout Union?
  ) throws(ModelError) {}
}
