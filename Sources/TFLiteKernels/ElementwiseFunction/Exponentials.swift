import TFLiteSchema

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// EXP: e to the power of each number.
enum ExpOperator {
  /// Source: `tflite/kernels/exp.cc`.
  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    let input = try context.unaryInput(.float32, .int8, .int16)
    return switch input.type {
    case .float32: try context.floatMap { expf($0) }
    case .int8: try context.lookupTable(Int8.self) { expf($0) }
    default: try context.interpolation(of: { expf($0) })
    }
  }
}

/// LOG: the natural logarithm. Of quantized values, 0 and below have the lowest one.
enum LogOperator {
  /// Source: `tflite/kernels/elementwise.cc`, LogLUTPrepare.
  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    let input = try context.unaryInput(.float32, .int8, .int16)
    guard input.type != .float32 else { return try context.floatMap { logf($0) } }
    let output = try context.perTensorQuantization(context.output(0))
    let lowestStored = input.type == .int8 ? Int8.range.lowerBound : Int16.range.lowerBound
    let lowest = Float(lowestStored - output.zeroPoint) * output.scale
    let logarithm: (Float) -> Float = { $0 <= 0 ? lowest : logf($0) }
    return input.type == .int8
      ? try context.lookupTable(Int8.self, ofReal: logarithm) : try context.interpolation(of: logarithm)
  }
}

/// SIN: the sine of an angle in radians.
enum SinOperator {
  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    _ = try context.unaryInput(.float32)
    return try context.floatMap { sinf($0) }
  }
}

/// COS: the cosine of an angle in radians.
enum CosOperator {
  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    _ = try context.unaryInput(.float32)
    return try context.floatMap { cosf($0) }
  }
}
