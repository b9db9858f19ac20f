import TFLiteSchema

/// HASHTABLE_FIND: the values that a table has for some keys.
///
/// Inputs: 0 the handle [1], RESOURCE; 1 the keys, int64 or string; 2 the value of keys that the table does not have, the
/// first element of a tensor of the other type. Output: the values, of the keys' shape. It is an error if
/// HASHTABLE_IMPORT has not filled the table.
///
/// Source: `tflite/kernels/hashtable_find.cc`; `tflite/experimental/resource/static_hashtable.cc`.
enum HashtableFindOperator: OperatorDefinition {
  static let activation = 1
  static let kernels: [KernelDeclaration] = [.copy(.int64, .string)]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    try context.requireOperands(inputs: 3...3)
    let (keys, otherwise, values) = (try context.input(1), try context.input(2), context.output(0))
    try context.requireTableTypes(keys: keys, values: values)
    try context.require(otherwise, sameTypeAs: values)
    try context.requireElements(otherwise)
    return HashtableFind(access: try HashtableAccess(context), keys: keys, values: values)
  }
}

private struct HashtableFind: ThrowingOperator {
  let access: HashtableAccess
  let keys: TensorDescriptor
  let values: TensorDescriptor

  var outputShapes: [[Int]] { [keys.shape] }
  var path: KernelPath { .copy }
  var isPure: Bool { false }

  func run(_ call: OperatorCall) throws {
    let (_, table) = try access.table(call)
    try access.check(table, keys: keys, values: values)
    guard let found = table.values else {
      throw KernelError.value(
        access.identity, access.handle.identity, "stands for a table that no HASHTABLE_IMPORT has filled")
    }
    let (keys, otherwise) = (call.input(1, as: Int64.self), call.input(2, as: Int64.self).pointee)
    let output = call.output(0, as: Int64.self)
    var watch = call.stopWatch
    for place in 0..<self.keys.elementCount {
      try watch.check(after: 32)
      output[place] = found[keys[place]] ?? otherwise
    }
  }
}
