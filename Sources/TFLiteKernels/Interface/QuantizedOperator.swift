import TFLiteSchema

/// An operator whose element type is that of one of its inputs, one of the quantized types.
protocol QuantizedOperator {
  /// How many inputs the operator may have.
  static var inputCounts: ClosedRange<Int> { get }

  /// Which input decides the type: mostly the first.
  static var activationPosition: Int { get }

  /// Prepares the operator for one element type; the number of operands has been checked.
  static func prepare<Element: QuantizedInteger>(
    _ context: OperatorContext, _ element: Element.Type
  ) throws -> any PreparedOperator
}

extension QuantizedOperator {
  static var activationPosition: Int { 0 }

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    try context.requireOperands(inputs: inputCounts)
    let input = try context.input(activationPosition)
    try context.require(input, type: .uint8, .int8)
    return switch input.type {
    case .uint8: try prepare(context, UInt8.self)
    default: try prepare(context, Int8.self)
    }
  }
}
