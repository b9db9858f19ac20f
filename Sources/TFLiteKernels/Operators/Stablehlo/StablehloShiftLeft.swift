import TFLiteSchema

/// STABLEHLO_SHIFT_LEFT: elements of the first tensor, shifted left by as many bits as those of the second say.
///
/// Inputs: two tensors of one type and shape. Output: that shape, of the same type.
///
/// TFLite has no defined result for other numbers of bits than those below the width of an element; here, as StableHLO
/// has it, nothing is left then.
///
/// Source: `tflite/kernels/stablehlo_shift_left.cc`.
enum StablehloShiftLeftOperator: OperatorDefinition {
  static let kernels: [KernelDeclaration] = [.plain(.int8, .int16, .int32)]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    try context.requireActivationType(of: Self.self)
    let operands = try context.equalOperands()
    return switch operands.type {
    case .int8: BinaryArithmetic(operands.broadcast, LeftShift<Int8>())
    case .int16: BinaryArithmetic(operands.broadcast, LeftShift<Int16>())
    default: BinaryArithmetic(operands.broadcast, LeftShift<Int32>())
    }
  }
}

struct LeftShift<Element: FixedWidthInteger & Sendable>: BinaryOperation {
  @inline(__always)
  func callAsFunction(_ value: Element, _ bits: Element) -> Element {
    bits >= 0 && Int(truncatingIfNeeded: bits) < Element.bitWidth ? value &<< bits : 0
  }
}
