import TFLiteSchema

/// STABLEHLO_AND: the bits that both elements of each pair have; of truth values, whether both are true.
///
/// Inputs: two tensors of one type and shape. Output: that shape, of the same type.
///
/// Source: `tflite/kernels/stablehlo_elementwise.h`.
enum StablehloAndOperator: OperatorDefinition {
  static let kernels: [KernelDeclaration] = [
    .plain(.int8, .int16, .int32, .int64, .uint8, .uint16, .uint32, .uint64, .bool)
  ]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    try context.requireActivationType(of: Self.self)
    let operands = try context.equalOperands()
    return switch operands.type {
    case .bool: BinaryArithmetic(operands.broadcast, CombinationOfPairs<ProductOfTwo, TruthValue>())
    case .int8, .uint8: BinaryArithmetic(operands.broadcast, CommonBits<UInt8>())
    case .int16, .uint16: BinaryArithmetic(operands.broadcast, CommonBits<UInt16>())
    case .int32, .uint32: BinaryArithmetic(operands.broadcast, CommonBits<UInt32>())
    default: BinaryArithmetic(operands.broadcast, CommonBits<UInt64>())
    }
  }
}

struct CommonBits<Element: FixedWidthInteger & Sendable>: BinaryOperation {
  @inline(__always)
  func callAsFunction(_ left: Element, _ right: Element) -> Element { left & right }
}
