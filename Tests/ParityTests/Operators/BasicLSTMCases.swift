import TFLiteSchema

extension OperatorCase {
  /// The same with int8 weights that are called uint8, as old converters wrote them.
  var withUnsignedWeights: OperatorCase {
    var made = self
    for index in inputs.indices where inputs[index]?.type == .int8 { made.inputs[index]?.type = .uint8 }
    return made
  }
}

extension SplitMix64 {
  /// One step of the cell whose gates share one matrix.
  mutating func basicLSTM(isFloat: Bool) -> OperatorCase {
    let (batches, size, cells) = (int(1...4), int(1...40), int(1...24))
    var inputs: [TensorSketch]
    var outputs: [TensorSketch]
    func shapes(_ type: TensorType, _ shape: [Int], _ scale: Float, zeroPoint: Int) -> TensorSketch {
      TensorSketch(type: type, shape: shape, scales: [scale], zeroPoints: [zeroPoint])
    }
    if isFloat {
      inputs = [
        floatOperand([batches, size], deviation: 2), .float([batches, cells]),
        floatOperand([4 * cells, size + cells], deviation: 0.5, isConstant: true),
        floatOperand([4 * cells], deviation: 3, isConstant: true), .float([batches, cells]),
      ]
      outputs = [
        .float([batches, cells]), .float([batches, cells]), .float([batches, size + cells]),
        .float([batches, 4 * cells]),
      ]
    } else {
      let step = logUniform(0.0001...0.005)
      func unsigned(_ shape: [Int]) -> TensorSketch { shapes(.uint8, shape, 1 / 128, zeroPoint: 128) }
      func wide(_ shape: [Int], _ scale: Float) -> TensorSketch { shapes(.int16, shape, scale, zeroPoint: 0) }
      inputs = [
        unsigned([batches, size]), unsigned([batches, cells]),
        shapes(.uint8, [4 * cells, size + cells], step * 128, zeroPoint: int(0...255)),
        shapes(.int32, [4 * cells], step, zeroPoint: 0), wide([batches, cells], 1 / 2048),
      ]
      inputs[0].bytes = (0..<batches * size).map { _ in UInt8(int(0...255)) }
      inputs[2].bytes = (0..<inputs[2].elementCount).map { _ in UInt8(int(0...255)) }
      inputs[3].bytes = (0..<4 * cells).flatMap { _ in littleEndianBytes(Int32(int(-4000...4000))) }
      for index in [2, 3] { inputs[index].isConstant = true }
      outputs = [
        unsigned([batches, cells]), wide([batches, cells], 1 / 2048), unsigned([batches, size + cells]),
        wide([batches, 4 * cells], 1 / 4096),
      ]
    }
    for index in [1, 4] { inputs[index].isVariable = true }
    // Only a power of two is a scale of states.
    if chance(0.03), !isFloat { outputs[1].scales = [1 / 4096] }
    return OperatorCase(
      code: .lstm,
      options: LSTMOptions {
        $0.fusedActivationFunction = .tanh
        $0.kernelType = .basic
      }, inputs: inputs, outputs: outputs)
  }
}
