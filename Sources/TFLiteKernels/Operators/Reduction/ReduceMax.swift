import TFLiteSchema

/// REDUCE_MAX: the largest element along some dimensions; of bool, whether any is true.
///
/// Inputs: a tensor; the dimensions, int32, a vector or a scalar, which may count from the end and be named twice.
/// Output: the tensor's shape without these dimensions, or with size 1 there where `keep_dims` is set. Stored values
/// are compared as they are: the output has scale and zero point of the tensor.
///
/// Source: `tflite/kernels/reduce.cc`; `tflite/kernels/internal/reference/reduce.h`, ReduceGeneric.
enum ReduceMaxOperator: OperatorDefinition {
  static let kernels: [KernelDeclaration] = [.plain(.float32, .int32, .int64, .uint8, .int8, .int16, .bool)]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    let (geometry, input) = (try context.reduction(), try context.input(0))
    try context.requireActivationType(of: Self.self)
    try context.requireSameQuantizationOfReduction()
    return switch input.type {
    case .float32: Reduction(geometry, folding: MaximumFold<Float>.self)
    case .int32: Reduction(geometry, folding: MaximumFold<Int32>.self)
    case .int64: Reduction(geometry, folding: MaximumFold<Int64>.self)
    case .uint8: Reduction(geometry, folding: MaximumFold<UInt8>.self)
    case .int8: Reduction(geometry, folding: MaximumFold<Int8>.self)
    case .int16: Reduction(geometry, folding: MaximumFold<Int16>.self)
    default: Reduction(geometry, folding: AnyFold.self)
    }
  }
}
