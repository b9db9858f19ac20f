import TFLiteSchema

/// RIGHT_SHIFT: elements of the first tensor, shifted right by as many bits as those of the second say; signs are kept.
///
/// Inputs: two tensors of one type, whose shapes are broadcast to one. Output: that shape, of the same type. Numbers of
/// bits are clamped to 0 and one less than an element has.
///
/// Source: `tflite/kernels/right_shift.cc`.
enum RightShiftOperator: OperatorDefinition {
  static let kernels: [KernelDeclaration] = [.plain(.uint8, .int8, .uint16, .int16, .uint32, .int32)]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    let operands = try context.arithmeticOperands()
    try context.require(operands.left, type: .uint8, .int8, .uint16, .int16, .uint32, .int32)
    return switch operands.type {
    case .uint8: BinaryArithmetic(operands.broadcast, RightShift<UInt8>())
    case .int8: BinaryArithmetic(operands.broadcast, RightShift<Int8>())
    case .uint16: BinaryArithmetic(operands.broadcast, RightShift<UInt16>())
    case .int16: BinaryArithmetic(operands.broadcast, RightShift<Int16>())
    case .uint32: BinaryArithmetic(operands.broadcast, RightShift<UInt32>())
    default: BinaryArithmetic(operands.broadcast, RightShift<Int32>())
    }
  }
}

struct RightShift<Element: FixedWidthInteger & Sendable>: BinaryOperation {
  @inline(__always)
  func callAsFunction(_ value: Element, _ bits: Element) -> Element {
    value &>> Swift.min(Swift.max(bits, 0), Element(truncatingIfNeeded: Element.bitWidth - 1))
  }
}
