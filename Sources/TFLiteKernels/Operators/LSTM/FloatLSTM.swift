import TFLiteSchema

/// LSTM, UNIDIRECTIONAL_SEQUENCE_LSTM and either cell of BIDIRECTIONAL_SEQUENCE_LSTM on float32 activations: a cell that
/// remembers, step by step through a sequence. Weights are float32 or int8, or uint8, whose bits the C library takes for
/// those of int8.
///
/// Inputs: 0 a sequence [batch, time, size], or [time, batch, size] with `time_major`; for LSTM one step [batch, size];
/// 1 to 4 the weights of the input, and 5 to 8 those of the output before (of input gate, forget gate, cell and output
/// gate; without an input gate, what is not forgotten is taken in); 9 to 11 optional peepholes from the cell state; 12
/// to 15 the biases; 16 and 17 an optional projection of the output and its bias; 18 and 19 the output state and the
/// cell state, which are kept from one invocation to the next; 20 to 23 the factors of an optional layer normalization. A
/// cell of BIDIRECTIONAL_SEQUENCE_LSTM may have 24 another sequence, and 25 to 28 the weights for it.
///
/// Output: as the sequence, with the number of outputs in place of the size.
struct FloatLSTM: TotalOperator {
  let outputShape: [Int]
  let batches: Int
  let steps: Int
  let inputSize: Int
  let cells: Int
  /// As many as cells, unless there is a projection.
  let outputSize: Int
  /// Whether a step of all batches comes before the next step. So the C library sees an LSTM, too.
  let isTimeMajor: Bool
  let hasInputGate: Bool
  let hasPeepholes: Bool
  let hasProjection: Bool
  let hasNormalization: Bool
  /// The largest magnitude of the cell state, and of a projected output; 0 for no bound.
  let cellClip: Float
  let projectionClip: Float
  /// The scales of int8 weights by the position of the input; nil where weights are float32.
  let weightScales: [Int: Float]?
  /// Whether activations that meet int8 weights get a zero point.
  let isAsymmetric: Bool
  let dynamicRange: DynamicRange
  /// Whether there is another sequence, as wide as the first.
  var hasAuxiliary = false
  /// Whether it goes from the last step to the first.
  var isBackward = false
  /// The elements of one step of one batch in the output, and how many of them stand before those of this cell.
  var outputStride: Int
  var outputOffset = 0

  var outputShapes: [[Int]] { [outputShape] }

  /// What was computed before is part of the result.
  var isPure: Bool { false }

  /// Four gates and the new output of one batch, and the quantized vectors.
  var scratchByteCount: Int {
    4 &* (5 &* cells &+ outputSize) &+ 2 &* inputSize &+ outputSize &+ cells &+ 64
  }

  func run(_ call: OperatorCall) { runReference(call) }
}

/// What both operators' options say.
struct FloatLSTMOptions {
  let activation: ActivationFunctionType
  let cellClip: Float
  let projectionClip: Float
  let isTimeMajor: Bool
  let isAsymmetric: Bool
}

extension FloatLSTM {
  /// Prepares either operator; the number of operands and the rank of the activations have been checked.
  static func prepare(
    _ context: OperatorContext, _ options: FloatLSTMOptions
  ) throws(KernelError) -> FloatLSTM {
    guard options.activation == .tanh else {
      throw .option(
        context.identity, name: "fused_activation_function", found: "\(options.activation)", expected: "TANH")
    }
    for (name, clip) in [("cell_clip", options.cellClip), ("proj_clip", options.projectionClip)] where !(clip >= 0) {
      throw .option(context.identity, name: name, found: "\(clip)", expected: "0 or more")
    }
    let (input, output) = (try context.input(0), context.output(0))
    try context.require(input, type: .float32)
    try context.require(output, type: .float32)
    try context.requireElements(input)
    let leading = Array(input.shape.dropLast())
    let (batches, steps) =
      leading.count == 1
      ? (leading[0], 1) : options.isTimeMajor ? (leading[1], leading[0]) : (leading[0], leading[1])
    let (own, recurrent) = (try context.input(LSTMInput.weights + 3), try context.input(LSTMInput.recurrentWeights + 3))
    try context.require(own, type: .float32, .int8, .uint8)
    try context.require(own, rank: 2...2)
    try context.require(recurrent, rank: 2...2)
    try context.requireElements(own)
    try context.requireElements(recurrent)
    let sizes = LSTMSizes(input: input.shape[input.rank - 1], cells: own.shape[0], outputs: recurrent.shape[1])
    let parts = try context.floatLSTMParts(sizes, weights: own.type)
    for (position, size) in [(LSTMInput.outputState, sizes.outputs), (LSTMInput.cellState, sizes.cells)] {
      let state = try context.variable(position)
      try context.require(state, type: .float32)
      guard state.elementCount == batches * size else {
        throw .shape(context.identity, state.identity, found: state.shape, expected: "\(batches * size) elements")
      }
    }
    return FloatLSTM(
      outputShape: leading + [sizes.outputs], batches: batches, steps: steps, inputSize: sizes.input,
      cells: sizes.cells, outputSize: sizes.outputs, isTimeMajor: options.isTimeMajor,
      hasInputGate: parts.hasInputGate, hasPeepholes: parts.hasPeepholes, hasProjection: parts.hasProjection,
      hasNormalization: parts.hasNormalization, cellClip: options.cellClip, projectionClip: options.projectionClip,
      weightScales: parts.scales, isAsymmetric: options.isAsymmetric,
      dynamicRange: context.dynamicRange, hasAuxiliary: parts.hasAuxiliary, outputStride: sizes.outputs)
  }
}

private struct LSTMSizes {
  let input: Int
  let cells: Int
  let outputs: Int
}

private struct FloatLSTMParts {
  var hasInputGate = false
  var hasPeepholes = false
  var hasProjection = false
  var hasNormalization = false
  var hasAuxiliary = false
  /// The scales of int8 weights.
  var scales: [Int: Float]?
}

extension OperatorContext {
  /// Which of the optional parts there are; all of their tensors must be there, and fit.
  fileprivate func floatLSTMParts(
    _ sizes: LSTMSizes, weights type: TensorType
  ) throws(KernelError) -> FloatLSTMParts {
    var parts = FloatLSTMParts()
    if type != .float32 { parts.scales = [:] }
    func weights(_ position: Int, _ shape: [Int]) throws(KernelError) {
      let tensor = try input(position)
      try require(tensor, type: type)
      try require(tensor, shape: shape)
      if type != .float32 { parts.scales?[position] = try perTensorQuantization(tensor).scale }
    }
    func floats(_ position: Int, _ count: Int) throws(KernelError) {
      let tensor = try input(position)
      try require(tensor, type: .float32)
      try require(tensor, shape: [count])
    }
    let inputGate = [LSTMInput.weights, LSTMInput.recurrentWeights].map { optionalInput($0) != nil }
    guard inputGate[0] == inputGate[1] else {
      throw .operands(identity, "has only one of inputs 1 and 5, the weights of the input gate")
    }
    parts.hasInputGate = inputGate[0]
    let gates = parts.hasInputGate ? 0..<4 : 1..<4
    for gate in gates {
      try weights(LSTMInput.weights + gate, [sizes.cells, sizes.input])
      try weights(LSTMInput.recurrentWeights + gate, [sizes.cells, sizes.outputs])
      try floats(LSTMInput.biases + gate, sizes.cells)
    }
    parts.hasPeepholes = optionalInput(LSTMInput.peepholes.upperBound - 1) != nil
    for position in LSTMInput.peepholes {
      if parts.hasPeepholes, parts.hasInputGate || position > LSTMInput.peepholes.lowerBound {
        try weights(position, [sizes.cells])
      } else if let tensor = optionalInput(position) {
        throw .operands(identity, "\(tensor.identity) is a peephole, but others are omitted")
      }
    }
    parts.hasProjection = optionalInput(LSTMInput.projection.lowerBound) != nil
    if parts.hasProjection {
      try weights(LSTMInput.projection.lowerBound, [sizes.outputs, sizes.cells])
      if optionalInput(LSTMInput.projection.lowerBound + 1) != nil {
        try floats(LSTMInput.projection.lowerBound + 1, sizes.outputs)
      }
    } else {
      guard sizes.outputs == sizes.cells, optionalInput(LSTMInput.projection.lowerBound + 1) == nil else {
        throw .operands(
          identity, "has \(sizes.cells) cells and \(sizes.outputs) outputs, or the bias of a projection, but none")
      }
    }
    parts.hasNormalization = optionalInput(LSTMInput.normalization.lowerBound + 1) != nil
    if parts.hasNormalization {
      for gate in gates { try floats(LSTMInput.normalization.lowerBound + gate, sizes.cells) }
    }
    parts.hasAuxiliary = optionalInput(LSTMInput.auxiliaryWeights + 1) != nil
    if parts.hasAuxiliary {
      let (sequence, other) = (try input(0), try input(LSTMInput.auxiliary))
      try require(other, type: .float32)
      try require(other, shape: sequence.shape)
      for gate in gates { try weights(LSTMInput.auxiliaryWeights + gate, [sizes.cells, sizes.input]) }
    }
    return parts
  }
}
