import TFLiteSchema

/// What RELU, RELU6, RELU_N1_TO_1 and RELU_0_TO_1 do as operators of their own: values are clamped to a real range.
///
/// 8 and 16 bits: the value is rescaled, then clamped to the stored values of both bounds. Source:
/// `tflite/kernels/activations.cc`, ReluPrepare and QuantizedReluX;
/// `tflite/kernels/internal/reference/reference_ops.h`.
struct Clamp {
  let low: Float
  /// The upper bound; infinity stands for none.
  let high: Float

  /// Prepares the operator that clamps to this range.
  func prepare<Definition: OperatorDefinition>(
    _ definition: Definition.Type, _ context: OperatorContext
  ) throws -> any PreparedOperator {
    try context.requireOperands(inputs: 1...1)
    return switch try context.activationType(of: definition) {
    case .float32: try prepareFloat(context)
    case .uint8: try prepare(context, UInt8.self)
    case .int16: try prepareInt16(context)
    default: try prepare(context, Int8.self)
    }
  }

  private func prepare<Element: QuantizedInteger>(
    _ context: OperatorContext, _ element: Element.Type
  ) throws -> any PreparedOperator {
    let clamp = try storedClamp(context, element)
    return try LookupTable(context, element) { clamp($0) }
  }

  /// 16 bits are too many for a table.
  private func prepareInt16(_ context: OperatorContext) throws -> any PreparedOperator {
    _ = try context.unaryQuantization()
    return ElementwiseFunction(
      outputShape: try context.input(0).shape, Int16Clamp(clamp: try storedClamp(context, Int16.self)))
  }

  private func storedClamp<Element: QuantizedInteger>(
    _ context: OperatorContext, _ element: Element.Type
  ) throws(KernelError) -> StoredClamp {
    let (input, output) = (try context.input(0), context.output(0))
    try context.require(output, sameTypeAs: input)
    let (from, to) = (try context.perTensorQuantization(input), try context.perTensorQuantization(output))
    return StoredClamp(
      inputZeroPoint: from.zeroPoint, multiplier: try context.multiplier(Double(from.scale / to.scale), for: output),
      outputZeroPoint: to.zeroPoint, lowest: stored(low, to, within: Element.range),
      highest: high == .infinity ? Element.range.upperBound : stored(high, to, within: Element.range))
  }

  private func stored(
    _ real: Float, _ quantization: AffineQuantization, within range: ClosedRange<Int32>
  ) -> Int32 {
    let (sum, overflow) = quantization.zeroPoint.addingReportingOverflow(roundedToInt32(real / quantization.scale))
    return overflow ? range.upperBound : min(max(sum, range.lowerBound), range.upperBound)
  }

  private func prepareFloat(_ context: OperatorContext) throws -> any PreparedOperator {
    let input = try context.input(0)
    try context.require(context.output(0), sameTypeAs: input)
    return FloatClamp(outputShape: input.shape, low: low, high: high)
  }
}

/// The clamp of stored values.
private struct StoredClamp: Sendable {
  let inputZeroPoint: Int32
  let multiplier: QuantizedMultiplier
  let outputZeroPoint: Int32
  let lowest: Int32
  let highest: Int32

  @inline(__always)
  func callAsFunction(_ value: Int32) -> Int32 {
    min(max(multiplier.apply(value &- inputZeroPoint) &+ outputZeroPoint, lowest), highest)
  }
}

private struct Int16Clamp: UnaryFunction {
  let clamp: StoredClamp

  @inline(__always)
  func callAsFunction(_ value: Int16) -> Int16 { Int16(truncatingIfNeeded: clamp(Int32(value))) }
}

/// The clamp of float32. A closure over the bounds would be called for each element, where this loop becomes vectors.
private struct FloatClamp: ElementwiseOperator {
  var outputShape: [Int]
  let low: Float
  let high: Float

  var outputShapes: [[Int]] { [outputShape] }

  func run(_ call: OperatorCall) {
    let (input, output) = (call.input(0, as: Float.self), call.output(0, as: Float.self))
    let (low, high) = (low, high)
    call.workers.forEachRange(of: outputShape.reduce(1, *), minimumCount: 4096) { range in
      for index in range {
        // In this order each comparison is one instruction, and NaN stays NaN.
        let raised = input[index] < low ? low : input[index]
        output[index] = raised > high ? high : raised
      }
    }
  }
}
