import TFLiteElementaryFunctions
import TFLiteSchema

/// EXP: e to the power of each number.
///
/// Input and output: tensors of one shape and type. int8 results are looked up, int16 ones interpolated between stored
/// results; int16 has zero point 0.
///
/// Source: `tflite/kernels/exp.cc`; `tflite/kernels/internal/reference/exp.h`; `tflite/kernels/internal/common.h`,
/// LUTPopulate and LUTLookup.
enum ExpOperator: OperatorDefinition {
  static let kernels: [KernelDeclaration] = [.vector(.float32, .int8), .plain(.int16)]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    let input = try context.unaryInput(.float32, .int8, .int16)
    return switch input.type {
    case .float32: try prepareFloat(context)
    case .int8: try context.lookupTable(Int8.self) { ElementaryFunctions.exp($0) }
    default: try context.interpolatedTable(of: { ElementaryFunctions.exp($0) })
    }
  }

  private static func prepareFloat(_ context: OperatorContext) throws -> any PreparedOperator {
    try context.floatMap({ ElementaryFunctions.exp($0) }, vector: { $0.applyExp(input:output:count:) })
  }
}
