import TFLiteSchema

/// FULLY_CONNECTED: the product of the input's rows and a weight matrix.
///
/// Inputs: activations whose elements divide into rows of `depth`; weights [units, depth]; optional bias [units],
/// float32 or int32, or int64 for int16 activations. Output: [rows, units], or the input's leading dimensions and `units`
/// with `keep_num_dims`, of the activations' type; of uint8, also int16.
///
/// TFLite drops elements that do not fill the last row; here they are an error. With scales for blocks of weights,
/// TFLite ignores a fused activation; here it is an error.
///
/// Source: `tflite/kernels/fully_connected.cc`; `tflite/kernels/internal/reference/fully_connected.h` and
/// `reference/integer_ops/fully_connected.h`.
enum FullyConnectedOperator: OperatorDefinition {
  static let weights: Int? = 1
  static let kernels: [KernelDeclaration] = [
    .vector(.float32, .uint8, .int8), .vector(.float32, weights: .int8), .vector(.float32, weights: .uint8),
    .vector(.float32, .int8, weights: .int4), .vector(.float32, .int8, weights: .int2),
    .plain(.int16), .plain(.int16, weights: .int8), .plain(.int16, weights: .int4), .plain(.int16, weights: .int2),
  ]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    try context.requireOperands(inputs: 2...3)
    if let blocks = context.optionalInput(1)?.blockScales { return try BlockwiseFullyConnected(context, blocks) }
    return try context.unpacking(input: 1, of: [.int4, .int2], beside: [.float32, .int8, .int16]) { context in
      switch (try context.activationType(of: Self.self), try context.input(1).type) {
      case (.float32, .int8), (.float32, .uint8): try HybridFullyConnected(context)
      case (.float32, _): try FloatFullyConnected(context)
      case (.uint8, .uint8) where context.output(0).type == .int16: try WideFullyConnected<UInt8, UInt8>(context)
      case (.uint8, _): try FullyConnected<UInt8>(context)
      case (.int16, .int16): try WideFullyConnected<Int16, Int16>(context)
      case (.int16, .int8): try WideFullyConnected<Int16, Int8>(context)
      case (.int16, _):
        throw KernelError.type(
          context.identity, try context.input(1).identity, found: try context.input(1).type, expected: "INT16 or INT8")
      default: try FullyConnected<Int8>(context)
      }
    }
  }

  static func requireDefaultFormat(
    _ context: OperatorContext, _ options: FullyConnectedOptions
  ) throws(KernelError) {
    guard options.weightsFormat == .default else {
      throw .option(
        context.identity, name: "weights_format", found: "\(options.weightsFormat)", expected: "DEFAULT")
    }
  }

  static func outputShape(
    _ context: OperatorContext, input: TensorDescriptor, options: FullyConnectedOptions, units: Int, depth: Int
  ) throws(KernelError) -> [Int] {
    if options.keepNumDims {
      guard input.shape.last == depth else {
        throw .shape(context.identity, input.identity, found: input.shape, expected: "\(depth) as its last dimension")
      }
      return input.shape.dropLast() + [units]
    }
    guard input.elementCount % depth == 0 else {
      throw .shape(
        context.identity, input.identity, found: input.shape,
        expected: "a multiple of \(depth) elements, the depth of the weights")
    }
    return [input.elementCount / depth, units]
  }
}

/// FULLY_CONNECTED on 8-bit tensors.
struct FullyConnected<Element: QuantizedInteger>: TotalOperator {
  let rows: Int
  let depth: Int
  let units: Int
  let outputShape: [Int]
  let inputZeroPoint: Int32
  let weightsZeroPoint: Int32
  /// The reference kernel multiplies in double, not by a ``QuantizedMultiplier``.
  let requantization: Requantization
  let vector: VectorFullyConnected?

  var outputShapes: [[Int]] { [outputShape] }
  var scratchByteCount: Int { vector?.scratchByteCount ?? 0 }
  var path: KernelPath { vector == nil ? .plain : .vector }

  func run(_ call: OperatorCall) {
    if let vector { return vector.run(call, self) }
    runReference(call)
  }
}

extension FullyConnected {
  init(_ context: OperatorContext) throws {
    let (input, weights, output) = (try context.input(0), try context.input(1), context.output(0))
    let options = try context.optionsOrDefaults(FullyConnectedOptions.self)
    try FullyConnectedOperator.requireDefaultFormat(context, options)
    try context.require(weights, sameTypeAs: input)
    try context.require(output, sameTypeAs: input)
    try context.require(weights, rank: 2...2)
    try context.requireElements(weights)
    let (units, depth) = (weights.shape[0], weights.shape[1])
    try context.requireBias(context.optionalInput(2), channels: units)

    let inputQuantization = try context.perTensorQuantization(input)
    let outputQuantization = try context.perTensorQuantization(output)
    let scales = try context.filterScales(weights, channelAxis: 0)
    let zeroPoints = weights.quantization?.zeroPoint ?? []
    guard scales.count == 1 || zeroPoints.allSatisfy({ $0 == 0 }) else {
      throw KernelError.quantization(
        context.identity, weights.identity, expected: "zero point 0, as weights with a scale for each unit must have")
    }
    if scales.count == 1 {
      try context.requireBiasScale(
        context.optionalInput(2), product: Double(inputQuantization.scale * scales[0]), output: outputQuantization)
    }
    var multipliers: [Double] = []
    for scale in scales {
      let real = Double(inputQuantization.scale) * Double(scale) / Double(outputQuantization.scale)
      _ = try context.multiplier(real, for: output)
      multipliers.append(real)
    }
    if multipliers.count == 1 { multipliers = Array(repeating: multipliers[0], count: units) }
    let rows = input.elementCount / depth
    let weightsZeroPoint = scales.count == 1 ? Int32(truncatingIfNeeded: zeroPoints.first ?? 0) : 0
    // XNNPACK takes no signed weights with a zero point.
    let onXNNPACK =
      (Element.self == UInt8.self || weightsZeroPoint == 0)
      && context.runsOnXNNPACK(filter: weights, bias: context.optionalInput(2), needsBias: false)
    let activation = options.fusedActivationFunction
    let requantization =
      onXNNPACK
      ? try context.xnnpackRequantization(
        Element.self, input: inputQuantization, filterScales: scales, channels: units, output: output,
        activation: activation)
      : Requantization(
        scaling: .double(multipliers), outputZeroPoint: outputQuantization.zeroPoint,
        range: try context.activationRange(activation, outputQuantization, of: Element.range))
    self.init(
      rows: rows, depth: depth, units: units,
      outputShape: try FullyConnectedOperator.outputShape(
        context, input: input, options: options, units: units, depth: depth),
      inputZeroPoint: inputQuantization.zeroPoint, weightsZeroPoint: weightsZeroPoint,
      requantization: requantization,
      vector: VectorFullyConnected(
        context, rows: rows, depth: depth, units: units, isSigned: Element.isSigned,
        inputZeroPoint: inputQuantization.zeroPoint, weightsZeroPoint: weightsZeroPoint,
        requantization: requantization))
  }
}
