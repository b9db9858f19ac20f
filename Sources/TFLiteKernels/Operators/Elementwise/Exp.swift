import TFLiteCLibrary
import TFLiteSchema

/// EXP: e to the power of each number.
enum ExpOperator: OperatorDefinition {
  static let kernels: [KernelDeclaration] = [.plain(.float32, .int16), .vector(.int8)]

  /// Source: `tflite/kernels/exp.cc`.
  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    let input = try context.unaryInput(.float32, .int8, .int16)
    return switch input.type {
    case .float32: try context.floatMap { expf($0) }
    case .int8: try context.lookupTable(Int8.self) { expf($0) }
    default: try context.interpolatedTable(of: { expf($0) })
    }
  }
}
