import TFLiteSchema

/// ADD and SUB: both operands are brought to a common scale with some bits to spare, combined, and scaled back.
struct QuantizedAddition<Element: QuantizedInteger>: BinaryOperation {
  let quantization: BinaryQuantization
  let leftMultiplier: QuantizedMultiplier
  let rightMultiplier: QuantizedMultiplier
  let outputMultiplier: QuantizedMultiplier
  /// 1 adds, -1 subtracts.
  let sign: Int32
  let range: ClosedRange<Int32>

  /// The bits to spare: 20 for 8-bit values, 15 for 16-bit ones.
  static var leftShift: Int32 { Element.bitWidth == 8 ? 20 : 15 }

  @inline(__always)
  func callAsFunction(_ left: Element, _ right: Element) -> Element {
    let left = Int32(truncatingIfNeeded: left) &- quantization.left.zeroPoint
    let right = Int32(truncatingIfNeeded: right) &- quantization.right.zeroPoint
    let sum =
      leftMultiplier.apply(left &<< Self.leftShift) &+ sign &* rightMultiplier.apply(right &<< Self.leftShift)
    return Element(outputMultiplier.apply(sum) &+ quantization.output.zeroPoint, clampedTo: range)
  }
}

/// ADD and SUB of 16-bit values whose scales are powers of two: at most one operand is shifted right.
struct PowerOfTwoAddition: BinaryOperation {
  let leftShift: Int32
  let rightShift: Int32
  /// 1 adds, -1 subtracts.
  let sign: Int32
  let range: ClosedRange<Int32>

  @inline(__always)
  func callAsFunction(_ left: Int16, _ right: Int16) -> Int16 {
    let left = roundingDivideByPowerOfTwo(Int32(left), leftShift)
    let right = roundingDivideByPowerOfTwo(Int32(right), rightShift)
    return Int16(left &+ sign &* right, clampedTo: range)
  }
}

extension OperatorContext {
  /// Source: `tflite/kernels/add.cc` and `sub.cc`, Prepare….
  func prepareQuantizedAddition(
    _ operands: BinaryOperands, _ activation: ActivationFunctionType, sign: Int32, hasPowerOfTwoScales: Bool
  ) throws -> any PreparedOperator {
    try require(operands.left, type: .float32, .int32, .int64, .uint8, .int8, .int16)
    switch operands.type {
    case .uint8: return try prepareByteAddition(operands, activation, sign: sign, of: UInt8.self)
    case .int8: return try prepareByteAddition(operands, activation, sign: sign, of: Int8.self)
    default:
      try requireSymmetric(operands.left, operands.right, operands.output)
      // Where the file has no options, TFLite's parser leaves zeros, although the schema's default is true.
      if builtinOptions != nil, hasPowerOfTwoScales, let sum = try powerOfTwoAddition(operands, activation, sign: sign)
      {
        return BinaryArithmetic(operands.broadcast, sum, outputType: operands.type)
      }
      return BinaryArithmetic(
        operands.broadcast, try quantizedAddition(operands, activation, sign: sign) as QuantizedAddition<Int16>,
        outputType: operands.type)
    }
  }

  private func prepareByteAddition<Element: QuantizedInteger>(
    _ operands: BinaryOperands, _ activation: ActivationFunctionType, sign: Int32, of element: Element.Type
  ) throws -> any PreparedOperator {
    let sum: QuantizedAddition<Element> = try quantizedAddition(operands, activation, sign: sign)
    if numerics.followsXNNPACK, let xnnpack = XNNPACKAddition(sum), operands.isTakenByXNNPACK {
      if let kernels = pairKernels(element) {
        return BinaryArithmetic(
          operands.broadcast, try VectorPairs(self, xnnpack.vector(kernels)), outputType: operands.type)
      }
      return BinaryArithmetic(
        operands.broadcast, CalledOperation(operation: xnnpack), outputType: operands.type)
    }
    if let kernels = pairKernels(element, exponent: sum.outputMultiplier.exponent) {
      return BinaryArithmetic(operands.broadcast, try VectorPairs(self, sum.vector(kernels)), outputType: operands.type)
    }
    return BinaryArithmetic(operands.broadcast, CalledOperation(operation: sum), outputType: operands.type)
  }

  private func quantizedAddition<Element: QuantizedInteger>(
    _ operands: BinaryOperands, _ activation: ActivationFunctionType, sign: Int32
  ) throws(KernelError) -> QuantizedAddition<Element> {
    let quantization = try quantization(of: operands)
    let (left, right, result) = (quantization.left, quantization.right, quantization.output)
    let twiceLargest = 2 * Double(max(left.scale, right.scale))
    let outputScale = Double(Float(1 << QuantizedAddition<Element>.leftShift) * result.scale)
    return QuantizedAddition(
      quantization: quantization,
      leftMultiplier: try multiplier(Double(left.scale) / twiceLargest, for: operands.output),
      rightMultiplier: try multiplier(Double(right.scale) / twiceLargest, for: operands.output),
      outputMultiplier: try multiplier(twiceLargest / outputScale, for: operands.output), sign: sign,
      range: try activationRange(activation, result, of: Element.range))
  }

  /// nil where a scale is no power of two.
  private func powerOfTwoAddition(
    _ operands: BinaryOperands, _ activation: ActivationFunctionType, sign: Int32
  ) throws(KernelError) -> PowerOfTwoAddition? {
    let quantization = try quantization(of: operands)
    guard let left = exponentOfTwo(quantization.left.scale), let right = exponentOfTwo(quantization.right.scale),
      let output = exponentOfTwo(quantization.output.scale)
    else { return nil }
    guard left <= output, right <= output, left == output || right == output else {
      throw .quantization(
        identity, operands.output.identity,
        expected: "the larger one of the operands' scales, which are powers of two, or another scale")
    }
    return PowerOfTwoAddition(
      leftShift: output - left, rightShift: output - right, sign: sign,
      range: try activationRange(activation, quantization.output, of: Int16.range))
  }
}
