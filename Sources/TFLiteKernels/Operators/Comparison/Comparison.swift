import TFLiteSchema

extension OperatorContext {
  /// Source: `tflite/kernels/comparisons.cc`.
  @inline(__always)
  func prepareComparison<Held: Relation>(_ relation: Held.Type) throws(KernelError) -> BinaryArithmetic {
    let operands = try binaryOperands()
    try require(operands.output, type: .bool)
    if !relation.isEquality || operands.type != .bool {
      try require(operands.left, types: [.float32, .float16, .uint8, .int8, .int16, .int32, .int64] + relation.others)
    }
    let broadcast = operands.broadcast
    return switch operands.type {
    case .float32: BinaryArithmetic(broadcast, Comparison<Held, Float>())
    case .float16: BinaryArithmetic(broadcast, CalledOperation(operation: Comparison<Held, HalfBits>()))
    case .bfloat16: BinaryArithmetic(broadcast, CalledOperation(operation: Comparison<Held, BrainBits>()))
    case .int32: BinaryArithmetic(broadcast, Comparison<Held, Int32>())
    // Equal strings have equal numbers.
    case .int64, .string: BinaryArithmetic(broadcast, Comparison<Held, Int64>())
    case .bool: BinaryArithmetic(broadcast, Comparison<Held, TruthValue>())
    case .uint8 where operands.left.isQuantized:
      BinaryArithmetic(broadcast, try scaledComparison(operands) as ScaledComparison<Held, UInt8>)
    case .uint8: BinaryArithmetic(broadcast, Comparison<Held, UInt8>())
    case .int8 where operands.left.isQuantized:
      BinaryArithmetic(broadcast, try scaledComparison(operands) as ScaledComparison<Held, Int8>)
    case .int8: BinaryArithmetic(broadcast, Comparison<Held, Int8>())
    // TFLite puts 16-bit values in order as they are stored, whatever their scales.
    case _ where relation.isEquality && operands.left.isQuantized:
      BinaryArithmetic(broadcast, try scaledComparison(operands) as ScaledComparison<Held, Int16>)
    default: BinaryArithmetic(broadcast, Comparison<Held, Int16>())
    }
  }
}

/// One side of a comparison of real values.
struct ScaledOperand: Sendable {
  let zeroPoint: Int32
  let multiplier: QuantizedMultiplier

  static let leftShift: Int32 = 8

  @inline(__always)
  func scaled(_ stored: Int32) -> Int32 { multiplier.apply((stored &- zeroPoint) &<< Self.leftShift) }
}

extension OperatorContext {
  func scaledComparison<Held: Relation, Element: QuantizedInteger>(
    _ operands: BinaryOperands
  ) throws(KernelError) -> ScaledComparison<Held, Element> {
    let left = try perTensorQuantization(operands.left)
    let right = try perTensorQuantization(operands.right)
    // In TFLite, scales of 1 or more end the process or shift by a negative number of bits. Only the ratio matters:
    // here both are halved until they are below 1.
    let common = Double(
      sign: .plus, exponent: -Int(max(0, max(left.scale.exponent, right.scale.exponent) + 1)), significand: 1)
    return ScaledComparison(
      left: ScaledOperand(
        zeroPoint: left.zeroPoint, multiplier: try multiplier(Double(left.scale) * common, for: operands.left)),
      right: ScaledOperand(
        zeroPoint: right.zeroPoint, multiplier: try multiplier(Double(right.scale) * common, for: operands.right)))
  }
}
