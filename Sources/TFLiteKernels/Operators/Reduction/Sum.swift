import TFLiteSchema

/// SUM: the sum of the elements along some dimensions.
///
/// Inputs: a tensor; the dimensions, int32, a vector or a scalar, which may count from the end and be named twice.
/// Output: the tensor's shape without these dimensions, or with size 1 there where `keep_dims` is set. Of bool it is
/// whether any is true; plain integers wrap around; uint8, int8 and int16 have a scale.
///
/// TFLite differs for int8 and int16: its reference kernel reads their bytes as uint8; here its formula,
/// QuantizedMeanOrSum, holds for them as for uint8.
///
/// Source: `tflite/kernels/reduce.cc`, EvalSum; `tflite/kernels/internal/reference/reduce.h`, QuantizedMeanOrSum and
/// ReduceGeneric.
enum SumOperator: OperatorDefinition {
  static let kernels: [KernelDeclaration] = [.plain(.float32, .int32, .int64, .int16, .bool), .vector(.uint8, .int8)]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    let (geometry, input) = (try context.reduction(), try context.input(0))
    try context.require(input, type: .float32, .int32, .int64, .uint8, .int8, .int16, .bool)
    return switch input.type {
    case .float32: Reduction(geometry, folding: SumFold<Float>.self)
    case .int32: Reduction(geometry, folding: SumFold<Int32>.self)
    case .int64: Reduction(geometry, folding: SumFold<Int64>.self)
    case .bool: Reduction(geometry, folding: AnyFold.self)
    case .uint8: try context.quantizedSum(geometry, of: UInt8.self)
    case .int8: try context.quantizedSum(geometry, of: Int8.self)
    default: try context.quantizedSum(geometry, of: Int16.self)
    }
  }
}
