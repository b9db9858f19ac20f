import TFLiteSchema

/// FLOOR_DIV: the quotient, rounded down. Float32 divisors must not be 0 either.
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
  @inline(__always)
  func callAsFunction(_ left: Element, _ right: Element) -> Element {
    let (quotient, overflow) = left.dividedReportingOverflow(by: right)
    guard !overflow else { return quotient }
    return quotient &* right != left && (left < 0) != (right < 0) ? quotient &- 1 : quotient
  }
}
