import TFLiteSchema

/// A table from keys to values, of which one kind are strings and the other int64. Strings are numbers in a
/// ``StringPool``.
struct Hashtable: Resource {
  /// int64 or string.
  let keyType: TensorType
  /// The other of both.
  let valueType: TensorType
  /// nil before HASHTABLE_IMPORT has filled the table.
  var values: [Int64: Int64]?

  /// Dictionaries have some places to spare.
  var byteCount: Int { (values?.count ?? 0) * 40 }
}

/// HASHTABLE: the handle of the table with the number `table_id`, which is empty before HASHTABLE_IMPORT.
///
/// No inputs. Output: [1], RESOURCE. The option `key_dtype` is INT64 and `value_dtype` STRING, or the reverse; of two
/// operators for one table that disagree, the first one in the file counts.
///
/// In TFLite, tables and variables (VAR_HANDLE) share their numbers, so that one may stand in the other's way; here they
/// do not.
///
/// Source: `tflite/kernels/hashtable.cc`.
enum HashtableOperator: OperatorDefinition {
  static let kernels: [KernelDeclaration] = [.copy()]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    try context.requireOperands(inputs: 0...0)
    try context.require(context.output(0), type: .resource)
    let options = try context.options(HashtableOptions.self)
    let (key, value) = (options.keyDtype, options.valueDtype)
    guard (key, value) == (.int64, .string) || (key, value) == (.string, .int64) else {
      throw KernelError.option(
        context.identity, name: "key_dtype", found: "\(key), and value_dtype \(value)",
        expected: "INT64 and STRING, or STRING and INT64")
    }
    let resources = try context.requireResources()
    let number = resources.number(of: Hashtable.self, named: "\(options.tableId)")
    // An empty table takes no memory.
    if resources.resource(number, as: Hashtable.self) == nil {
      _ = resources.set(Hashtable(keyType: key, valueType: value), number: number)
    }
    return HashtableHandle(number: number)
  }
}

private struct HashtableHandle: TotalOperator {
  let number: Int64

  var outputShapes: [[Int]] { [[1]] }
  var path: KernelPath { .copy }
  var readsInputs: Bool { false }

  func run(_ call: OperatorCall) { call.output(0, as: Int64.self).pointee = number }
}

/// What operators on tables have in common.
struct HashtableAccess: Sendable {
  let identity: OperatorIdentity
  let handle: TensorDescriptor
  let resources: ResourceStore

  init(_ context: OperatorContext) throws(KernelError) {
    identity = context.identity
    handle = try context.input(0)
    resources = try context.requireResources()
    try context.require(handle, type: .resource)
    try context.require(handle, shape: [1])
  }

  /// The table whose handle a run has.
  ///
  /// - Throws: ``KernelError/value(_:_:_:)`` where there is none.
  func table(_ call: OperatorCall) throws(KernelError) -> (number: Int64, table: Hashtable) {
    let number = call.input(0, as: Int64.self).pointee
    guard let table = resources.resource(number, as: Hashtable.self) else {
      throw .value(identity, handle.identity, "stands for no table")
    }
    return (number, table)
  }

  /// Checks the types of keys and values.
  func check(
    _ table: Hashtable, keys: TensorDescriptor, values: TensorDescriptor
  ) throws(KernelError) {
    guard table.keyType == keys.type else {
      throw .type(identity, keys.identity, found: keys.type, expected: "\(table.keyType), the table's keys")
    }
    guard table.valueType == values.type else {
      throw .type(identity, values.identity, found: values.type, expected: "\(table.valueType), the table's values")
    }
  }
}

extension OperatorContext {
  /// Checks that keys and values are of the types that tables have.
  func requireTableTypes(keys: TensorDescriptor, values: TensorDescriptor) throws(KernelError) {
    try require(keys, type: .int64, .string)
    try require(values, type: keys.type == .int64 ? .string : .int64)
  }
}
