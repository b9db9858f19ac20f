import TFLiteSchema

/// HASHTABLE_IMPORT: fills a table, unless it has been filled. Of a key that occurs twice, the first value counts.
///
/// Inputs: 0 the handle [1], RESOURCE; 1 the keys, int64 or string; 2 the values, the other of both, of the same shape. No
/// outputs.
///
/// Source: `tflite/kernels/hashtable_import.cc`; `tflite/experimental/resource/static_hashtable.cc`.
enum HashtableImportOperator: OperatorDefinition {
  static let activation = 1
  static let kernels: [KernelDeclaration] = [.copy(.int64, .string)]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    try context.requireOperands(inputs: 3...3, outputs: 0)
    let (keys, values) = (try context.input(1), try context.input(2))
    try context.requireTableTypes(keys: keys, values: values)
    try context.require(values, shape: keys.shape)
    return HashtableImport(access: try HashtableAccess(context), keys: keys, values: values)
  }
}

private struct HashtableImport: ThrowingOperator {
  let access: HashtableAccess
  let keys: TensorDescriptor
  let values: TensorDescriptor

  var outputShapes: [[Int]] { [] }
  var path: KernelPath { .copy }
  var isPure: Bool { false }

  func run(_ call: OperatorCall) throws {
    var (number, table) = try access.table(call)
    try access.check(table, keys: keys, values: values)
    guard table.values == nil else { return }
    let count = keys.elementCount
    let pairs = zip(
      UnsafeBufferPointer(start: call.input(1, as: Int64.self), count: count),
      UnsafeBufferPointer(start: call.input(2, as: Int64.self), count: count))
    table.values = Dictionary(pairs) { first, _ in first }
    guard access.resources.set(table, number: number) else {
      throw KernelError.size(
        access.identity, values.identity, "does not fit into a table: all of them together exceed the memory limit")
    }
    let strings = UnsafeBufferPointer(start: call.input(keys.type == .string ? 1 : 2, as: Int64.self), count: count)
    access.resources.strings.pin(strings)
  }
}
