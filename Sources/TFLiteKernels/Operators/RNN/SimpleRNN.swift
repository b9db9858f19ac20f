import TFLiteSchema

/// RNN, UNIDIRECTIONAL_SEQUENCE_RNN and BIDIRECTIONAL_SEQUENCE_RNN: units whose output is fed back to them in the next
/// step.
struct SimpleRNN: TotalOperator {
  let outputShapes: [[Int]]
  let batches: Int
  let steps: Int
  let inputSize: Int
  /// Whether a step of all batches comes before the next step.
  let isTimeMajor: Bool
  let directions: [RNNDirection]
  let activation: ActivationFunctionType
  /// Whether weights are int8, or uint8, whose bits the C library takes for those of int8.
  let isHybrid: Bool
  /// Whether activations that meet int8 weights get a zero point.
  let isAsymmetric: Bool
  /// How often the whole sequence is gone through; the state is kept.
  let passes: Int
  let dynamicRange: DynamicRange

  /// What was computed before is part of the result.
  var isPure: Bool { false }

  /// One vector of quantized activations.
  var scratchByteCount: Int {
    isHybrid ? directions.reduce(0) { max($0, $1.units, $1.auxiliarySize) }.advanced(by: inputSize) : 0
  }

  func run(_ call: OperatorCall) { runReference(call) }
}

/// One of the cells of such an operator: which inputs it has, and where its outputs go.
struct RNNDirection: Sendable {
  let units: Int
  /// Whether it goes from the last step to the first.
  let isBackward: Bool
  let input: Int
  /// The first of weights, recurrent weights, bias and state.
  let firstWeights: Int
  /// The scales of weights and recurrent weights; 1 for float32.
  let scales: (input: Float, recurrent: Float)
  /// A second sequence, and its weights.
  let auxiliary: (input: Int, weights: Int, scale: Float)?
  let auxiliarySize: Int
  let output: Int
  /// The elements of one step of one batch in the output, and how many of them stand before those of this cell.
  let outputStride: Int
  let outputOffset: Int
}

/// What the three operators' options say.
struct SimpleRNNOptions {
  let activation: ActivationFunctionType
  let isTimeMajor: Bool
  let isAsymmetric: Bool
}

extension SimpleRNN {
  /// The number of cells that go through a sequence, and how.
  enum Kind {
    /// One step [batch, size].
    case step
    case forward
    case bothWays(mergesOutputs: Bool)
  }

  /// Prepares one of the operators, whose number of operands has been checked.
  static func prepare(
    _ context: OperatorContext, _ kind: Kind, _ options: SimpleRNNOptions
  ) throws(KernelError) -> SimpleRNN {
    let input = try context.input(0)
    try context.require(input, type: .float32)
    var isStep = false
    if case .step = kind { isStep = true }
    try context.require(input, rank: isStep ? 2...2 : 3...3)
    try context.requireElements(input)
    let leading = Array(input.shape.dropLast())
    let (batches, steps) =
      isStep ? (leading[0], 1) : options.isTimeMajor ? (leading[1], leading[0]) : (leading[0], leading[1])
    let forward = try context.cell(0, first: 1, batches: batches)
    var cells = [forward]
    var merges = false
    if case .bothWays(let mergesOutputs) = kind {
      merges = mergesOutputs
      cells.append(try context.cell(0, first: 5, batches: batches))
    }
    let isHybrid = try context.input(1).type != .float32
    let auxiliary = try context.auxiliary(kind, cells, input: input, isHybrid: isHybrid, options)
    let total = merges ? cells.reduce(0) { $0 &+ $1.units } : 0
    let directions = cells.enumerated().map { index, cell in
      RNNDirection(
        units: cell.units, isBackward: index == 1, input: index == 1 && auxiliary.replacesBackwardInput ? 9 : 0,
        firstWeights: cell.first, scales: cell.scales,
        auxiliary: auxiliary.parts.isEmpty ? nil : auxiliary.parts[index],
        auxiliarySize: auxiliary.size, output: merges ? 0 : index, outputStride: merges ? total : cell.units,
        outputOffset: merges && index == 1 ? cells[0].units : 0)
    }
    for output in context.outputs { try context.require(output, type: .float32) }
    let isRepeated = cells.count == 2 && isHybrid && options.isTimeMajor
    // The C library goes through a sequence as often as it has steps.
    guard !isRepeated || steps <= 1024 else {
      throw .shape(
        context.identity, input.identity, found: input.shape,
        expected: "at most 1024 steps with time_major and weights of int8")
    }
    return SimpleRNN(
      outputShapes: merges ? [leading + [total]] : cells.map { leading + [$0.units] }, batches: batches, steps: steps,
      inputSize: input.shape[input.rank - 1], isTimeMajor: options.isTimeMajor || isStep, directions: directions,
      activation: options.activation, isHybrid: isHybrid, isAsymmetric: options.isAsymmetric,
      passes: isRepeated ? steps : 1, dynamicRange: context.dynamicRange)
  }
}

private struct RNNCell {
  let first: Int
  let units: Int
  let scales: (input: Float, recurrent: Float)
}

private struct RNNAuxiliary {
  var parts: [(input: Int, weights: Int, scale: Float)] = []
  var size = 0
  var replacesBackwardInput = false
}

extension OperatorContext {
  /// The weights, bias and state from a position on.
  fileprivate func cell(_ inputPosition: Int, first: Int, batches: Int) throws(KernelError) -> RNNCell {
    let input = try input(inputPosition)
    let (weights, recurrent, bias) = (try self.input(first), try self.input(first + 1), try self.input(first + 2))
    try require(weights, type: .float32, .int8, .uint8)
    try require(weights, sameTypeAs: try self.input(1))
    try require(weights, rank: 2...2)
    try requireElements(weights)
    let units = weights.shape[0]
    try require(weights, shape: [units, input.shape[input.rank - 1]])
    try require(recurrent, sameTypeAs: weights)
    try require(recurrent, shape: [units, units])
    try require(bias, type: .float32)
    try require(bias, shape: [units])
    let state = try variable(first + 3)
    try require(state, type: .float32)
    try require(state, shape: [batches, units])
    return RNNCell(first: first, units: units, scales: (try weightScale(weights), try weightScale(recurrent)))
  }

  private func weightScale(_ tensor: TensorDescriptor) throws(KernelError) -> Float {
    tensor.type != .float32 ? try perTensorQuantization(tensor).scale : 1
  }

  /// The second sequence of a bidirectional operator: an input of both cells if there are weights for it, else, with
  /// `time_major`, that of the backward cell instead of the first.
  fileprivate func auxiliary(
    _ kind: SimpleRNN.Kind, _ cells: [RNNCell], input: TensorDescriptor, isHybrid: Bool, _ options: SimpleRNNOptions
  ) throws(KernelError) -> RNNAuxiliary {
    var auxiliary = RNNAuxiliary()
    guard case .bothWays = kind else { return auxiliary }
    let weights = [optionalInput(10), optionalInput(11)]
    guard (weights[0] == nil) == (weights[1] == nil) else {
      throw .operands(identity, "has only one of inputs 10 and 11, the weights of the auxiliary input")
    }
    guard let sequence = optionalInput(9) else {
      guard weights[0] == nil else {
        throw .operands(identity, "has weights of an auxiliary input, but input 9 is omitted")
      }
      return auxiliary
    }
    try require(sequence, type: .float32)
    try require(sequence, rank: 3...3)
    try requireElements(sequence)
    // Elsewhere the C library reads the auxiliary input as if it were as wide as the other.
    let size = isHybrid || options.isTimeMajor || weights[0] == nil ? input.shape[2] : sequence.shape[2]
    try require(sequence, shape: [input.shape[0], input.shape[1], size])
    guard weights[0] != nil else {
      auxiliary.replacesBackwardInput = options.isTimeMajor
      return auxiliary
    }
    auxiliary.size = size
    for (cell, position) in zip(cells, [10, 11]) {
      let tensor = try self.input(position)
      try require(tensor, sameTypeAs: try self.input(1))
      try require(tensor, shape: [cell.units, size])
      auxiliary.parts.append((9, position, try weightScale(tensor)))
    }
    return auxiliary
  }
}
