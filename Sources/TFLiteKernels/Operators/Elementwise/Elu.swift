import TFLiteElementaryFunctions
import TFLiteSchema

/// ELU: eˣ − 1 where x is negative, else x.
///
/// Input and output: tensors of one shape and type. 8-bit results are looked up.
///
/// Source: `tflite/kernels/activations.cc`, EluPrepare; `tflite/kernels/internal/reference/elu.h`;
/// `tflite/kernels/internal/common.h`, LUTPopulate.
enum EluOperator: OperatorDefinition {
  static let kernels: [KernelDeclaration] = [.vector(.float32, .uint8, .int8)]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    try context.requireOperands(inputs: 1...1)
    return switch try context.activationType(of: Self.self) {
    case .float32: try prepareFloat(context)
    case .uint8: try prepareQuantized(context, UInt8.self)
    default: try prepareQuantized(context, Int8.self)
    }
  }

  private static func prepareQuantized<Element: QuantizedInteger>(
    _ context: OperatorContext, _ element: Element.Type
  ) throws -> any PreparedOperator {
    try context.lookupTable(element) { $0 < 0 ? ElementaryFunctions.expm1($0) : $0 }
  }

  private static func prepareFloat(_ context: OperatorContext) throws -> any PreparedOperator {
    try context.floatMap({ $0 < 0 ? ElementaryFunctions.expm1($0) : $0 }, vector: { $0.applyElu })
  }
}
