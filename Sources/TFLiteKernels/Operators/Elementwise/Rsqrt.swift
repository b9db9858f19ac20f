import TFLiteSchema

/// RSQRT: 1 divided by the square root.
///
/// Input and output: tensors of one shape and type. int8 results are computed in fixed point, int16 ones interpolated
/// between stored results; int16 has zero point 0. A quantized value below 0 is an error when the model runs; 0 has the
/// highest result.
///
/// Source: `tflite/kernels/elementwise.cc`, RsqrtEval; `tflite/kernels/internal/common.h`, LUTPopulate and LUTLookup.
enum RsqrtOperator: OperatorDefinition {
  static let kernels: [KernelDeclaration] = [.plain(.float32, .int16), .vector(.int8)]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    let input = try context.unaryInput(.float32, .int8, .int16)
    switch input.type {
    case .float32: return try context.floatMap { 1 / $0.squareRoot() }
    case .int8:
      let root = try context.quantizedReciprocalRoot()
      return try context.rejectingNegatives(
        try LookupTable(context, Int8.self, ofStored: root.callAsFunction(stored:)), of: Int8.self)
    default:
      let highest = Float(Int16.max) * (try context.perTensorQuantization(context.output(0)).scale)
      let body = try context.interpolatedTable { $0 <= 0 ? highest : 1 / $0.squareRoot() }
      return try context.rejectingNegatives(body, of: Int16.self)
    }
  }
}

/// RSQRT of int8 values in fixed point.
///
/// Source: `tflite/kernels/elementwise.cc`, RsqrtEvalQuantizedInt8.
struct QuantizedReciprocalRoot {
  let inputZeroPoint: Int32
  let outputZeroPoint: Int32
  let multiplier: QuantizedMultiplier

  /// Bits that keep the root's fraction.
  static let shift: Int32 = 20

  func callAsFunction(stored: Int32) -> Int32 {
    let value = stored &- inputZeroPoint
    guard value > 0 else { return Int32(Int8.max) }
    let root = FixedPoint.reciprocalSquareRoot(value)
    let scaledRoot = QuantizedMultiplier(mantissa: root.mantissa, exponent: root.exponent + Self.shift).apply(1)
    let rescaling = QuantizedMultiplier(mantissa: multiplier.mantissa, exponent: multiplier.exponent - Self.shift)
    return rescaling.apply(scaledRoot) &+ outputZeroPoint
  }
}

extension OperatorContext {
  /// Source: `tflite/kernels/elementwise.cc`, SetRsqrtOutputMultiplier: the root and the product are rounded to
  /// float32.
  func quantizedReciprocalRoot() throws(KernelError) -> QuantizedReciprocalRoot {
    let quantization = try unaryQuantization()
    let real = 1 / Double(quantization.input.scale.squareRoot() * quantization.output.scale)
    return QuantizedReciprocalRoot(
      inputZeroPoint: quantization.input.zeroPoint, outputZeroPoint: quantization.output.zeroPoint,
      multiplier: try multiplier(real, for: output(0)))
  }
}
