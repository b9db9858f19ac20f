/// The specification of LSTM and UNIDIRECTIONAL_SEQUENCE_LSTM on int8 activations.
///
/// Source: `tflite/kernels/lstm_eval.cc`, LstmStepInteger8x8_16; `internal/reference/portable_tensor_utils.cc`. Gates
/// have steps of 2⁻¹² before their activation and of 2⁻¹⁵ after it.
extension IntegerLSTM {
  func runReference(_ call: OperatorCall) {
    let gateValues = call.scratch.bindMemory(to: Int16.self, capacity: 4 * cells)
    let hidden = (call.scratch + 8 * cells).bindMemory(to: Int8.self, capacity: cells)
    forEachStep(call) { batch, place, watch in
      for gate in 0..<3 { computeGate(call, gate, batch: batch, place: place, gateValues + gate * cells, &watch) }
      // Until here, the states are those of the step before.
      if watch.isOver(after: 0) { return }
      watch.forEachPart(of: 0..<cells, stepsPerElement: 16) { updateCells(call, batch: batch, gateValues, $0) }
      // Its peephole is from the new cell state.
      computeGate(call, 3, batch: batch, place: place, gateValues + 3 * cells, &watch)
      if let projection = parts.projection {
        project(call, projection, batch: batch, gateValues, hidden, &watch)
      } else {
        watch.forEachPart(of: 0..<cells, stepsPerElement: 32) { updateOutput(call, batch: batch, gateValues, $0) }
      }
      copyOutput(call, batch: batch, place: place)
    }
  }

  private func computeGate(
    _ call: OperatorCall, _ gate: Int, batch: Int, place: Int, _ values: UnsafeMutablePointer<Int16>,
    _ watch: inout StopWatch
  ) {
    guard let scales = gates[gate] else { return }
    let outputState = call.variable(LSTMInput.outputState, as: Int8.self) + batch * outputSize
    let input = call.input(0, as: Int8.self) + place * inputSize
    for cell in 0..<cells {
      let (sum, recurrentSum) = sums(call, gate: gate, cell: cell, input: input, outputState: outputState)
      values[cell] = scales.argument(sum, recurrentSum)
      if watch.isOver(after: inputSize &+ outputSize &+ 16) { return }
    }
    if let peephole = parts.peepholes[gate] { look(call, peephole, gate: gate, batch: batch, values, &watch) }
    if let normalization = parts.normalizations[gate] { normalize(call, normalization, gate: gate, values, &watch) }
    watch.forEachPart(of: 0..<cells, stepsPerElement: 16) { part in
      for cell in part { values[cell] = LSTMGate.activation(gate: gate, values[cell]) }
    }
  }

  /// Adds the cell state, each cell's times its weight.
  ///
  /// TFLite goes through as many cells of all batches that share a step as there are outputs, and takes up the weights
  /// anew as often: where a projection has fewer outputs than cells, not each cell has the weight that is its own.
  private func look(
    _ call: OperatorCall, _ multiplier: QuantizedMultiplier, gate: Int, batch: Int,
    _ values: UnsafeMutablePointer<Int16>, _ watch: inout StopWatch
  ) {
    let weights = call.input(LSTMInput.peepholes.lowerBound + min(gate, 2), as: Int16.self)
    let cellState = call.variable(LSTMInput.cellState, as: Int16.self) + batch * cells
    let first = isTimeMajor ? batch * cells : 0
    let count = (isTimeMajor ? batches : 1) * outputSize
    watch.forEachPart(of: 0..<cells, stepsPerElement: 8) { part in
      for cell in part where first + cell < count {
        let product = Int32(weights[(first + cell) % outputSize]) * Int32(cellState[cell])
        values[cell] = Int16(clamping: Int64(multiplier.apply(product)) + Int64(values[cell]))
      }
    }
  }

  /// Brings the cells' values to a mean of 0 and a variance of 1, then multiplies them by factors and adds the biases.
  ///
  /// Source: `tflite/kernels/internal/reference/portable_tensor_utils.cc`, PortableApplyLayerNorm.
  private func normalize(
    _ call: OperatorCall, _ normalization: IntegerLSTMParts.Normalization, gate: Int,
    _ values: UnsafeMutablePointer<Int16>, _ watch: inout StopWatch
  ) {
    let factors = call.input(LSTMInput.normalization.lowerBound + gate, as: Int16.self)
    let biases = call.input(LSTMInput.biases + gate, as: Int32.self)
    var (sum, sumOfSquares): (Int64, Int64) = (0, 0)
    watch.forEachPart(of: 0..<cells) { part in
      for cell in part {
        sum += Int64(values[cell])
        sumOfSquares += Int64(values[cell]) * Int64(values[cell])
      }
    }
    let mean = sum * 1024 / Int64(cells)
    let reciprocal = (1 << 20) / Int64(cells)
    var variance = Int32(truncatingIfNeeded: (sumOfSquares &* reciprocal &- mean &* mean) / (1 << 20))
    if variance < 1 { variance = normalization.leastVariance }
    let deviation = FixedPoint.reciprocalSquareRoot(variance)
    watch.forEachPart(of: 0..<cells, stepsPerElement: 8) { part in
      for cell in part {
        let normal = deviation.apply(1024 &* Int32(values[cell]) &- Int32(truncatingIfNeeded: mean))
        let weighted = Int64(normal &* Int32(factors[cell]) &+ biases[cell])
        let rounded = Int32(truncatingIfNeeded: (weighted > 0 ? weighted + 512 : weighted - 512) / 1024)
        values[cell] = Int16(clamping: normalization.multiplier.apply(rounded))
      }
    }
  }

  /// The new outputs, each from all cells.
  private func project(
    _ call: OperatorCall, _ projection: IntegerLSTMParts.Projection, batch: Int, _ gateValues: UnsafePointer<Int16>,
    _ hidden: UnsafeMutablePointer<Int8>, _ watch: inout StopWatch
  ) {
    let outputState = call.variable(LSTMInput.outputState, as: Int8.self) + batch * outputSize
    let weights = call.input(LSTMInput.projection.lowerBound, as: Int8.self)
    let bias = call.optionalInput(LSTMInput.projection.lowerBound + 1, as: Int32.self)
    watch.forEachPart(of: 0..<cells, stepsPerElement: 32) { part in
      for cell in part {
        let value = hiddenValue(call, batch: batch, cell, gateValues) &- hiddenZeroPoint
        hidden[cell] = Int8(value, clampedTo: Int8.range)
      }
    }
    for output in 0..<outputSize {
      if watch.isOver(after: cells &+ 16) { return }
      var sum = bias?[output] ?? 0
      for cell in 0..<cells {
        sum &+= (Int32(hidden[cell]) &+ hiddenZeroPoint) &* Int32(weights[output * cells + cell])
      }
      var stored = Int32(Int8(projection.multiplier.apply(sum) &+ projection.outputZeroPoint, clampedTo: Int8.range))
      if projection.clip > 0 { stored = min(max(stored, 0 - projection.clip), projection.clip) }
      outputState[output] = Int8(truncatingIfNeeded: stored)
    }
  }

  /// The steps of one batch after the other, with their places in the input and the output; the watch is for what is long
  /// within a step.
  func forEachStep(
    _ call: OperatorCall, _ body: (_ batch: Int, _ place: Int, _ watch: inout StopWatch) -> Void
  ) {
    var watch = call.stopWatch
    for batch in 0..<batches {
      for step in 0..<steps {
        if watch.isOver(after: 4 &* cells &* (inputSize &+ outputSize) &+ 64) { return }
        body(batch, isTimeMajor ? step * batches + batch : batch * steps + step, &watch)
      }
    }
  }

  /// The new states and the output of one step of a cell without a projection.
  ///
  /// - Parameter gateValues: of all cells, gate by gate.
  func update(_ call: OperatorCall, batch: Int, place: Int, _ gateValues: UnsafePointer<Int16>) {
    updateCells(call, batch: batch, gateValues, 0..<cells)
    updateOutput(call, batch: batch, gateValues, 0..<cells)
    copyOutput(call, batch: batch, place: place)
  }

  private func updateCells(_ call: OperatorCall, batch: Int, _ gateValues: UnsafePointer<Int16>, _ part: Range<Int>) {
    let cellState = call.variable(LSTMInput.cellState, as: Int16.self) + batch * cells
    for cell in part {
      let forget = Int32(gateValues[cells + cell])
      // Without an input gate, what is not forgotten is taken in.
      let taken = gates[0] == nil ? Int32(Int16.max) - forget : Int32(gateValues[cell])
      let kept = product(forget, Int32(cellState[cell]), shift: 15)
      let added = product(taken, Int32(gateValues[2 * cells + cell]), shift: 30 + cellExponent)
      var state = Int16(clamping: Int32(kept) + Int32(added))
      if cellClip > 0 { state = min(max(state, 0 - cellClip), cellClip) }
      cellState[cell] = state
    }
  }

  private func updateOutput(_ call: OperatorCall, batch: Int, _ gateValues: UnsafePointer<Int16>, _ part: Range<Int>) {
    let outputState = call.variable(LSTMInput.outputState, as: Int8.self) + batch * cells
    for cell in part {
      let stored = hiddenValue(call, batch: batch, cell, gateValues) &+ hiddenZeroPoint
      outputState[cell] = Int8(stored, clampedTo: Int8.range)
    }
  }

  /// What the output gate lets through of a cell's state, in steps of an output before its projection.
  private func hiddenValue(
    _ call: OperatorCall, batch: Int, _ cell: Int, _ gateValues: UnsafePointer<Int16>
  ) -> Int32 {
    let state = call.variable(LSTMInput.cellState, as: Int16.self)[batch * cells + cell]
    return hiddenMultiplier.apply(
      Int32(gateValues[3 * cells + cell]) * Int32(FixedPoint16.tanh(state, integerBits: 15 + cellExponent)))
  }

  private func copyOutput(_ call: OperatorCall, batch: Int, place: Int) {
    let outputState = call.variable(LSTMInput.outputState, as: Int8.self) + batch * outputSize
    (call.outputBytes(0) + place * outputSize).copyMemory(from: outputState, byteCount: outputSize, call.workers)
  }

  /// The input and the output before, each times its weights; the bias belongs to the first, unless the gate is
  /// normalized.
  private func sums(
    _ call: OperatorCall, gate: Int, cell: Int, input: UnsafePointer<Int8>, outputState: UnsafePointer<Int8>
  ) -> (Int32, recurrent: Int32) {
    let weights = call.input(LSTMInput.weights + gate, as: Int8.self) + cell * inputSize
    let recurrentWeights = call.input(LSTMInput.recurrentWeights + gate, as: Int8.self) + cell * outputSize
    var sum = parts.normalizations[gate] == nil ? call.input(LSTMInput.biases + gate, as: Int32.self)[cell] : 0
    for index in 0..<inputSize { sum &+= (Int32(input[index]) - inputZeroPoint) * Int32(weights[index]) }
    var recurrentSum: Int32 = 0
    for index in 0..<outputSize {
      recurrentSum &+= (Int32(outputState[index]) - outputStateZeroPoint) * Int32(recurrentWeights[index])
    }
    return (sum, recurrentSum)
  }

  private func product(_ a: Int32, _ b: Int32, shift: Int32) -> Int16 {
    Int16(truncatingIfNeeded: roundingDivideByPowerOfTwo(a * b, shift))
  }
}

extension LSTMGate {
  /// The activation of two sums.
  @inline(__always)
  func value(gate: Int, _ sum: Int32, _ recurrentSum: Int32) -> Int16 {
    Self.activation(gate: gate, argument(sum, recurrentSum))
  }

  /// Two sums, each scaled and saturated.
  @inline(__always)
  func argument(_ sum: Int32, _ recurrentSum: Int32) -> Int16 {
    let first = Int16(clamping: input.apply(sum))
    return Int16(clamping: Int64(recurrent.apply(recurrentSum)) + Int64(first))
  }

  @inline(__always)
  static func activation(gate: Int, _ argument: Int16) -> Int16 {
    gate == 2 ? FixedPoint16.tanh(argument, integerBits: 3) : FixedPoint16.logistic(argument)
  }
}
