import TFLiteSchema

/// The sizes of SVDF, checked against each other.
struct SVDFShape: Equatable, Sendable {
  let batches: Int
  let inputSize: Int
  let filters: Int
  let memory: Int
  let rank: Int

  var units: Int { filters / rank }
  var output: [Int] { [batches, units] }
}

/// SVDF on float32 activations, with weights of float32 or int8, or uint8, whose bits the C library takes for those of int8.
struct FloatSVDF: TotalOperator {
  let shape: SVDFShape
  let range: ActivationBounds<Float>
  /// The scales of int8 weights; nil where they are float32.
  let scales: SVDFScales?
  /// Whether activations that meet int8 weights get a zero point.
  let isAsymmetric: Bool
  let dynamicRange: DynamicRange

  var outputShapes: [[Int]] { [shape.output] }
  /// What came before is part of the result.
  var isPure: Bool { false }
  /// Quantized activations, the products of a unit, and time weights as real numbers.
  var scratchByteCount: Int { 4 &* (shape.rank &+ shape.memory) &+ shape.inputSize }

  func run(_ call: OperatorCall) { runReference(call) }
}

/// The scales of int8 weights.
struct SVDFScales: Equatable, Sendable {
  let feature: Float
  let time: Float
}

/// SVDF on int8 activations, with int16 time weights and state.
struct SVDF: TotalOperator {
  let shape: SVDFShape
  let inputZeroPoint: Int32
  let outputZeroPoint: Int32
  /// From products of features to the state, and from products with the state to the output.
  let stateMultiplier: QuantizedMultiplier
  let outputMultiplier: QuantizedMultiplier

  var outputShapes: [[Int]] { [shape.output] }
  /// What came before is part of the result.
  var isPure: Bool { false }

  func run(_ call: OperatorCall) { runReference(call) }
}

/// The positions of the operator's inputs.
enum SVDFInput {
  static let feature = 1
  static let time = 2
  static let bias = 3
  static let state = 4
}

/// SVDF: filters of rank one over features and time, with a memory of the last steps.
///
/// Inputs: 0 activations [batch, size]; 1 feature weights [filters, size]; 2 time weights [filters, memory]; 3 an
/// optional bias [units], where units are filters divided by the rank; 4 the state [batch, memory · filters], which is
/// kept from one invocation to the next. Output: [batch, units], of the activations' type. With int8 activations, time
/// weights and state are int16, and the bias is int32.
///
/// Source: `tflite/kernels/svdf.cc`; `tflite/kernels/internal/reference/svdf.h`.
enum SVDFOperator: OperatorDefinition {
  static let weights: Int? = 1
  static let kernels: [KernelDeclaration] = [
    .plain(.float32, .int8), .plain(.float32, weights: .int8), .plain(.float32, weights: .uint8),
  ]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    try context.requireOperands(inputs: 5...5)
    let options = try context.options(SVDFOptions.self)
    let input = try context.input(0)
    try context.requireActivationType(of: Self.self)
    let shape = try shape(context, rank: try context.positive(options.rank, "rank"))
    return input.type == .float32
      ? try prepareFloat(context, options, shape) : try prepareInteger(context, options, shape)
  }

  private static func shape(_ context: OperatorContext, rank: Int) throws(KernelError) -> SVDFShape {
    let (input, feature) = (try context.input(0), try context.input(SVDFInput.feature))
    let (time, state) = (try context.input(SVDFInput.time), try context.variable(SVDFInput.state))
    for tensor in [input, feature, time] {
      try context.require(tensor, rank: 2...2)
      try context.requireElements(tensor)
    }
    let filters = feature.shape[0]
    guard filters % rank == 0 else {
      throw .shape(context.identity, feature.identity, found: feature.shape, expected: "a multiple of \(rank) filters")
    }
    try context.require(feature, shape: [filters, input.shape[1]])
    try context.require(time, shape: [filters, time.shape[1]])
    let shape = SVDFShape(
      batches: input.shape[0], inputSize: input.shape[1], filters: filters, memory: time.shape[1], rank: rank)
    try context.require(state, shape: [shape.batches, shape.memory &* filters])
    if let bias = context.optionalInput(SVDFInput.bias) { try context.require(bias, shape: [shape.units]) }
    return shape
  }

  private static func prepareFloat(
    _ context: OperatorContext, _ options: SVDFOptions, _ shape: SVDFShape
  ) throws(KernelError) -> FloatSVDF {
    let (feature, time) = (try context.input(SVDFInput.feature), try context.input(SVDFInput.time))
    try context.require(feature, type: .float32, .int8, .uint8)
    try context.require(time, sameTypeAs: feature)
    try context.require(try context.input(SVDFInput.state), type: .float32)
    try context.require(context.output(0), type: .float32)
    if let bias = context.optionalInput(SVDFInput.bias) { try context.require(bias, type: .float32) }
    return FloatSVDF(
      shape: shape, range: try context.activationBounds(options.fusedActivationFunction, of: Float.self),
      scales: feature.type == .float32
        ? nil
        : SVDFScales(
          feature: try context.perTensorQuantization(feature).scale,
          time: try context.perTensorQuantization(time).scale),
      isAsymmetric: options.asymmetricQuantizeInputs, dynamicRange: context.dynamicRange)
  }

  private static func prepareInteger(
    _ context: OperatorContext, _ options: SVDFOptions, _ shape: SVDFShape
  ) throws(KernelError) -> SVDF {
    let (input, output, state) = (try context.input(0), context.output(0), try context.input(SVDFInput.state))
    let (feature, time) = (try context.input(SVDFInput.feature), try context.input(SVDFInput.time))
    try context.require(feature, type: .int8)
    try context.require(time, type: .int16)
    try context.require(state, type: .int16)
    try context.require(output, type: .int8)
    if let bias = context.optionalInput(SVDFInput.bias) { try context.require(bias, type: .int32) }
    guard options.fusedActivationFunction == .relu else {
      throw .option(
        context.identity, name: "fused_activation_function", found: "\(options.fusedActivationFunction)",
        expected: "RELU")
    }
    func scale(_ tensor: TensorDescriptor) throws(KernelError) -> Float {
      try context.perTensorQuantization(tensor).scale
    }
    return SVDF(
      shape: shape, inputZeroPoint: try context.perTensorQuantization(input).zeroPoint,
      outputZeroPoint: try context.perTensorQuantization(output).zeroPoint,
      stateMultiplier: try context.multiplier(Double(try scale(input) * scale(feature) / scale(state)), for: state),
      outputMultiplier: try context.multiplier(Double(try scale(state) * scale(time) / scale(output)), for: output))
  }
}
