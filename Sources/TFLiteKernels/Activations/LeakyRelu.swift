import TFLiteSchema

/// LEAKY_RELU: negative values are multiplied by a constant.
///
/// Source: `tflite/kernels/activations.cc`, LeakyReluPrepare; `tflite/kernels/internal/reference/leaky_relu.h`.
enum LeakyReluOperator: FloatOperator {
  static let inputCounts = 1...1

  static func prepare<Element: QuantizedInteger>(
    _ context: OperatorContext, _ element: Element.Type
  ) throws -> any PreparedOperator {
    let (input, output) = (try context.input(0), context.output(0))
    try context.require(output, sameTypeAs: input)
    let (from, to) = (try context.perTensorQuantization(input), try context.perTensorQuantization(output))
    let slopeOption = try alpha(context)
    if context.numerics == .xnnpack, input.rank <= 6,
      let xnnpack = XNNPACKRescaling(from: from, to: to, slope: slopeOption)
    {
      return try LookupTable(context, element, ofStored: xnnpack.callAsFunction)
    }
    let identity = try context.multiplier(Double(from.scale / to.scale), for: output)
    let slope = Double(from.scale * slopeOption / to.scale)
    guard slope.isFinite else {
      throw KernelError.quantization(
        context.identity, output.identity, expected: "a scale that keeps the slope finite, found \(slope)")
    }
    let magnitude = QuantizedMultiplier(abs(slope))
    return try LookupTable(context, element) { stored in
      let value = stored &- from.zeroPoint
      if value >= 0 { return identity.apply(value) &+ to.zeroPoint }
      let scaled = magnitude.apply(value)
      return (slope < 0 ? 0 &- scaled : scaled) &+ to.zeroPoint
    }
  }

  static func prepareFloat(_ context: OperatorContext) throws -> any PreparedOperator {
    let alpha = try alpha(context)
    return try context.floatMap { value in value > 0 ? value : value * alpha }
  }

  private static func alpha(_ context: OperatorContext) throws(KernelError) -> Float {
    let alpha = try context.options(LeakyReluOptions.self).alpha
    guard alpha.isFinite else {
      throw .option(context.identity, name: "alpha", found: "\(alpha)", expected: "a finite number")
    }
    return alpha
  }
}
