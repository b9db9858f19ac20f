/// The specification of LSTM and UNIDIRECTIONAL_SEQUENCE_LSTM on float32 activations.
///
/// Source: `tflite/kernels/lstm_eval.cc`, LstmStepFloat and LstmStepHybrid.
extension FloatLSTM {
  func runReference(_ call: OperatorCall) {
    let gates = call.scratch.bindMemory(to: Float.self, capacity: 5 * cells + outputSize)
    let bytes = UnsafeMutableRawPointer(gates + 5 * cells + outputSize)
    let quantized = bytes.bindMemory(to: Int8.self, capacity: 2 * inputSize + outputSize + cells)
    var watch = call.stopWatch
    for batch in 0..<batches {
      for index in 0..<steps {
        if watch.isOver(after: 64) { return }
        let step = isBackward ? steps - 1 - index : index
        let place = isTimeMajor ? step * batches + batch : batch * steps + step
        LSTMStep(self, call, batch: batch, place: place, gates: gates, quantized: quantized).run(&watch)
      }
    }
  }
}

/// One step of one batch.
private struct LSTMStep {
  private let lstm: FloatLSTM
  private let call: OperatorCall
  private let batch: Int
  private let gates: UnsafeMutablePointer<Float>
  private let quantized: UnsafeMutablePointer<Int8>
  private let outputState: UnsafeMutablePointer<Float>
  private let cellState: UnsafeMutablePointer<Float>
  private let output: UnsafeMutablePointer<Float>
  private let input: UnsafePointer<Float>
  private let auxiliary: UnsafePointer<Float>?

  init(
    _ lstm: FloatLSTM, _ call: OperatorCall, batch: Int, place: Int, gates: UnsafeMutablePointer<Float>,
    quantized: UnsafeMutablePointer<Int8>
  ) {
    self.lstm = lstm
    self.call = call
    self.batch = batch
    self.gates = gates
    self.quantized = quantized
    outputState = call.variable(LSTMInput.outputState, as: Float.self) + batch * lstm.outputSize
    cellState = call.variable(LSTMInput.cellState, as: Float.self) + batch * lstm.cells
    output = call.output(0, as: Float.self) + place * lstm.outputStride + lstm.outputOffset
    input = call.input(0, as: Float.self) + place * lstm.inputSize
    auxiliary =
      lstm.hasAuxiliary ? call.input(LSTMInput.auxiliary, as: Float.self) + place * lstm.inputSize : nil
  }

  func run(_ watch: inout StopWatch) {
    let cells = lstm.cells
    let own = operand(input, count: lstm.inputSize, into: quantized)
    let before = operand(outputState, count: lstm.outputSize, into: quantized + lstm.inputSize)
    let other = auxiliary.map {
      operand($0, count: lstm.inputSize, into: quantized + lstm.inputSize + lstm.outputSize + cells)
    }
    let (inputGate, forgetGate, cellGate, outputGate) = (
      gates, gates + cells, gates + 2 * cells, gates + 3 * cells
    )
    if lstm.hasInputGate { computeGate(0, inputGate, own, other, before, &watch) }
    computeGate(1, forgetGate, own, other, before, &watch)
    computeGate(2, cellGate, own, other, before, &watch)
    // Until here, the states are those of the step before.
    if watch.isOver(after: 0) { return }
    watch.forEachPart(of: 0..<cells, stepsPerElement: 4) { part in
      for cell in part {
        let taken = lstm.hasInputGate ? inputGate[cell] : 1 - forgetGate[cell]
        let state = forgetGate[cell] * cellState[cell] + cellGate[cell] * taken
        cellState[cell] = lstm.cellClip > 0 ? max(min(lstm.cellClip, state), -lstm.cellClip) : state
      }
    }
    computeGate(3, outputGate, own, other, before, &watch)
    let hidden = gates + 4 * cells
    watch.forEachPart(of: 0..<cells, stepsPerElement: 16) { part in
      for cell in part { hidden[cell] = outputGate[cell] * FloatGelu.hyperbolicTangent(cellState[cell]) }
    }
    if watch.isOver(after: 0) { return }
    if lstm.hasProjection { project(hidden, &watch) } else { outputState.update(from: hidden, count: lstm.outputSize) }
    output.update(from: outputState, count: lstm.outputSize)
  }

  /// A vector as it meets weights.
  private enum Operand {
    case floats(UnsafePointer<Float>, count: Int)
    case integers(UnsafePointer<Int8>, count: Int, AffineQuantization)
  }

  private func operand(
    _ values: UnsafePointer<Float>, count: Int, into quantized: UnsafeMutablePointer<Int8>
  ) -> Operand {
    guard lstm.weightScales != nil else { return .floats(values, count: count) }
    if lstm.isAsymmetric {
      return .integers(
        quantized, count: count, lstm.dynamicRange.quantizeAsymmetric(values, count: count, into: quantized))
    }
    let scale = lstm.dynamicRange.quantizeSymmetric(values, count: count, into: quantized)
    return .integers(quantized, count: count, AffineQuantization(scale: scale, zeroPoint: 0))
  }

  /// A row of weights times a vector, added to a sum.
  private func add(to sum: Float, row: Int, weights position: Int, _ operand: Operand) -> Float {
    switch operand {
    case .floats(let values, let count):
      return FourLanes.dotProduct(call.input(position, as: Float.self) + row * count, values, count: count) + sum
    case .integers(let values, let count, let quantization):
      let weights = call.input(position, as: Int8.self) + row * count
      let product = dotProduct(values, zeroPoint: quantization.zeroPoint, weights, count: count)
      return sum + Float(product) * (lstm.scale(position) * quantization.scale)
    }
  }

  private func computeGate(
    _ gate: Int, _ result: UnsafeMutablePointer<Float>, _ own: Operand, _ other: Operand?, _ before: Operand,
    _ watch: inout StopWatch
  ) {
    let bias = call.input(LSTMInput.biases + gate, as: Float.self)
    for cell in 0..<lstm.cells {
      let start = lstm.hasNormalization ? 0 : bias[cell]
      var sum = add(to: start, row: cell, weights: LSTMInput.weights + gate, own)
      if let other { sum = add(to: sum, row: cell, weights: LSTMInput.auxiliaryWeights + gate, other) }
      result[cell] = add(to: sum, row: cell, weights: LSTMInput.recurrentWeights + gate, before)
      if watch.isOver(after: lstm.inputSize &+ lstm.outputSize &+ 8) { return }
    }
    if lstm.hasPeepholes, gate != 2 {
      let position = LSTMInput.peepholes.lowerBound + (gate == 3 ? 2 : gate)
      watch.forEachPart(of: 0..<lstm.cells, stepsPerElement: 2) { part in
        for cell in part { result[cell] += peephole(position, cell) * cellState[cell] }
      }
    }
    if lstm.hasNormalization {
      let factors = call.input(LSTMInput.normalization.lowerBound + gate, as: Float.self)
      normalize(result, &watch)
      watch.forEachPart(of: 0..<lstm.cells, stepsPerElement: 2) { part in
        for cell in part { result[cell] = result[cell] * factors[cell] + bias[cell] }
      }
    }
    watch.forEachPart(of: 0..<lstm.cells, stepsPerElement: 32) { part in
      for cell in part {
        result[cell] =
          gate == 2
          ? FloatGelu.hyperbolicTangent(result[cell])
          : FourLanes.logistic(result[cell], isInGroup: lstm.isInGroup(gate: gate, batch: batch, cell: cell))
      }
    }
  }

  /// Shifts and scales a gate to a mean of 0 and a standard deviation of 1.
  ///
  /// Source: `tflite/kernels/internal/reference/portable_tensor_utils.cc`, PortableMeanStddevNormalization.
  private func normalize(_ values: UnsafeMutablePointer<Float>, _ watch: inout StopWatch) {
    let count = Float(lstm.cells)
    var sum: Float = 0
    watch.forEachPart(of: 0..<lstm.cells) { part in
      for cell in part { sum += values[cell] }
    }
    let mean = sum / count
    var squares: Float = 0
    watch.forEachPart(of: 0..<lstm.cells, stepsPerElement: 2) { part in
      for cell in part { squares += (values[cell] - mean) * (values[cell] - mean) }
    }
    let inverse = 1 / (squares / count + 1e-8).squareRoot()
    watch.forEachPart(of: 0..<lstm.cells) { part in
      for cell in part { values[cell] = (values[cell] - mean) * inverse }
    }
  }

  private func peephole(_ position: Int, _ cell: Int) -> Float {
    lstm.weightScales == nil
      ? call.input(position, as: Float.self)[cell]
      : lstm.scale(position) * Float(call.input(position, as: Int8.self)[cell])
  }

  private func project(_ hidden: UnsafePointer<Float>, _ watch: inout StopWatch) {
    let position = LSTMInput.projection.lowerBound
    let bias = call.optionalInput(position + 1, as: Float.self)
    let operand = operand(hidden, count: lstm.cells, into: quantized + lstm.inputSize + lstm.outputSize)
    for row in 0..<lstm.outputSize {
      let sum = add(to: bias?[row] ?? 0, row: row, weights: position, operand)
      let clip = lstm.projectionClip
      outputState[row] = clip > 0 ? max(min(clip, sum), -clip) : sum
      if watch.isOver(after: lstm.cells &+ 8) { return }
    }
  }
}

extension FloatLSTM {
  fileprivate func scale(_ position: Int) -> Float { weightScales?[position] ?? 1 }

  /// Whether the C library's kernel computes an element of a gate with three others at once, which gives other bits.
  ///
  /// It keeps the gates one after the other in one buffer, in the order of input, cell, forget and output gate.
  fileprivate func isInGroup(gate: Int, batch: Int, cell: Int) -> Bool {
    let order = hasInputGate ? [0, 2, 1, 3] : [0, 1, 0, 2]
    var first = order[gate] * batches * cells
    var count = batches * cells
    var place = first + batch * cells + cell
    if !isTimeMajor {
      first += batch * cells
      count = cells
      place = first + cell
    }
    return FourLanes.isInGroup(place, of: first..<first + count)
  }
}
