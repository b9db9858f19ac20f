import TFLiteSchema

/// BITWISE_XOR: the bits in which the elements of each pair differ.
///
/// Inputs: two tensors of one type, whose shapes are broadcast to one. Output: that shape, of the same type.
///
/// Source: `tflite/kernels/bitwise_xor.cc`.
enum BitwiseXorOperator: OperatorDefinition {
  static let kernels: [KernelDeclaration] = [.plain(.uint8, .int8, .uint16, .int16, .uint32, .int32)]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    let operands = try context.arithmeticOperands()
    try context.require(operands.left, type: .uint8, .int8, .uint16, .int16, .uint32, .int32)
    return switch operands.type {
    case .uint8, .int8: BinaryArithmetic(operands.broadcast, ExclusiveOr<UInt8>())
    case .uint16, .int16: BinaryArithmetic(operands.broadcast, ExclusiveOr<UInt16>())
    default: BinaryArithmetic(operands.broadcast, ExclusiveOr<UInt32>())
    }
  }
}

struct ExclusiveOr<Element: FixedWidthInteger & Sendable>: BinaryOperation {
  @inline(__always)
  func callAsFunction(_ left: Element, _ right: Element) -> Element { left ^ right }
}
