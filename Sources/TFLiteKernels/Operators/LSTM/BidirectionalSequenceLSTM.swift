import TFLiteSchema

/// BIDIRECTIONAL_SEQUENCE_LSTM: two cells that remember, one of which goes through a sequence from the first step to the
/// last, the other from the last to the first.
///
/// Inputs: 0 a sequence [batch, time, size], or [time, batch, size] with `time_major`; 1 to 17 and 18 to 34 the weights, biases
/// and projection of either cell, in the order of ``FloatLSTM``; 35 to 38 the output state and the cell state of either; 39
/// to 47 an optional auxiliary sequence, and the weights of either cell for it. Without these weights, the auxiliary
/// sequence takes the place of the first for the backward cell. Outputs: as the sequence, with the number of outputs of
/// either cell in place of the size; with `merge_outputs` one, with those of both.
///
/// Source: `tflite/kernels/bidirectional_sequence_lstm.cc` and `tflite/kernels/lstm_eval.cc`.
enum BidirectionalSequenceLSTMOperator: OperatorDefinition {
  static let weights: Int? = 2
  static let kernels: [KernelDeclaration] = [
    .plain(.float32), .plain(.float32, weights: .int8), .plain(.float32, weights: .uint8),
  ]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    let options = try context.options(BidirectionalSequenceLSTMOptions.self)
    try context.requireOperands(inputs: 48...48, outputs: options.mergeOutputs ? 1 : 2)
    let input = try context.input(0)
    try context.require(input, type: .float32)
    try context.require(input, rank: 3...3)
    let hasWeights = [41, 45].map { context.optionalInput($0) != nil }
    guard hasWeights[0] == hasWeights[1] else {
      throw KernelError.operands(context.identity, "has auxiliary weights for only one of its cells")
    }
    let replacesInput = !hasWeights[0] && context.optionalInput(39) != nil
    if replacesInput { try context.require(try context.input(39), shape: input.shape) }
    let operands = [
      operands(input: 0, parameters: 1, states: 35, auxiliaryWeights: hasWeights[0] ? 40 : nil),
      operands(
        input: replacesInput ? 39 : 0, parameters: 18, states: 37, auxiliaryWeights: hasWeights[0] ? 44 : nil),
    ]
    var cells = try operands.enumerated().map { index, operands in
      try FloatLSTM.prepare(
        context.choosing(inputs: operands, output: options.mergeOutputs ? 0 : index),
        FloatLSTMOptions(
          activation: options.fusedActivationFunction, cellClip: options.cellClip, projectionClip: options.projClip,
          isTimeMajor: options.timeMajor, isAsymmetric: options.asymmetricQuantizeInputs))
    }
    guard cells[0].cells == cells[1].cells, cells[0].outputSize == cells[1].outputSize else {
      throw KernelError.operands(
        context.identity,
        "has \(cells[0].cells) cells with \(cells[0].outputSize) outputs forward and \(cells[1].cells) with "
          + "\(cells[1].outputSize) backward, expected the same numbers")
    }
    guard (cells[0].weightScales == nil) == (cells[1].weightScales == nil) else {
      throw KernelError.operands(context.identity, "has cells with weights of different types")
    }
    cells[1].isBackward = true
    if options.mergeOutputs {
      let total = cells[0].outputSize &+ cells[1].outputSize
      for index in cells.indices { cells[index].outputStride = total }
      cells[1].outputOffset = cells[0].outputSize
    }
    return BidirectionalLSTM(
      cells: cells, operands: operands,
      outputShapes: options.mergeOutputs
        ? [Array(input.shape.dropLast()) + [cells[0].outputStride]] : cells.map(\.outputShape),
      mergesOutputs: options.mergeOutputs)
  }

  /// Where a cell's inputs are, in the order of ``FloatLSTM``.
  private static func operands(input: Int, parameters: Int, states: Int, auxiliaryWeights: Int?) -> [Int?] {
    let absent: [Int?] = [nil, nil, nil, nil]
    let auxiliary: [Int?] = auxiliaryWeights.map { first in [39] + (first..<first + 4).map { $0 } } ?? [nil] + absent
    return [input] + (parameters..<parameters + 17).map { $0 } + [states, states + 1] + absent + auxiliary
  }
}

private struct BidirectionalLSTM: TotalOperator {
  let cells: [FloatLSTM]
  let operands: [[Int?]]
  let outputShapes: [[Int]]
  let mergesOutputs: Bool

  /// What was computed before is part of the result.
  var isPure: Bool { false }
  var scratchByteCount: Int { cells.reduce(0) { max($0, $1.scratchByteCount) } }

  func run(_ call: OperatorCall) {
    for (index, cell) in cells.enumerated() {
      call.withInputs(operands[index], firstOutput: mergesOutputs ? 0 : index) { cell.run($0) }
    }
  }
}
