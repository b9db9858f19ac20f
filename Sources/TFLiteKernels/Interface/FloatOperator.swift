import TFLiteSchema

/// An operator that computes in float32 as well as on quantized types.
protocol FloatOperator: QuantizedOperator {
  /// Prepares the operator for float32; the number of operands has been checked.
  static func prepareFloat(_ context: OperatorContext) throws -> any PreparedOperator
}

extension FloatOperator {
  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    try context.requireOperands(inputs: inputCounts)
    let input = try context.input(activationPosition)
    try context.require(input, type: .float32, .uint8, .int8)
    return switch input.type {
    case .float32: try prepareFloat(context)
    case .uint8: try prepare(context, UInt8.self)
    default: try prepare(context, Int8.self)
    }
  }
}

/// An operator that also computes on int16 activations.
protocol WideOperator: FloatOperator {
  /// Prepares the operator for int16; the number of operands has been checked.
  static func prepareWide(_ context: OperatorContext) throws -> any PreparedOperator
}

extension WideOperator {
  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    try context.requireOperands(inputs: inputCounts)
    let input = try context.input(activationPosition)
    try context.require(input, type: .float32, .uint8, .int8, .int16)
    return switch input.type {
    case .float32: try prepareFloat(context)
    case .int16: try prepareWide(context)
    case .uint8: try prepare(context, UInt8.self)
    default: try prepare(context, Int8.self)
    }
  }
}
