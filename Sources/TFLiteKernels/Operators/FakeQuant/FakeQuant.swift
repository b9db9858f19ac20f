import TFLiteSchema

/// FAKE_QUANT between known bounds.
struct FakeQuant: TotalOperator {
  let outputShape: [Int]
  /// The real values of the lowest and the highest stored one.
  let low: Float
  let high: Float
  /// The distance of stored values.
  let scale: Float

  var outputShapes: [[Int]] { [outputShape] }

  func run(_ call: OperatorCall) {
    call.workers.forEachRange(of: outputShape.wrappingProduct, minimumCount: 4096) { runReference(call, $0) }
  }
}

/// FAKE_QUANT: what is left of real values that are quantized to some bits and back.
///
/// Input: a tensor, float32. Output: its shape and type. The options say between which values, `min` and `max`, and how
/// many bits; the bounds are moved so that 0 is a stored value.
///
/// TFLite reads elements of every type as float32, and has no defined result for more than 16 bits and for bounds out of
/// order; here these are errors.
///
/// Source: `tflite/kernels/fake_quant.cc`; `tflite/kernels/internal/quantization_util.cc`, NudgeQuantizationRange.
enum FakeQuantOperator: OperatorDefinition {
  static let kernels: [KernelDeclaration] = [.plain(.float32)]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    let input = try context.unaryInput(.float32)
    let options = try context.options(FakeQuantOptions.self)
    guard !options.narrowRange else {
      throw KernelError.option(context.identity, name: "narrow_range", found: "true", expected: "false")
    }
    guard (1...16).contains(options.numBits) else {
      throw KernelError.option(context.identity, name: "num_bits", found: "\(options.numBits)", expected: "1 to 16")
    }
    let highest = Float(Int32(1) << options.numBits - 1)
    let scale = (options.max - options.min) / highest
    guard scale.isFinite, scale > 0, (options.min / scale).isFinite else {
      throw KernelError.option(
        context.identity, name: "min", found: "\(options.min)",
        expected: "a finite number below max, which is \(options.max)")
    }
    let zeroPoint = min(max(0 - options.min / scale, 0), highest).rounded(.toNearestOrAwayFromZero)
    return FakeQuant(
      outputShape: input.shape, low: (0 - zeroPoint) * scale, high: (highest - zeroPoint) * scale, scale: scale)
  }
}
