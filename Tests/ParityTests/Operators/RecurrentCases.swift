import TFLiteSchema

extension ParityRow {
  static let recurrent = [
    ParityRow("UNIDIRECTIONAL_SEQUENCE_LSTM", "int8 with int16 cells", reference: .python) { $0.sequenceLSTM() },
    ParityRow("LSTM", "int8 with int16 cells", reference: .python) { $0.sequenceLSTM().asOneStep },
    ParityRow("UNIDIRECTIONAL_SEQUENCE_LSTM", "int8 with int16 cells and more", reference: .python) {
      $0.sequenceLSTM(hasParts: true)
    },
    ParityRow("LSTM", "int8 with int16 cells and more", reference: .python) {
      $0.sequenceLSTM(hasParts: true).asOneStep
    },
    ParityRow("UNIDIRECTIONAL_SEQUENCE_LSTM", "float32", reference: .python) { $0.floatLSTM(isHybrid: false) },
    ParityRow("UNIDIRECTIONAL_SEQUENCE_LSTM", "hybrid int8", reference: .python) { $0.floatLSTM(isHybrid: true) },
    ParityRow("LSTM", "float32", reference: .python) { $0.floatLSTM(isHybrid: false, isOneStep: true) },
    ParityRow("LSTM", "hybrid int8", reference: .python) { $0.floatLSTM(isHybrid: true, isOneStep: true) },
    ParityRow("SVDF", "float32", reference: .python) { $0.svdf(.float32) },
    ParityRow("SVDF", "hybrid int8", reference: .python) { $0.svdf(.hybrid) },
    ParityRow("SVDF", "int8 with int16 state", reference: .python) { $0.svdf(.int8) },
    ParityRow("UNIDIRECTIONAL_SEQUENCE_LSTM", "hybrid uint8", reference: .python, casesOf: "hybrid int8") {
      $0.floatLSTM(isHybrid: true).withUnsignedWeights
    },
    ParityRow("LSTM", "hybrid uint8", reference: .python, casesOf: "hybrid int8") {
      $0.floatLSTM(isHybrid: true, isOneStep: true).withUnsignedWeights
    },
    ParityRow("SVDF", "hybrid uint8", reference: .python, casesOf: "hybrid int8") {
      $0.svdf(.hybrid).withUnsignedWeights
    },
    ParityRow("LSTM", "float32 BASIC", reference: .python) { $0.basicLSTM(isFloat: true) },
    ParityRow("LSTM", "uint8 BASIC", reference: .python) { $0.basicLSTM(isFloat: false) },
  ]
}

extension ParityRow {
  static let bidirectionalLSTM = [
    ParityRow("BIDIRECTIONAL_SEQUENCE_LSTM", "float32", reference: .python) { $0.bidirectionalLSTM(isHybrid: false) },
    ParityRow("BIDIRECTIONAL_SEQUENCE_LSTM", "hybrid int8", reference: .python) {
      $0.bidirectionalLSTM(isHybrid: true)
    },
    ParityRow("BIDIRECTIONAL_SEQUENCE_LSTM", "hybrid uint8", reference: .python, casesOf: "hybrid int8") {
      $0.bidirectionalLSTM(isHybrid: true).withUnsignedWeights
    },
  ]
}

extension SplitMix64 {
  /// Two cells, each like that of another operator.
  fileprivate mutating func bidirectionalLSTM(isHybrid: Bool) -> OperatorCase {
    let (isTimeMajor, merges, isAsymmetric) = (chance(0.3), chance(0.5), isHybrid && chance(0.3))
    // With merged outputs, and batch by batch, the C library looks for a batch's output state where it would be if it were
    // as long as both outputs: behind the tensor.
    let batches = (isTimeMajor ? !isHybrid : merges) ? 1 : int(1...3)
    let (steps, size) = (int(1...5), int(2...20))
    let leading = isTimeMajor ? [steps, batches] : [batches, steps]
    let auxiliary = int(0...2)
    // The C library's two cells are alike.
    let (hasInputGate, hasPeepholes) = (chance(0.5), chance(0.5))
    var parameters: [TensorSketch?] = []
    var states: [TensorSketch?] = []
    var auxiliaryWeights: [TensorSketch?] = []
    var outputSizes: [Int] = []
    let hasProjection = chance(0.5)
    let cells = pick([2, 3, 4, 5, 7, 8, 9, 16])
    let outputs = hasProjection ? int(2...9) : cells
    for _ in 0..<2 {
      let cell = lstmCell(
        size: size, cells: cells, outputs: outputs, batches: batches, isHybrid: isHybrid, hasInputGate: hasInputGate,
        hasPeepholes: hasPeepholes, hasProjection: hasProjection)
      parameters += cell.prefix(17)
      states += cell.suffix(2)
      for gate in 0..<4 {
        let isGiven = auxiliary == 2 && (gate > 0 || hasInputGate)
        auxiliaryWeights.append(
          isGiven ? lstmWeights([cells, size], deviation: 1 / Float(size).squareRoot(), isHybrid: isHybrid) : nil)
      }
      outputSizes.append(outputs)
    }
    let clips: (cell: Float, projection: Float) = (
      chance(0.5) ? 0 : uniform(0.3...2), chance(0.6) ? 0 : uniform(0.2...1)
    )
    var inputs: [TensorSketch?] = [floatOperand(leading + [size])]
    inputs += parameters
    inputs += states
    inputs.append(auxiliary > 0 ? floatOperand(leading + [size]) : nil)
    inputs += auxiliaryWeights
    return OperatorCase(
      code: .bidirectionalSequenceLSTM, version: isAsymmetric ? 3 : 1,
      options: BidirectionalSequenceLSTMOptions {
        $0.fusedActivationFunction = .tanh
        ($0.cellClip, $0.projClip) = clips
        $0.timeMajor = isTimeMajor
        $0.mergeOutputs = merges
        $0.asymmetricQuantizeInputs = isAsymmetric
      }, inputs: inputs,
      outputs: merges
        ? [.float(leading + [outputSizes[0] + outputSizes[1]])] : outputSizes.map { TensorSketch.float(leading + [$0]) }
    )
  }

  private mutating func lstmWeights(_ shape: [Int], deviation: Float, isHybrid: Bool) -> TensorSketch {
    guard isHybrid else {
      return .float(shape, (0..<shape.elementCount).map { _ in deviation * normal() }, isConstant: true)
    }
    var sketch = hybridWeights(shape, channelDimension: nil)
    sketch.scales = [deviation / 60]
    return sketch
  }

  /// Weights, recurrent weights, peepholes, biases, projection and its bias, output state and cell state.
  private mutating func lstmCell(
    size: Int, cells: Int, outputs: Int, batches: Int, isHybrid: Bool, hasInputGate: Bool, hasPeepholes: Bool,
    hasProjection: Bool
  ) -> [TensorSketch?] {
    let isGiven = [hasInputGate, true, true, true]
    func root(_ count: Int) -> Float { 1 / Float(count).squareRoot() }
    var tensors: [TensorSketch?] = []
    for given in isGiven {
      tensors.append(given ? lstmWeights([cells, size], deviation: root(size), isHybrid: isHybrid) : nil)
    }
    for given in isGiven {
      tensors.append(given ? lstmWeights([cells, outputs], deviation: root(outputs), isHybrid: isHybrid) : nil)
    }
    for given in [hasInputGate, true, true] {
      tensors.append(hasPeepholes && given ? lstmWeights([cells], deviation: 0.5, isHybrid: isHybrid) : nil)
    }
    for given in isGiven {
      tensors.append(given ? .float([cells], (0..<cells).map { _ in normal() }, isConstant: true) : nil)
    }
    tensors.append(hasProjection ? lstmWeights([outputs, cells], deviation: root(cells), isHybrid: isHybrid) : nil)
    let hasBias = hasProjection && chance(0.5)
    tensors.append(hasBias ? .float([outputs], (0..<outputs).map { _ in normal() }, isConstant: true) : nil)
    for count in [outputs, cells] {
      var state = TensorSketch.float([batches, count])
      state.isVariable = true
      tensors.append(state)
    }
    return tensors
  }
}

extension OperatorCase {
  /// The last step of a sequence as the operator LSTM, which takes one.
  fileprivate var asOneStep: OperatorCase {
    guard let options = options as? UnidirectionalSequenceLSTMOptions, var input = inputs[0] else { return self }
    let batches = input.shape[options.timeMajor ? 1 : 0]
    var made = self
    made.code = .lstm
    made.version = 2
    made.options = LSTMOptions {
      $0.fusedActivationFunction = options.fusedActivationFunction
      $0.cellClip = options.cellClip
      $0.projClip = options.projClip
    }
    input.shape = [batches, input.shape[2]]
    input.bytes = Array(input.bytes.prefix(input.elementCount))
    made.inputs[0] = input
    made.outputs[0].shape = [batches, outputs[0].shape[2]]
    return made
  }
}

extension SplitMix64 {
  /// - Parameter hasParts: whether it may have a projection, peepholes and layer normalization.
  fileprivate mutating func sequenceLSTM(hasParts: Bool = false) -> OperatorCase {
    let (batches, steps, size, cells) = (int(1...3), int(1...6), int(1...20), pick([1, 2, 3, 5, 7, 8, 9, 16, 20]))
    let isTimeMajor = chance(0.3)
    let hasInputGate = chance(0.8)
    let (hasPeepholes, hasNormalization) = (hasParts && chance(0.5), hasParts && chance(0.5))
    // Peepholes are read for as many cells as there are outputs.
    let outputs = hasParts && chance(0.6) ? int(1...(hasPeepholes ? cells : cells + 4)) : cells
    let hasProjection = outputs != cells || hasParts && chance(0.3)
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
    inputs += isGiven.map { $0 ? weights(outputs, scale: recurrentScale * uniform(0.7...1.4), &self) : nil }
    func factors(_ scale: Float, _ range: ClosedRange<Int>, _ random: inout SplitMix64) -> TensorSketch {
      TensorSketch(
        type: .int16, shape: [cells], scales: [scale], zeroPoints: [0],
        bytes: (0..<cells).flatMap { _ in littleEndianBytes(Int16(random.int(range))) }, isConstant: true)
    }
    inputs += [hasInputGate, true, true].map {
      hasPeepholes && $0 ? factors(logUniform(0.5...3) / 32768, -32767...32767, &self) : nil
    }
    let normals = isGiven.map {
      hasNormalization && $0 ? factors(logUniform(0.5...2) / 16384, 3000...32767, &self) : nil
    }
    inputs += (0..<4).map { gate in
      guard isGiven[gate], let scale = inputs[1 + gate]?.scales[0] else { return nil }
      let unit = normals[gate].map { $0.scales[0] / 1024 } ?? scale * input.scales[0]
      return TensorSketch(
        type: .int32, shape: [cells], scales: [unit], zeroPoints: [0],
        bytes: (0..<cells).flatMap { _ in littleEndianBytes(Int32(0.5 * normal() / unit)) }, isConstant: true)
    }
    let hiddenAffine = hasProjection || chance(0.3) ? Affine(scale: 0.008, zeroPoint: int(-9...9)) : state
    let projectionScale = state.scale * 60 / (hiddenAffine.scale * 50 * 73 * Float(cells).squareRoot())
    var projection = weights(cells, scale: projectionScale * uniform(0.7...1.4), &self)
    projection.shape = [outputs, cells]
    projection.bytes = (0..<outputs * cells).map { _ in UInt8(truncatingIfNeeded: int(-127...127)) }
    let projectionBias = TensorSketch(
      type: .int32, shape: [outputs], scales: [projection.scales[0] * hiddenAffine.scale], zeroPoints: [0],
      bytes: (0..<outputs).flatMap { _ in littleEndianBytes(Int32(int(-9000...9000))) }, isConstant: true)
    inputs += hasProjection ? [projection, chance(0.6) ? projectionBias : nil] : [nil, nil]
    var outputState = TensorSketch.quantized(.int8, [batches, outputs], state)
    outputState.isVariable = true
    let cellScale = Float(sign: .plus, exponent: cellExponent, significand: 1)
    inputs += [
      outputState,
      TensorSketch(type: .int16, shape: [batches, cells], scales: [cellScale], zeroPoints: [0], isVariable: true),
    ]
    inputs += normals

    let clip: Float = chance(0.5) ? 0 : uniform(0.3...2)
    let projectionClip: Float = hasProjection && chance(0.4) ? uniform(0.3...1) : 0
    let hidden = TensorSketch.quantized(.int8, [], hiddenAffine)
    let gateScale = 4 * reach / 32768
    return OperatorCase(
      code: .unidirectionalSequenceLSTM,
      options: UnidirectionalSequenceLSTMOptions {
        $0.fusedActivationFunction = .tanh
        $0.cellClip = clip
        $0.projClip = projectionClip
        $0.timeMajor = isTimeMajor
      },
      inputs: inputs, outputs: [.quantized(.int8, places + [outputs], state)],
      intermediates: (0..<4).map { _ in
        hasNormalization
          ? TensorSketch(type: .int16, shape: [], scales: [gateScale * uniform(0.7...1.4)], zeroPoints: [0])
          : TensorSketch(type: .float32, shape: [])
      } + [hidden])
  }
}

extension SplitMix64 {
  /// A cell on float32 activations.
  ///
  /// Batches are taken one by one: where several share a step, the C library leaves float32 sums to a product of
  /// matrices in another order. So it does where there is but one cell or one output.
  fileprivate mutating func floatLSTM(isHybrid: Bool, isOneStep: Bool = false) -> OperatorCase {
    let isTimeMajor = isOneStep || chance(0.3)
    let batches = isTimeMajor && !isHybrid ? 1 : int(1...3)
    let steps = isOneStep ? 1 : int(1...5)
    let (size, cells) = (int(1...20), pick([2, 3, 4, 5, 7, 8, 9, 16, 20]))
    let (hasInputGate, hasPeepholes, hasProjection, hasNormalization) = (
      chance(0.5), chance(0.5), chance(0.6), chance(0.5)
    )
    let outputs = hasProjection ? int(2...9) : cells
    func weights(_ shape: [Int], deviation: Float, _ random: inout SplitMix64) -> TensorSketch {
      guard isHybrid else {
        let values = (0..<shape.elementCount).map { _ in deviation * random.normal() }
        return .float(shape, values, isConstant: true)
      }
      var sketch = random.hybridWeights(shape, channelDimension: nil)
      sketch.scales = [deviation / 60]
      return sketch
    }
    func floats(_ count: Int, _ random: inout SplitMix64) -> TensorSketch {
      .float([count], (0..<count).map { _ in random.normal() }, isConstant: true)
    }
    func state(_ count: Int) -> TensorSketch {
      var sketch = TensorSketch.float([batches, count])
      sketch.isVariable = true
      return sketch
    }
    let isGiven = [hasInputGate, true, true, true]
    let leading = isOneStep ? [batches] : isTimeMajor ? [steps, batches] : [batches, steps]
    var inputs: [TensorSketch?] = [floatOperand(leading + [size])]
    inputs += isGiven.map { $0 ? weights([cells, size], deviation: 1 / Float(size).squareRoot(), &self) : nil }
    inputs += isGiven.map { $0 ? weights([cells, outputs], deviation: 1 / Float(outputs).squareRoot(), &self) : nil }
    inputs += [hasInputGate, true, true].map { hasPeepholes && $0 ? weights([cells], deviation: 0.5, &self) : nil }
    inputs += isGiven.map { $0 ? floats(cells, &self) : nil }
    inputs += [
      hasProjection ? weights([outputs, cells], deviation: 1 / Float(cells).squareRoot(), &self) : nil,
      hasProjection && chance(0.5) ? floats(outputs, &self) : nil,
    ]
    inputs += [state(outputs), state(cells)]
    if hasNormalization || chance(0.5) { inputs += isGiven.map { hasNormalization && $0 ? floats(cells, &self) : nil } }
    let clips: (cell: Float, projection: Float) = (
      chance(0.5) ? 0 : uniform(0.3...2), chance(0.6) ? 0 : uniform(0.2...1)
    )
    let isAsymmetric = isHybrid && chance(0.3)
    let options: any OperatorOptions =
      isOneStep
      ? LSTMOptions {
        $0.fusedActivationFunction = .tanh
        ($0.cellClip, $0.projClip) = clips
        $0.asymmetricQuantizeInputs = isAsymmetric
      }
      : UnidirectionalSequenceLSTMOptions {
        $0.fusedActivationFunction = .tanh
        ($0.cellClip, $0.projClip) = clips
        $0.timeMajor = isTimeMajor
        $0.asymmetricQuantizeInputs = isAsymmetric
      }
    return OperatorCase(
      code: isOneStep ? .lstm : .unidirectionalSequenceLSTM, version: isAsymmetric ? 3 : 1, options: options,
      inputs: inputs, outputs: [.float(leading + [outputs])])
  }
}

private enum SVDFKind {
  case float32
  case hybrid
  case int8
}

extension SplitMix64 {
  fileprivate mutating func svdf(_ kind: SVDFKind) -> OperatorCase {
    let (batches, size, rank, units, memory) = (int(1...3), pick(awkwardSizes), int(1...5), int(1...9), int(1...12))
    let filters = rank * units
    let hasBias = chance(0.7)
    let isAsymmetric = kind == .hybrid && chance(0.4)
    let activation: ActivationFunctionType = kind == .int8 || chance(0.5) ? .relu : .none
    var inputs: [TensorSketch?]
    let output: TensorSketch
    var state: TensorSketch
    switch kind {
    case .float32, .hybrid:
      inputs = [
        floatOperand([batches, size]),
        kind == .hybrid
          ? hybridWeights([filters, size], channelDimension: nil) : floatOperand([filters, size], isConstant: true),
        kind == .hybrid
          ? hybridWeights([filters, memory], channelDimension: nil)
          : floatOperand([filters, memory], isConstant: true),
        hasBias ? floatOperand([units], isConstant: true) : nil,
      ]
      state = .float([batches, memory * filters])
      output = .float([batches, units])
    case .int8:
      let input = operand(.int8, [batches, size], scales: 0.005...0.05)
      let feature = hybridWeights([filters, size], channelDimension: nil)
      let stateScale = input.scales[0] * feature.scales[0] * logUniform(0.3...4)
      var time = operand16([filters, memory], scale: logUniform(1e-5...1e-4))
      time.isConstant = true
      let biasScale = stateScale * time.scales[0]
      let biases = (0..<units).map { _ in Int32(int(-1_000_000...1_000_000)) }
      inputs = [
        input, feature, time,
        hasBias
          ? TensorSketch(
            type: .int32, shape: [units], scales: [biasScale], zeroPoints: [0],
            bytes: biases.flatMap(littleEndianBytes), isConstant: true) : nil,
      ]
      let reach = 4000 * Float(size).squareRoot() * 15000 * Float(rank).squareRoot()
      state = TensorSketch(type: .int16, shape: [batches, memory * filters], scales: [stateScale], zeroPoints: [0])
      output = .quantized(
        .int8, [batches, units],
        Affine(scale: reach * biasScale / 100 * logUniform(0.5...3), zeroPoint: int(-60...60)))
    }
    state.isVariable = true
    inputs.append(state)
    return OperatorCase(
      code: .svdf, version: isAsymmetric ? 4 : kind == .int8 ? 3 : kind == .hybrid ? 2 : 1,
      options: SVDFOptions {
        $0.rank = Int32(rank)
        $0.fusedActivationFunction = activation
        $0.asymmetricQuantizeInputs = isAsymmetric
      }, inputs: inputs, outputs: [output])
  }
}
