import TFLiteSchema

/// FULLY_CONNECTED with int16 results: of int16 activations with int8 or int16 weights, and of uint8 ones with uint8.
///
/// Of uint8, there must be a bias: TFLite reads one in any case.
///
/// Sums have 64 bits where both operands or the bias are wide. With int16 weights they are scaled in fixed point in one
/// rounding, else in double.
struct WideFullyConnected<Element: QuantizedInteger, Weight: QuantizedInteger>: TotalOperator {
  let rows: Int
  let depth: Int
  let units: Int
  let outputShape: [Int]
  let inputZeroPoint: Int32
  let weightsZeroPoint: Int32
  /// The bias as stored: int32, int64 or absent.
  let biasType: TensorType?
  /// Whether sums wrap around at 32 bits.
  let sumsAreNarrow: Bool
  let scaling: Scaling
  let outputZeroPoint: Int32
  let range: ClosedRange<Int32>

  enum Scaling: Sendable {
    case fixedPoint([QuantizedMultiplier])
    case double([Double])
  }

  var outputShapes: [[Int]] { [outputShape] }

  func run(_ call: OperatorCall) {
    call.workers.forEachRange(of: rows) { runReference(call, rows: $0) }
  }
}

extension WideFullyConnected {
  init(_ context: OperatorContext) throws {
    let (input, weights, output) = (try context.input(0), try context.input(1), context.output(0))
    let options = try context.optionsOrDefaults(FullyConnectedOptions.self)
    try FullyConnectedOperator.requireDefaultFormat(context, options)
    try context.require(output, type: .int16)
    try context.require(weights, rank: 2...2)
    try context.requireElements(weights)
    if Element.self == Int16.self { try context.requireSymmetric(input, output) }
    let (units, depth) = (weights.shape[0], weights.shape[1])
    let (from, to) = (try context.perTensorQuantization(input), try context.perTensorQuantization(output))
    let scales = try context.filterScales(weights, channelAxis: 0)
    let zeroPoints = weights.quantization?.zeroPoint ?? []
    guard scales.count == 1 || Weight.isSigned && zeroPoints.allSatisfy({ $0 == 0 }) else {
      throw KernelError.quantization(
        context.identity, weights.identity,
        expected: "zero point 0 and signed weights, as weights with a scale for each unit must have")
    }
    let biasType = try Self.biasType(context, options.quantizedBiasType)
    let bias = context.optionalInput(2)
    if Element.self == UInt8.self, bias == nil {
      throw KernelError.operands(context.identity, "has no bias, without which the output cannot be INT16")
    }
    if let bias {
      try context.require(bias, type: biasType)
      try context.requireBiasShape(bias, channels: units)
      if scales.count == 1 {
        try context.requireBiasScale(bias, product: Double(from.scale * scales[0]), output: to)
      }
    }
    let perUnit = scales.count == 1 ? Array(repeating: scales[0], count: units) : scales
    let reals = perUnit.map { Double(from.scale) * Double($0) / Double(to.scale) }
    let multipliers = try reals.map { try context.multiplier($0, for: output) }
    self.init(
      rows: input.elementCount / depth, depth: depth, units: units,
      outputShape: try FullyConnectedOperator.outputShape(
        context, input: input, options: options, units: units, depth: depth),
      inputZeroPoint: from.zeroPoint,
      weightsZeroPoint: scales.count == 1 ? Int32(truncatingIfNeeded: zeroPoints.first ?? 0) : 0,
      biasType: bias?.type, sumsAreNarrow: Weight.self != Int16.self && biasType == .int32,
      scaling: Weight.self == Int16.self ? .fixedPoint(multipliers) : .double(reals),
      outputZeroPoint: to.zeroPoint,
      range: try context.activationRange(options.fusedActivationFunction, to, of: Int16.range))
  }

  /// The type that a bias must have.
  ///
  /// Source: `tflite/kernels/fully_connected.cc`, EvalQuantized, which reads any bias as if it had this type.
  private static func biasType(_ context: OperatorContext, _ option: TensorType) throws(KernelError) -> TensorType {
    guard Element.self == Int16.self else { return .int32 }
    switch option {
    case .int32, .int64: return option
    // None.
    case .float32: return Weight.self == Int16.self ? .int32 : .int64
    default:
      throw .option(
        context.identity, name: "quantized_bias_type", found: "\(option)", expected: "INT32, INT64 or none")
    }
  }
}
