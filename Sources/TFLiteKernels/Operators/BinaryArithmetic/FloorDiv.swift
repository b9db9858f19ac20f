import TFLiteSchema

/// FLOOR_DIV: the quotient of two tensors, rounded down.
///
/// Inputs: two tensors of one type, whose shapes are broadcast to one. Output: that shape, of the same type. A divisor
/// of 0 is an error when the model runs, for float32 as well.
///
/// Source: `tflite/kernels/floor_div.cc`; `tflite/kernels/internal/reference/floor_div.h`.
enum FloorDivOperator: OperatorDefinition {
  static let kernels: [KernelDeclaration] = [.plain(.float32, .int32, .int16, .int8)]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    let operands = try context.arithmeticOperands()
    try context.require(operands.left, type: .float32, .int32, .int16, .int8)
    return switch operands.type {
    case .float32: try context.dividing(operands, RealFloorDivision())
    case .int32: try context.dividing(operands, IntegerFloorDivision<Int32>())
    case .int16: try context.dividing(operands, IntegerFloorDivision<Int16>())
    default: try context.dividing(operands, IntegerFloorDivision<Int8>())
    }
  }
}

/// Source: `tflite/kernels/internal/reference/floor_div.h`: everything is divided in double.
struct RealFloorDivision: BinaryOperation {
  @inline(__always)
  func callAsFunction(_ left: Float, _ right: Float) -> Float { Float((Double(left) / Double(right)).rounded(.down)) }
}

struct IntegerFloorDivision<Element: FixedWidthInteger & Sendable>: BinaryOperation {
  /// The one quotient that does not fit wraps around.
  // Inlined into each of the three loops around it, it would take ten times as much of the library.
  @inline(never)
  func callAsFunction(_ left: Element, _ right: Element) -> Element {
    let (quotient, overflow) = left.dividedReportingOverflow(by: right)
    guard !overflow else { return quotient }
    return quotient &* right != left && (left < 0) != (right < 0) ? quotient &- 1 : quotient
  }
}
