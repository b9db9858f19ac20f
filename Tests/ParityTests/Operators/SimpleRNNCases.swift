import TFLiteSchema

extension ParityRow {
  static let simpleRNN = [
    ParityRow("RNN", "float32", reference: .python) { $0.simpleRNN(.rnn, isHybrid: false) },
    ParityRow("RNN", "hybrid int8", reference: .python) { $0.simpleRNN(.rnn, isHybrid: true) },
    ParityRow("RNN", "hybrid uint8", reference: .python, casesOf: "hybrid int8") {
      $0.simpleRNN(.rnn, isHybrid: true).withUnsignedWeights
    },
    ParityRow("UNIDIRECTIONAL_SEQUENCE_RNN", "float32", reference: .python) {
      $0.simpleRNN(.unidirectionalSequenceRNN, isHybrid: false)
    },
    ParityRow("UNIDIRECTIONAL_SEQUENCE_RNN", "hybrid int8", reference: .python) {
      $0.simpleRNN(.unidirectionalSequenceRNN, isHybrid: true)
    },
    ParityRow("UNIDIRECTIONAL_SEQUENCE_RNN", "hybrid uint8", reference: .python, casesOf: "hybrid int8") {
      $0.simpleRNN(.unidirectionalSequenceRNN, isHybrid: true).withUnsignedWeights
    },
    ParityRow("BIDIRECTIONAL_SEQUENCE_RNN", "float32", reference: .python) { $0.bidirectionalRNN(isHybrid: false) },
    ParityRow("BIDIRECTIONAL_SEQUENCE_RNN", "hybrid int8", reference: .python) { $0.bidirectionalRNN(isHybrid: true) },
    ParityRow("BIDIRECTIONAL_SEQUENCE_RNN", "hybrid uint8", reference: .python, casesOf: "hybrid int8") {
      $0.bidirectionalRNN(isHybrid: true).withUnsignedWeights
    },
  ]
}

extension SplitMix64 {
  private mutating func rnnWeights(_ rows: Int, _ columns: Int, isHybrid: Bool) -> TensorSketch {
    let deviation = 1 / Float(columns).squareRoot()
    guard isHybrid else {
      return .float([rows, columns], (0..<rows * columns).map { _ in deviation * normal() }, isConstant: true)
    }
    var sketch = hybridWeights([rows, columns], channelDimension: nil)
    sketch.scales = [deviation / 60]
    return sketch
  }

  /// Weights, recurrent weights, bias and state.
  private mutating func rnnCell(_ size: Int, _ units: Int, _ batches: Int, isHybrid: Bool) -> [TensorSketch] {
    var state = TensorSketch.float([batches, units])
    state.isVariable = true
    return [
      rnnWeights(units, size, isHybrid: isHybrid), rnnWeights(units, units, isHybrid: isHybrid),
      .float([units], (0..<units).map { _ in normal() }, isConstant: true), state,
    ]
  }

  private mutating func rnnActivation() -> ActivationFunctionType {
    pick([.none, .relu, .reluN1To1, .relu6, .tanh, .tanh, .signBit])
  }

  fileprivate mutating func simpleRNN(_ code: BuiltinOperator, isHybrid: Bool) -> OperatorCase {
    let isStep = code == .rnn
    let isTimeMajor = isStep || chance(0.4)
    let batches = int(1...3)
    let (steps, size, units) = (isStep ? 1 : int(1...6), int(1...24), int(1...20))
    let leading = isStep ? [batches] : isTimeMajor ? [steps, batches] : [batches, steps]
    let isAsymmetric = isHybrid && chance(0.4)
    let activation = rnnActivation()
    let options: any OperatorOptions =
      isStep
      ? RNNOptions {
        $0.fusedActivationFunction = activation
        $0.asymmetricQuantizeInputs = isAsymmetric
      }
      : SequenceRNNOptions {
        $0.fusedActivationFunction = activation
        $0.timeMajor = isTimeMajor
        $0.asymmetricQuantizeInputs = isAsymmetric
      }
    return OperatorCase(
      code: code, version: isAsymmetric ? 3 : 1, options: options,
      inputs: [floatOperand(leading + [size])] + rnnCell(size, units, batches, isHybrid: isHybrid),
      outputs: [.float(leading + [units])])
  }

  fileprivate mutating func bidirectionalRNN(isHybrid: Bool) -> OperatorCase {
    let (isTimeMajor, merges) = (chance(0.4), chance(0.5))
    // Several batches with merged outputs, step by step, end the C library where weights are int8.
    let batches = isHybrid && isTimeMajor && merges ? 1 : int(1...3)
    let (steps, size) = (int(1...5), int(1...24))
    let units = [int(1...20), int(1...20)]
    let leading = isTimeMajor ? [steps, batches] : [batches, steps]
    let isAsymmetric = isHybrid && chance(0.4)
    let activation = rnnActivation()
    let auxiliary = int(0...2)
    let auxiliarySize = isHybrid || isTimeMajor || auxiliary == 1 ? size : int(2...24)
    let input = floatOperand(leading + [size])
    let forward = rnnCell(size, units[0], batches, isHybrid: isHybrid)
    let backward = rnnCell(size, units[1], batches, isHybrid: isHybrid)
    var inputs: [TensorSketch?] = [input]
    inputs += forward
    inputs += backward
    inputs.append(auxiliary > 0 ? floatOperand(leading + [auxiliarySize]) : nil)
    for cell in 0..<2 {
      inputs.append(auxiliary == 2 ? rnnWeights(units[cell], auxiliarySize, isHybrid: isHybrid) : nil)
    }
    return OperatorCase(
      code: .bidirectionalSequenceRNN, version: isAsymmetric ? 3 : 1,
      options: BidirectionalSequenceRNNOptions {
        $0.fusedActivationFunction = activation
        $0.timeMajor = isTimeMajor
        $0.mergeOutputs = merges
        $0.asymmetricQuantizeInputs = isAsymmetric
      }, inputs: inputs,
      outputs: merges
        ? [.float(leading + [units[0] + units[1]])] : units.map { TensorSketch.float(leading + [$0]) })
  }
}
