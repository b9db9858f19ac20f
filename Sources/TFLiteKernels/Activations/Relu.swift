import TFLiteSchema

/// RELU, RELU6, RELU_N1_TO_1 and RELU_0_TO_1 as operators of their own: values are clamped to a real range.
///
/// 8 bits: the value is rescaled, then clamped to the stored values of both bounds. Source:
/// `tflite/kernels/activations.cc`, ReluPrepare and QuantizedReluX; `tflite/kernels/internal/reference/reference_ops.h`.
protocol ReluOperator: FloatOperator {
  static var low: Float { get }
  /// The upper bound; infinity stands for none.
  static var high: Float { get }
}

extension ReluOperator {
  static var inputCounts: ClosedRange<Int> { 1...1 }

  static func prepare<Element: QuantizedInteger>(
    _ context: OperatorContext, _ element: Element.Type
  ) throws -> any PreparedOperator {
    let (input, output) = (try context.input(0), context.output(0))
    try context.require(output, sameTypeAs: input)
    let (from, to) = (try context.perTensorQuantization(input), try context.perTensorQuantization(output))
    let multiplier = try context.multiplier(Double(from.scale / to.scale), for: output)
    let lowest = stored(low, to, within: Element.range)
    let highest = high == .infinity ? Element.range.upperBound : stored(high, to, within: Element.range)
    return try LookupTable(context, element) { value in
      min(max(multiplier.apply(value &- from.zeroPoint) &+ to.zeroPoint, lowest), highest)
    }
  }

  private static func stored(
    _ real: Float, _ quantization: AffineQuantization, within range: ClosedRange<Int32>
  ) -> Int32 {
    let (sum, overflow) = quantization.zeroPoint.addingReportingOverflow(roundedToInt32(real / quantization.scale))
    return overflow ? range.upperBound : min(max(sum, range.lowerBound), range.upperBound)
  }

  static func prepareFloat(_ context: OperatorContext) throws -> any PreparedOperator {
    let (low, high) = (low, high)
    return try context.floatMap { value in value > high ? high : value < low ? low : value }
  }
}

enum ReluOperators {
  enum Relu: ReluOperator {
    static let low: Float = 0
    static let high = Float.infinity
  }

  enum Relu6: ReluOperator {
    static let low: Float = 0
    static let high: Float = 6
  }

  enum ReluN1To1: ReluOperator {
    static let low: Float = -1
    static let high: Float = 1
  }

  enum Relu0To1: ReluOperator {
    static let low: Float = 0
    static let high: Float = 1
  }
}
