import TFLiteSchema

extension ParityRow {
  static let recurrent = [
    ParityRow("UNIDIRECTIONAL_SEQUENCE_LSTM", "int8 with int16 cells", reference: .python) { $0.sequenceLSTM() }
  ]
}

extension SplitMix64 {
  fileprivate mutating func sequenceLSTM() -> OperatorCase {
    let (batches, steps, size, cells) = (int(1...3), int(1...6), int(1...20), pick([1, 2, 3, 5, 7, 8, 9, 16, 20]))
    let isTimeMajor = chance(0.3)
    let hasInputGate = chance(0.8)
    let places = isTimeMajor ? [steps, batches] : [batches, steps]
    let input = operand(.int8, places + [size], scales: 0.005...0.05)
    let state = Affine(scale: logUniform(0.004...0.012), zeroPoint: int(-20...20))
    let cellExponent = int(-15 ... -9)

    func weights(_ columns: Int, scale: Float, _ random: inout SplitMix64) -> TensorSketch {
      TensorSketch(
        type: .int8, shape: [cells, columns], scales: [scale], zeroPoints: [0],
        bytes: (0..<cells * columns).map { _ in UInt8(truncatingIfNeeded: random.int(-127...127)) }, isConstant: true)
    }
    // Gates that reach from one end of their activation to the other.
    let reach = logUniform(0.5...4)
    let inputScale = reach / (input.scales[0] * 80 * 73 * Float(size).squareRoot())
    let recurrentScale = reach / (state.scale * 60 * 73 * Float(cells).squareRoot())
    let isGiven = [hasInputGate, true, true, true]
    var inputs: [TensorSketch?] = [input]
    inputs += isGiven.map { $0 ? weights(size, scale: inputScale * uniform(0.7...1.4), &self) : nil }
    inputs += isGiven.map { $0 ? weights(cells, scale: recurrentScale * uniform(0.7...1.4), &self) : nil }
    inputs += [nil, nil, nil]
    inputs += (0..<4).map { gate in
      guard isGiven[gate], let scale = inputs[1 + gate]?.scales[0] else { return nil }
      let unit = scale * input.scales[0]
      return TensorSketch(
        type: .int32, shape: [cells], scales: [unit], zeroPoints: [0],
        bytes: (0..<cells).flatMap { _ in littleEndianBytes(Int32(0.5 * normal() / unit)) }, isConstant: true)
    }
    inputs += [nil, nil]
    var outputState = TensorSketch.quantized(.int8, [batches, cells], state)
    outputState.isVariable = true
    let cellScale = Float(sign: .plus, exponent: cellExponent, significand: 1)
    inputs += [
      outputState,
      TensorSketch(type: .int16, shape: [batches, cells], scales: [cellScale], zeroPoints: [0], isVariable: true),
    ]
    inputs += [nil, nil, nil, nil]

    let clip: Float = chance(0.5) ? 0 : uniform(0.3...2)
    let hidden = TensorSketch.quantized(.int8, [], chance(0.7) ? state : Affine(scale: 0.008, zeroPoint: int(-9...9)))
    return OperatorCase(
      code: .unidirectionalSequenceLSTM,
      options: UnidirectionalSequenceLSTMOptions {
        $0.fusedActivationFunction = .tanh
        $0.cellClip = clip
        $0.timeMajor = isTimeMajor
      },
      inputs: inputs, outputs: [.quantized(.int8, places + [cells], state)],
      intermediates: (0..<4).map { _ in TensorSketch(type: .float32, shape: []) } + [hidden])
  }
}
