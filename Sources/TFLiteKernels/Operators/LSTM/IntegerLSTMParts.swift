import TFLiteSchema

/// What an ``IntegerLSTM`` may have besides its gates.
struct IntegerLSTMParts: Equatable, Sendable {
  /// Of input gate, forget gate, cell and output gate: scales products of the cell state to steps of the gate.
  var peepholes: [QuantizedMultiplier?]
  /// Of the same gates.
  var normalizations: [Normalization?]
  var projection: Projection?

  /// The layer normalization of one gate.
  struct Normalization: Equatable, Sendable {
    /// Brings normalized values to steps of 2⁻¹².
    let multiplier: QuantizedMultiplier
    /// What stands for a variance of 0.
    let leastVariance: Int32
  }

  struct Projection: Equatable, Sendable {
    let multiplier: QuantizedMultiplier
    let outputZeroPoint: Int32
    /// The largest magnitude of a stored output; 0 for no bound.
    let clip: Int32
  }

  var isNone: Bool {
    projection == nil && peepholes.allSatisfy { $0 == nil } && normalizations.allSatisfy { $0 == nil }
  }
}

/// The sizes of an ``IntegerLSTM``.
struct IntegerLSTMSizes {
  let input: Int
  let cells: Int
  let outputs: Int
}

extension OperatorContext {
  /// Products and quotients of scales are rounded to float32 one by one.
  ///
  /// - Parameters:
  ///   - gateScales: the scales of the gates before their activation.
  ///   - gates: which of the four there are.
  ///   - hiddenScale: the scale of an output before the projection.
  /// - Throws: ``KernelError`` where a part is there only in part, or has another type or shape than it must.
  func integerLSTMParts(
    _ sizes: IntegerLSTMSizes, gates: [Bool], gateScales: [Float], cellExponent: Int32, hiddenScale: Float,
    state: AffineQuantization, projectionClip: Float
  ) throws(KernelError) -> IntegerLSTMParts {
    var parts = IntegerLSTMParts(
      peepholes: [nil, nil, nil, nil], normalizations: [nil, nil, nil, nil],
      projection: try projection(sizes, hiddenScale: hiddenScale, state: state, clip: projectionClip))
    if LSTMInput.peepholes.contains(where: { optionalInput($0) != nil }) {
      guard sizes.outputs <= sizes.cells else {
        throw .shape(
          identity, try input(LSTMInput.projection.lowerBound).identity, found: [sizes.outputs, sizes.cells],
          expected: "no more outputs than cells, where cells have peepholes")
      }
      for (gate, position) in [(0, 0), (1, 1), (3, 2)] where gates[gate] {
        let scale = try vector(LSTMInput.peepholes.lowerBound + position, cells: sizes.cells)
        let unit = Double(sign: .plus, exponent: Int(cellExponent), significand: 1)
        parts.peepholes[gate] = try multiplier(
          Double(Float(unit * Double(scale) / Double(gateScales[gate]))), for: output(0))
      }
    }
    if LSTMInput.normalization.contains(where: { optionalInput($0) != nil }) {
      for gate in 0..<4 where gates[gate] {
        let scale = try vector(LSTMInput.normalization.lowerBound + gate, cells: sizes.cells)
        let multiplier = try multiplier(Double(scale), for: output(0))
        parts.normalizations[gate] = IntegerLSTMParts.Normalization(
          multiplier: QuantizedMultiplier(mantissa: multiplier.mantissa, exponent: multiplier.exponent &+ 12),
          leastVariance: max(1, Int32(min(10000 * scale, 0x1p30))))
      }
    }
    return parts
  }

  /// The scale of int16 factors, one for each cell.
  private func vector(_ position: Int, cells: Int) throws(KernelError) -> Float {
    let tensor = try input(position)
    try require(tensor, type: .int16)
    try require(tensor, shape: [cells])
    return try perTensorQuantization(tensor).scale
  }

  private func projection(
    _ sizes: IntegerLSTMSizes, hiddenScale: Float, state: AffineQuantization, clip: Float
  ) throws(KernelError) -> IntegerLSTMParts.Projection? {
    let (position, biasPosition) = (LSTMInput.projection.lowerBound, LSTMInput.projection.lowerBound + 1)
    guard let weights = optionalInput(position) else {
      if let bias = optionalInput(biasPosition) {
        throw .operands(identity, "\(bias.identity) belongs to a projection, which has no weights")
      }
      guard sizes.outputs == sizes.cells else {
        throw .shape(
          identity, try input(LSTMInput.recurrentWeights + 1).identity, found: [sizes.cells, sizes.outputs],
          expected: "\([sizes.cells, sizes.cells]), as there is no projection")
      }
      return nil
    }
    try require(weights, type: .int8)
    try require(weights, shape: [sizes.outputs, sizes.cells])
    let quantization = try perTensorQuantization(weights)
    guard quantization.zeroPoint == 0 else {
      throw .quantization(identity, weights.identity, expected: "zero point 0")
    }
    if let bias = optionalInput(biasPosition) {
      try require(bias, type: .int32)
      try require(bias, shape: [sizes.outputs])
    }
    let outputScale = try perTensorQuantization(output(0)).scale
    return IntegerLSTMParts.Projection(
      multiplier: try multiplier(Double(quantization.scale * hiddenScale / state.scale), for: output(0)),
      outputZeroPoint: state.zeroPoint, clip: clip > 0 ? Int32(min(clip / outputScale, 127)) : 0)
  }
}
