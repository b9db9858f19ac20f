/// The specification of LSTM and UNIDIRECTIONAL_SEQUENCE_LSTM on int8 activations.
///
/// Source: `tflite/kernels/lstm_eval.cc`, LstmStepInteger8x8_16; `internal/reference/portable_tensor_utils.cc`. Gates
/// have steps of 2⁻¹² before their activation and of 2⁻¹⁵ after it.
extension IntegerLSTM {
  func runReference(_ call: OperatorCall) {
    let gateValues = call.scratch.bindMemory(to: Int16.self, capacity: 4 * cells)
    forEachStep { batch, place in
      let outputState = call.variable(LSTMInput.outputState, as: Int8.self) + batch * cells
      let input = call.input(0, as: Int8.self) + place * inputSize
      for (gate, scales) in gates.enumerated() {
        guard let scales else { continue }
        for cell in 0..<cells {
          let (sum, recurrentSum) = sums(call, gate: gate, cell: cell, input: input, outputState: outputState)
          gateValues[gate * cells + cell] = scales.value(gate: gate, sum, recurrentSum)
        }
      }
      update(call, batch: batch, place: place, gateValues)
    }
  }

  /// The steps of one batch after the other, with their places in the input and the output.
  func forEachStep(_ body: (_ batch: Int, _ place: Int) -> Void) {
    for batch in 0..<batches {
      for step in 0..<steps { body(batch, isTimeMajor ? step * batches + batch : batch * steps + step) }
    }
  }

  /// The new states and the output of one step.
  ///
  /// - Parameter gateValues: of all cells, gate by gate.
  func update(_ call: OperatorCall, batch: Int, place: Int, _ gateValues: UnsafePointer<Int16>) {
    let outputState = call.variable(LSTMInput.outputState, as: Int8.self) + batch * cells
    let cellState = call.variable(LSTMInput.cellState, as: Int16.self) + batch * cells
    for cell in 0..<cells {
      let forget = Int32(gateValues[cells + cell])
      // Without an input gate, what is not forgotten is taken in.
      let taken = gates[0] == nil ? Int32(Int16.max) - forget : Int32(gateValues[cell])
      let kept = product(forget, Int32(cellState[cell]), shift: 15)
      let added = product(taken, Int32(gateValues[2 * cells + cell]), shift: 30 + cellExponent)
      var state = Int16(clamping: Int32(kept) + Int32(added))
      if cellClip > 0 { state = min(max(state, 0 - cellClip), cellClip) }
      cellState[cell] = state
      let hidden =
        Int32(gateValues[3 * cells + cell]) * Int32(FixedPoint16.tanh(state, integerBits: 15 + cellExponent))
      let stored = hiddenMultiplier.apply(hidden) &+ hiddenZeroPoint
      outputState[cell] = Int8(stored, clampedTo: Int8.range)
    }
    (call.output(0, as: Int8.self) + place * cells).update(from: outputState, count: cells)
  }

  /// The input and the output before, each times its weights; the bias belongs to the first.
  private func sums(
    _ call: OperatorCall, gate: Int, cell: Int, input: UnsafePointer<Int8>, outputState: UnsafePointer<Int8>
  ) -> (Int32, recurrent: Int32) {
    let weights = call.input(LSTMInput.weights + gate, as: Int8.self) + cell * inputSize
    let recurrentWeights = call.input(LSTMInput.recurrentWeights + gate, as: Int8.self) + cell * cells
    var sum = call.input(LSTMInput.biases + gate, as: Int32.self)[cell]
    for index in 0..<inputSize { sum &+= (Int32(input[index]) - inputZeroPoint) * Int32(weights[index]) }
    var recurrentSum: Int32 = 0
    for index in 0..<cells {
      recurrentSum &+= (Int32(outputState[index]) - outputStateZeroPoint) * Int32(recurrentWeights[index])
    }
    return (sum, recurrentSum)
  }

  private func product(_ a: Int32, _ b: Int32, shift: Int32) -> Int16 {
    Int16(truncatingIfNeeded: roundingDivideByPowerOfTwo(a * b, shift))
  }
}

extension LSTMGate {
  /// The activation of two sums, each scaled and saturated.
  @inline(__always)
  func value(gate: Int, _ sum: Int32, _ recurrentSum: Int32) -> Int16 {
    let first = Int16(clamping: input.apply(sum))
    let argument = Int16(clamping: Int64(recurrent.apply(recurrentSum)) + Int64(first))
    return gate == 2 ? FixedPoint16.tanh(argument, integerBits: 3) : FixedPoint16.logistic(argument)
  }
}
