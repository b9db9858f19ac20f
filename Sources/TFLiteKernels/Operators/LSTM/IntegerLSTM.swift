import TFLiteSchema

/// UNIDIRECTIONAL_SEQUENCE_LSTM and LSTM on int8 activations with an int16 cell state: a cell that remembers, step by
/// step through a sequence.
///
/// Inputs: 0 a sequence [batch, time, size], or [time, batch, size] with `time_major`; 1 to 4 the weights of the input,
/// and 5 to 8 those of the output before (of input gate, forget gate, cell and output gate; without an input gate, what
/// is not forgotten is taken in); 9 to 11 optional peepholes from the cell state, int16; 12 to 15 the biases; 16 and 17 an
/// optional projection of the output, int8, and its bias; 18 and 19 the output state and the cell state, which are kept
/// from one invocation to the next; 20 to 23 the factors of an optional layer normalization, int16. The first four
/// intermediate tensors have the quantization of gates before they are normalized, the fifth that of a new output before its
/// projection.
///
/// Output: [batch, time, outputs], or [time, batch, outputs]; without a projection there are as many outputs as cells.
///
/// TFLite takes twelve intermediate tensors as another cell, which is not supported: its output gate reads a scale outside
/// of the list of them.
struct IntegerLSTM: TotalOperator {
  let outputShape: [Int]
  let batches: Int
  let steps: Int
  let inputSize: Int
  let cells: Int
  let outputSize: Int
  let isTimeMajor: Bool
  /// Input gate, forget gate, cell, output gate; nil for an input gate that is left out.
  let gates: [LSTMGate?]
  let inputZeroPoint: Int32
  let outputStateZeroPoint: Int32
  /// The binary logarithm of the cell state's scale, −15 to −9.
  let cellExponent: Int32
  /// The largest stored cell state; 0 for no bound.
  let cellClip: Int16
  let hiddenMultiplier: QuantizedMultiplier
  let hiddenZeroPoint: Int32
  let parts: IntegerLSTMParts
  private var vector: VectorIntegerLSTM?

  var outputShapes: [[Int]] { [outputShape] }
  /// For plain loops, four gates of 16-bit values, and outputs before the projection.
  var scratchByteCount: Int { vector?.scratchByteCount ?? cells &* 9 }
  var path: KernelPath { vector == nil ? .plain : .vector }
  /// What was computed before is part of the result.
  var isPure: Bool { false }

  func run(_ call: OperatorCall) {
    if let vector { vector.run(call, self) } else { runReference(call) }
  }
}

/// The scales of one gate.
struct LSTMGate: Equatable, Sendable {
  /// Scales the products of the input to steps of the gate, mostly 2⁻¹².
  let input: QuantizedMultiplier
  /// Scales the products of the output before to the same steps.
  let recurrent: QuantizedMultiplier
}

/// The positions of the operator's inputs.
enum LSTMInput {
  static let weights = 1
  static let recurrentWeights = 5
  static let peepholes = 9..<12
  static let biases = 12
  static let projection = 16..<18
  static let outputState = 18
  static let cellState = 19
  static let normalization = 20..<24
  static let auxiliary = 24
  static let auxiliaryWeights = 25
}

extension IntegerLSTM {
  /// Source: `tflite/kernels/unidirectional_sequence_lstm.cc`, PopulateQuantizedLstmParams8x8_16.
  static func prepare(
    _ context: OperatorContext, activation: ActivationFunctionType, isTimeMajor: Bool, cellClip: Float,
    projectionClip: Float
  ) throws(KernelError) -> any PreparedOperator {
    guard activation == .tanh else {
      throw KernelError.option(
        context.identity, name: "fused_activation_function", found: "\(activation)", expected: "TANH")
    }
    let (input, output) = (try context.input(0), context.output(0))
    try context.require(output, type: .int8)
    try context.requireElements(input)
    let leading = Array(input.shape.dropLast())
    let (batches, steps) =
      leading.count == 1 ? (leading[0], 1) : isTimeMajor ? (leading[1], leading[0]) : (leading[0], leading[1])
    let inputSize = input.shape[input.rank - 1]
    let forgetWeights = try context.input(LSTMInput.weights + 1)
    try context.require(forgetWeights, rank: 2...2)
    let recurrentWeights = try context.input(LSTMInput.recurrentWeights + 1)
    try context.require(recurrentWeights, rank: 2...2)
    try context.requireElements(forgetWeights)
    try context.requireElements(recurrentWeights)
    let sizes = IntegerLSTMSizes(
      input: inputSize, cells: forgetWeights.shape[0], outputs: recurrentWeights.shape[1])
    let cells = sizes.cells

    let outputState = try context.state(LSTMInput.outputState, .int8, [batches, sizes.outputs])
    let cellState = try context.state(LSTMInput.cellState, .int16, [batches, cells])
    let inputQuantization = try context.perTensorQuantization(input)
    let stateQuantization = try context.perTensorQuantization(outputState)
    let hidden = try context.hiddenQuantization()
    let hiddenScale = 0x1p-15 / Double(hidden.scale) * 0x1p-15
    let gateScales = try context.gateScales()
    let gates = try context.lstmGates(sizes, input: inputQuantization, state: stateQuantization, scales: gateScales)
    let cellExponent = try context.cellExponent(cellState)
    var lstm = IntegerLSTM(
      outputShape: leading + [sizes.outputs], batches: batches, steps: steps, inputSize: inputSize,
      cells: cells, outputSize: sizes.outputs, isTimeMajor: isTimeMajor, gates: gates,
      inputZeroPoint: inputQuantization.zeroPoint, outputStateZeroPoint: stateQuantization.zeroPoint,
      cellExponent: cellExponent,
      cellClip: Self.cellClip(cellClip, scale: try context.perTensorQuantization(cellState).scale),
      hiddenMultiplier: try context.multiplier(Double(Float(hiddenScale)), for: output),
      hiddenZeroPoint: hidden.zeroPoint,
      parts: try context.integerLSTMParts(
        sizes, gates: gates.map { $0 != nil }, gateScales: gateScales, cellExponent: cellExponent,
        hiddenScale: hidden.scale, state: stateQuantization, projectionClip: projectionClip))
    if lstm.parts.isNone { lstm.vector = VectorIntegerLSTM(context, lstm) }
    return lstm
  }

  private static func cellClip(_ clip: Float, scale: Float) -> Int16 {
    // Written so that NaN is no bound.
    clip > 0 ? Int16(min(clip / scale, 32767)) : 0
  }
}

extension OperatorContext {
  /// A tensor that is kept from one invocation to the next.
  fileprivate func state(_ position: Int, _ type: TensorType, _ shape: [Int]) throws(KernelError) -> TensorDescriptor {
    let tensor = try variable(position)
    try require(tensor, type: type)
    try require(tensor, shape: shape)
    return tensor
  }

  /// Weights whose stored values are multiples of their scale.
  private func weights(_ position: Int, shape: [Int]) throws(KernelError) -> AffineQuantization {
    let tensor = try input(position)
    try require(tensor, type: .int8)
    try require(tensor, shape: shape)
    let quantization = try perTensorQuantization(tensor)
    guard quantization.zeroPoint == 0 else {
      throw .quantization(identity, tensor.identity, expected: "zero point 0")
    }
    return quantization
  }

  /// Products and quotients of scales are rounded to float32 one by one.
  fileprivate func lstmGates(
    _ sizes: IntegerLSTMSizes, input: AffineQuantization, state: AffineQuantization, scales: [Float]
  ) throws(KernelError) -> [LSTMGate?] {
    var gates: [LSTMGate?] = []
    for gate in 0..<4 {
      let (position, recurrentPosition) = (LSTMInput.weights + gate, LSTMInput.recurrentWeights + gate)
      let hasWeights = optionalInput(position) != nil
      guard gate > 0 || hasWeights || optionalInput(recurrentPosition) != nil else {
        gates.append(nil)
        continue
      }
      let own = try weights(position, shape: [sizes.cells, sizes.input])
      let recurrent = try weights(recurrentPosition, shape: [sizes.cells, sizes.outputs])
      let bias = try self.input(LSTMInput.biases + gate)
      try require(bias, type: .int32)
      try require(bias, shape: [sizes.cells])
      gates.append(
        LSTMGate(
          input: try multiplier(Double(own.scale * input.scale / scales[gate]), for: output(0)),
          recurrent: try multiplier(Double(recurrent.scale * state.scale / scales[gate]), for: output(0))))
    }
    return gates
  }

  fileprivate func cellExponent(_ tensor: TensorDescriptor) throws(KernelError) -> Int32 {
    let quantization = try perTensorQuantization(tensor)
    guard quantization.scale.significand == 1, (-15 ... -9).contains(quantization.scale.exponent),
      quantization.zeroPoint == 0
    else {
      throw .quantization(
        identity, tensor.identity, expected: "a power of two from 2^-15 to 2^-9 as scale, and zero point 0")
    }
    return Int32(truncatingIfNeeded: quantization.scale.exponent)
  }

  /// The scales of gates before their activation: 2⁻¹², unless they are normalized.
  fileprivate func gateScales() throws(KernelError) -> [Float] {
    guard LSTMInput.normalization.contains(where: { optionalInput($0) != nil }) else {
      return [0x1p-12, 0x1p-12, 0x1p-12, 0x1p-12]
    }
    _ = try hiddenQuantization()
    var scales: [Float] = []
    for gate in 0..<4 { scales.append(try perTensorQuantization(intermediates[gate]).scale) }
    return scales
  }

  fileprivate func hiddenQuantization() throws(KernelError) -> AffineQuantization {
    guard intermediates.count == 5 else {
      throw .operands(identity, "has \(intermediates.count) intermediate tensors, expected 5")
    }
    return try perTensorQuantization(intermediates[4])
  }
}
