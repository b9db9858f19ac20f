import TFLiteSchema

/// REDUCE_ANY: whether any element along some dimensions is true.
///
/// Inputs: a tensor; the dimensions, int32, a vector or a scalar, which may count from the end and be named twice.
/// Output: the tensor's shape without these dimensions, or with size 1 there where `keep_dims` is set.
///
/// Source: `tflite/kernels/reduce.cc`; `tflite/kernels/internal/reference/reduce.h`, ReduceGeneric.
enum ReduceAnyOperator: OperatorDefinition {
  static let kernels: [KernelDeclaration] = [.plain(.bool)]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    let geometry = try context.reduction()
    try context.require(try context.input(0), type: .bool)
    return Reduction(geometry, folding: AnyFold.self)
  }
}
