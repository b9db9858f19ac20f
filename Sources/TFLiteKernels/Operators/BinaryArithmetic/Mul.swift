import TFLiteSchema

/// MUL: the product of two tensors, with a fused activation.
///
/// Inputs: two tensors of one type, whose shapes are broadcast to one. Output: that shape, of the same type. int16 with
/// a scale has zero point 0; without one, integers are plain numbers, which wrap around.
///
/// TFLite ignores a fused activation other than RELU, RELU6 and RELU_N1_TO_1; here it is an error.
///
/// Source: `tflite/kernels/mul.cc`; `tflite/kernels/internal/reference/mul.h` and `reference/integer_ops/mul.h`.
enum MulOperator: OperatorDefinition {
  static let kernels: [KernelDeclaration] = [
    .plain(.int32, .int64, .uint32, .int16, .float16), .vector(.float32, .uint8, .int8),
  ]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    let activation = try context.optionsOrDefaults(MulOptions.self).fusedActivationFunction
    let operands = try context.arithmeticOperands()
    func plain<Element: ArithmeticElement>(_ element: Element.Type) throws -> any PreparedOperator {
      BinaryArithmetic(
        operands.broadcast, Multiplication<Element>(bounds: try context.activationBounds(activation, of: element)))
    }
    func quantized<Element: QuantizedInteger>(_ element: Element.Type) throws -> any PreparedOperator {
      let product: QuantizedProduct<Element> = try context.quantizedProduct(operands, activation)
      if context.numerics.followsXNNPACK, Element.bitWidth == 8, operands.isTakenByXNNPACK,
        let xnnpack = XNNPACKProduct(product, context.numerics.xnnpackProductScaling)
      {
        guard let kernels = context.pairKernels(element) else {
          return BinaryArithmetic(operands.broadcast, CalledOperation(operation: xnnpack))
        }
        return BinaryArithmetic(operands.broadcast, try VectorPairs(context, xnnpack.vector(kernels)))
      }
      if context.numerics.followsXNNPACK, Element.bitWidth == 8, operands.broadcast.unrepeatedOperands == [0, 1] {
        return BlockwiseProduct(shape: operands.broadcast.outputShape, product)
      }
      // Products of 8-bit values have 17 bits. Unsigned ones have the bits of plain loops even where 32 are too few.
      let largest: Int32 = Element.isSigned ? 12 : .max
      guard
        let kernels = context.pairKernels(element, exponent: product.multiplier.exponent, largestExponent: largest)
      else {
        return Element.bitWidth == 8
          ? BinaryArithmetic(operands.broadcast, CalledOperation(operation: product))
          : BinaryArithmetic(operands.broadcast, product)
      }
      return BinaryArithmetic(operands.broadcast, try VectorPairs(context, product.vector(kernels)))
    }
    try context.require(operands.left, type: .float32, .float16, .int32, .int64, .uint32, .uint8, .int8, .int16)
    switch operands.type {
    case .float32:
      guard let kernels = context.floatPairKernels else { return try plain(Float.self) }
      let bounds = try context.activationBounds(activation, of: Float.self)
      return BinaryArithmetic(operands.broadcast, try VectorPairs(context, bounds, kernels.multiplyFloats))
    case .float16:
      return BinaryArithmetic(
        operands.broadcast, NarrowPair<HalfBits>(bounds: try context.halfBounds(activation), function: { $0 * $1 }))
    case .int32: return try plain(Int32.self)
    case .int64: return try plain(Int64.self)
    case .uint32: return try plain(UInt32.self)
    case .uint8: return try quantized(UInt8.self)
    case .int8: return try quantized(Int8.self)
    default:
      guard operands.output.isQuantized else { return try plain(Int16.self) }
      try context.requireSymmetric(operands.left, operands.right, operands.output)
      return try quantized(Int16.self)
    }
  }
}

struct Multiplication<Element: ArithmeticElement>: BinaryOperation {
  let bounds: ActivationBounds<Element>

  @inline(__always)
  func callAsFunction(_ left: Element, _ right: Element) -> Element { bounds.clamp(left.times(right)) }
}

/// MUL: the product of both real values, scaled once.
struct QuantizedProduct<Element: QuantizedInteger>: BinaryOperation {
  let quantization: BinaryQuantization
  let multiplier: QuantizedMultiplier
  let range: ClosedRange<Int32>

  @inline(__always)
  func callAsFunction(_ left: Element, _ right: Element) -> Element {
    Element(
      multiplier.apply(quantization.unscaledProduct(left, right)) &+ quantization.output.zeroPoint, clampedTo: range)
  }
}

extension BinaryQuantization {
  /// The product of both values, each less its zero point.
  @inline(__always)
  func unscaledProduct<Element: QuantizedInteger>(_ left: Element, _ right: Element) -> Int32 {
    (Int32(truncatingIfNeeded: left) &- self.left.zeroPoint)
      &* (Int32(truncatingIfNeeded: right) &- self.right.zeroPoint)
  }
}

extension OperatorContext {
  /// The product and the quotient are each rounded to float32. Source: `tflite/kernels/mul.cc`.
  fileprivate func quantizedProduct<Element: QuantizedInteger>(
    _ operands: BinaryOperands, _ activation: ActivationFunctionType
  ) throws(KernelError) -> QuantizedProduct<Element> {
    let quantization = try quantization(of: operands)
    let real = quantization.left.scale * quantization.right.scale / quantization.output.scale
    return QuantizedProduct(
      quantization: quantization, multiplier: try multiplier(Double(real), for: operands.output),
      range: try activationRange(activation, quantization.output, of: Element.range))
  }
}
