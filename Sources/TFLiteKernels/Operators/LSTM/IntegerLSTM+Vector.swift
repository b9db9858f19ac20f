/// The products of an ``IntegerLSTM`` with constant weights, on the tiles of an instruction set: those of the input for
/// all steps at once, those of the output before for all cells.
struct VectorIntegerLSTM: Sendable {
  /// Of input gate, forget gate, cell, output gate; nil for an input gate that is left out.
  private let gates: [Gate?]
  /// Of the tiles; sums stand behind it.
  private let tileScratchByteCount: Int
  private let places: Int
  private let cells: Int

  private struct Gate: Sendable {
    let input: VectorConvolution
    let recurrent: VectorConvolution
  }

  /// nil where weights or biases are not constants, and where plain loops are asked for.
  init?(_ context: OperatorContext, _ lstm: IntegerLSTM) {
    (places, cells) = (lstm.batches * lstm.steps, lstm.cells)
    guard let kernels = context.microkernels?.convolution, places > 0, cells > 0, lstm.inputSize > 0 else { return nil }
    let (inputSize, cells, places) = (lstm.inputSize, cells, places)
    func product(rows: Int, depth: Int, zeroPoint: Int32, _ filter: ConstantFilter) -> VectorConvolution {
      let weights = filter.weights.packed(
        kernels, isSigned: true, zeroPoint: 0, columns: cells, depth: depth,
        preparesRows: PackedBlock.isWorthPreparing(rows: rows))
      return VectorConvolution(
        rows: rows, depth: depth, columns: cells,
        filter: PackedFilter(
          kernels, weights: weights, isSigned: true, channels: 0..<cells, bias: filter.biasElements(),
          inputZeroPoint: zeroPoint, requantization: nil))
    }
    var gates: [Gate?] = []
    for (gate, scales) in lstm.gates.enumerated() {
      guard scales != nil else {
        gates.append(nil)
        continue
      }
      guard
        let own = context.constantFilter(filter: LSTMInput.weights + gate, bias: LSTMInput.biases + gate),
        let recurrent = context.optionalInput(LSTMInput.recurrentWeights + gate)?.constant
      else { return nil }
      gates.append(
        Gate(
          input: product(rows: places, depth: inputSize, zeroPoint: lstm.inputZeroPoint, own),
          recurrent: product(
            rows: 1, depth: cells, zeroPoint: lstm.outputStateZeroPoint, ConstantFilter(weights: recurrent, bias: nil)))
      )
    }
    self.gates = gates
    tileScratchByteCount =
      gates.compactMap { $0.map { max($0.input.scratchByteCount, $0.recurrent.scratchByteCount) } }.max() ?? 0
  }

  /// The tiles' working memory, the sums of the input for all steps, those of one step for the output before, and the
  /// values of gates.
  var scratchByteCount: Int {
    let sums = gates.count.clampedProduct(places).clampedSum(1).clampedProduct(4 &* cells)
    return tileScratchByteCount.clampedSum(sums).clampedSum(2 &* gates.count &* cells)
  }

  func run(_ call: OperatorCall, _ lstm: IntegerLSTM) {
    let sums = (call.scratch + tileScratchByteCount).assumingMemoryBound(to: Int32.self)
    let recurrentSums = sums + gates.count * places * cells
    let gateValues = UnsafeMutableRawPointer(recurrentSums + cells).assumingMemoryBound(to: Int16.self)
    for (gate, products) in gates.enumerated() {
      products?.input.run(call, input: call.inputBytes(0), output: sums + gate * places * cells) { _ in
        lstm.inputZeroPoint
      }
    }
    lstm.forEachStep(call) { batch, place, _ in
      let outputState = call.variable(LSTMInput.outputState, as: Int8.self) + batch * cells
      for (gate, products) in gates.enumerated() {
        guard let products, let scales = lstm.gates[gate] else { continue }
        products.recurrent.run(call, input: outputState, output: recurrentSums) { _ in lstm.outputStateZeroPoint }
        let inputSums = sums + (gate * places + place) * cells
        for cell in 0..<cells {
          gateValues[gate * cells + cell] = scales.value(gate: gate, inputSums[cell], recurrentSums[cell])
        }
      }
      lstm.update(call, batch: batch, place: place, gateValues)
    }
  }
}
