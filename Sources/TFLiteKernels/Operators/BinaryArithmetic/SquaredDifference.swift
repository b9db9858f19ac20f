import TFLiteSchema

/// SQUARED_DIFFERENCE: the square of the difference of two tensors.
///
/// Inputs: two tensors of one type, whose shapes are broadcast to one. Output: that shape, of the same type. int8 has a
/// scale.
///
/// Source: `tflite/kernels/squared_difference.cc`.
enum SquaredDifferenceOperator: OperatorDefinition {
  static let kernels: [KernelDeclaration] = [.plain(.float32, .int32, .int8)]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    let operands = try context.arithmeticOperands()
    try context.require(operands.left, type: .float32, .int32, .int8)
    return switch operands.type {
    case .float32: BinaryArithmetic(operands.broadcast, SquaredDifference<Float>())
    case .int32: BinaryArithmetic(operands.broadcast, SquaredDifference<Int32>())
    default: BinaryArithmetic(operands.broadcast, try context.quantizedSquaredDifference(operands))
    }
  }
}

struct SquaredDifference<Element: ArithmeticElement>: BinaryOperation {
  @inline(__always)
  func callAsFunction(_ left: Element, _ right: Element) -> Element {
    let difference = left.minus(right)
    return difference.times(difference)
  }
}

/// SQUARED_DIFFERENCE of int8: both operands are brought to a common scale with 7 bits to spare.
struct QuantizedSquaredDifference: BinaryOperation {
  let quantization: BinaryQuantization
  let leftMultiplier: QuantizedMultiplier
  let rightMultiplier: QuantizedMultiplier
  let outputMultiplier: QuantizedMultiplier

  static let leftShift: Int32 = 7

  // Inlined into each of the three loops around it, it would take ten times as much of the library.
  @inline(never)
  func callAsFunction(_ left: Int8, _ right: Int8) -> Int8 {
    let left = leftMultiplier.apply((Int32(left) &- quantization.left.zeroPoint) &<< Self.leftShift)
    let right = rightMultiplier.apply((Int32(right) &- quantization.right.zeroPoint) &<< Self.leftShift)
    let difference = left &- right
    let scaled = outputMultiplier.apply(difference &* difference)
    return Int8(scaled &+ quantization.output.zeroPoint, clampedTo: Int8.range)
  }
}

extension OperatorContext {
  /// Source: `tflite/kernels/squared_difference.cc`, Prepare.
  fileprivate func quantizedSquaredDifference(
    _ operands: BinaryOperands
  ) throws(KernelError) -> QuantizedSquaredDifference {
    let quantization = try quantization(of: operands)
    let (left, right, result) = (quantization.left, quantization.right, quantization.output)
    let twiceLargest = 2 * Double(max(left.scale, right.scale))
    let outputScale = Double(Float(1 << (2 * QuantizedSquaredDifference.leftShift)) * result.scale)
    return QuantizedSquaredDifference(
      quantization: quantization,
      leftMultiplier: try multiplier(Double(left.scale) / twiceLargest, for: operands.output),
      rightMultiplier: try multiplier(Double(right.scale) / twiceLargest, for: operands.output),
      outputMultiplier: try multiplier(twiceLargest * twiceLargest / outputScale, for: operands.output))
  }
}
