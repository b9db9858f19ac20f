import TFLiteSchema

/// SQUARE: the product of a number with itself.
///
/// Input and output: tensors of one shape and type.
///
/// Source: `tflite/kernels/elementwise.cc`, SquareEval.
enum SquareOperator: OperatorDefinition {
  static let kernels: [KernelDeclaration] = [.plain(.float32)]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    _ = try context.unaryInput(.float32)
    return try context.floatMap { $0 * $0 }
  }
}
