import TFLiteElementaryFunctions
import TFLiteSchema

/// FLOOR_MOD: what a division that rounds down leaves; it has the sign of the divisor.
///
/// Inputs: two tensors of one type, whose shapes are broadcast to one. Output: that shape, of the same type. A divisor
/// of 0 is an error when the model runs, but for float32.
///
/// TFLite ends the process where it divides the lowest int32 or int64 by -1; here the remainder is 0.
///
/// Source: `tflite/kernels/floor_mod.cc`; `tflite/kernels/internal/reference/floor_mod.h`.
enum FloorModOperator: OperatorDefinition {
  static let kernels: [KernelDeclaration] = [.plain(.float32, .int64, .int32, .int16, .int8)]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    let operands = try context.arithmeticOperands()
    try context.require(operands.left, type: .float32, .int64, .int32, .int16, .int8)
    return switch operands.type {
    case .float32: BinaryArithmetic(operands.broadcast, RealRemainder())
    case .int64: try context.dividing(operands, IntegerRemainder<Int64>())
    case .int32: try context.dividing(operands, IntegerRemainder<Int32>())
    case .int16: try context.dividing(operands, IntegerRemainder<Int16>())
    default: try context.dividing(operands, IntegerRemainder<Int8>())
    }
  }
}

/// Source: `tflite/kernels/internal/reference/floor_mod.h`.
struct RealRemainder: BinaryOperation {
  @inline(__always)
  func callAsFunction(_ left: Float, _ right: Float) -> Float {
    let remainder = ElementaryFunctions.fmod(left, right)
    return remainder != 0 && (right < 0) != (remainder < 0) ? remainder + right : remainder
  }
}

struct IntegerRemainder<Element: FixedWidthInteger & Sendable>: BinaryOperation {
  // Inlined into each of the three loops around it, it would take ten times as much of the library.
  @inline(never)
  func callAsFunction(_ left: Element, _ right: Element) -> Element {
    let remainder = left.remainderReportingOverflow(dividingBy: right).partialValue
    return remainder != 0 && (right < 0) != (remainder < 0) ? remainder &+ right : remainder
  }
}
