import TFLiteSchema

/// LEAKY_RELU: negative values are multiplied by the constant `alpha`, the slope of the function there.
///
/// Input and output: tensors of one shape and type. int16 has zero point 0.
///
/// Source: `tflite/kernels/activations.cc`, LeakyReluPrepare; `tflite/kernels/internal/reference/leaky_relu.h`.
enum LeakyReluOperator: OperatorDefinition {
  static let kernels: [KernelDeclaration] = [.plain(.int16), .vector(.float32, .uint8, .int8)]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    try context.requireOperands(inputs: 1...1)
    return switch try context.activationType(of: Self.self) {
    case .float32: try prepareFloat(context)
    case .int16: try prepareInt16(context)
    case .uint8: try prepareQuantized(context, UInt8.self)
    default: try prepareQuantized(context, Int8.self)
    }
  }

  private static func prepareQuantized<Element: QuantizedInteger>(
    _ context: OperatorContext, _ element: Element.Type
  ) throws -> any PreparedOperator {
    let (input, output) = (try context.input(0), context.output(0))
    try context.require(output, sameTypeAs: input)
    let (from, to) = (try context.perTensorQuantization(input), try context.perTensorQuantization(output))
    let slopeOption = try alpha(context)
    if context.numerics.followsXNNPACK, input.rank <= 6,
      let xnnpack = XNNPACKRescaling(from: from, to: to, slope: slopeOption)
    {
      return try LookupTable(context, element, ofStored: xnnpack.callAsFunction)
    }
    let slopes = try slopes(context, from: from, to: to, alpha: slopeOption)
    return try LookupTable(context, element) { stored in slopes(stored &- from.zeroPoint) &+ to.zeroPoint }
  }

  private static func prepareInt16(_ context: OperatorContext) throws -> any PreparedOperator {
    let input = try context.unaryInput(.int16)
    let quantization = try context.unaryQuantization()
    return ElementwiseFunction(
      outputShape: input.shape,
      Int16LeakyRelu(
        slopes: try slopes(context, from: quantization.input, to: quantization.output, alpha: try alpha(context))))
  }

  private static func slopes(
    _ context: OperatorContext, from: AffineQuantization, to: AffineQuantization, alpha: Float
  ) throws(KernelError) -> LeakySlopes {
    let output = context.output(0)
    let slope = Double(from.scale * alpha / to.scale)
    guard slope.isFinite else {
      throw .quantization(
        context.identity, output.identity, expected: "a scale that keeps the slope finite, found \(slope)")
    }
    return LeakySlopes(
      positive: try context.multiplier(Double(from.scale / to.scale), for: output),
      negativeMagnitude: QuantizedMultiplier(abs(slope)), changesSign: slope < 0)
  }

  private static func prepareFloat(_ context: OperatorContext) throws -> any PreparedOperator {
    let alpha = try alpha(context)
    return try context.floatMap(
      { value in value > 0 ? value : value * alpha },
      vector: { kernels in { kernels.applyLeakyRelu(input: $0, output: $1, count: $2, slope: alpha) } })
  }

  private static func alpha(_ context: OperatorContext) throws(KernelError) -> Float {
    let alpha = try context.options(LeakyReluOptions.self).alpha
    guard alpha.isFinite else {
      throw .option(context.identity, name: "alpha", found: "\(alpha)", expected: "a finite number")
    }
    return alpha
  }
}

/// The factors of LEAKY_RELU on both sides of 0, in the output's scale.
private struct LeakySlopes {
  let positive: QuantizedMultiplier
  let negativeMagnitude: QuantizedMultiplier
  /// Whether the factor below 0 is negative.
  let changesSign: Bool

  @inline(__always)
  func callAsFunction(_ value: Int32) -> Int32 {
    if value >= 0 { return positive.apply(value) }
    let scaled = negativeMagnitude.apply(value)
    return changesSign ? 0 &- scaled : scaled
  }
}

/// LEAKY_RELU of one int16 value, whose zero points are 0.
private struct Int16LeakyRelu: UnaryFunction {
  let slopes: LeakySlopes

  @inline(__always)
  func callAsFunction(_ value: Int16) -> Int16 { Int16(slopes(Int32(value)), clampedTo: Int16.range) }
}
