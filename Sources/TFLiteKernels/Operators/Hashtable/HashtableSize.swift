import TFLiteSchema

/// HASHTABLE_SIZE: how many keys a table has; 0 before HASHTABLE_IMPORT.
///
/// Input: the handle [1], RESOURCE. Output: [1], int64.
///
/// Source: `tflite/kernels/hashtable_size.cc`.
enum HashtableSizeOperator: OperatorDefinition {
  static let kernels: [KernelDeclaration] = [.copy()]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    try context.requireOperands(inputs: 1...1)
    try context.require(context.output(0), type: .int64)
    return HashtableSize(access: try HashtableAccess(context))
  }
}

private struct HashtableSize: ThrowingOperator {
  let access: HashtableAccess

  var outputShapes: [[Int]] { [[1]] }
  var path: KernelPath { .copy }
  var isPure: Bool { false }

  func run(_ call: OperatorCall) throws {
    call.output(0, as: Int64.self).pointee = Int64(try access.table(call).table.values?.count ?? 0)
  }
}
