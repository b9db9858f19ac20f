import TFLiteSchema

extension ParityRow {
  static let softmax =
    Quantized8.allCases.map { kind in ParityRow("SOFTMAX", kind.rawValue) { $0.softmax(kind) } }
    + Quantized8.allCases.map { kind in
      ParityRow("SOFTMAX", "\(kind.rawValue) to int16") { random in
        var made = random.softmax(kind)
        made.outputs[0] = TensorSketch(
          type: .int16, shape: made.outputs[0].shape, scales: [random.chance(0.7) ? 1 / 65536 : 1 / 65535],
          zeroPoints: [-32768])
        return made
      }
    }
}

extension SplitMix64 {
  fileprivate mutating func softmax(_ kind: Quantized8) -> OperatorCase {
    let depth = chance(0.1) ? int(91...200) : pick([1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 13, 17])
    let shape = shape(rank: int(0...3), limit: 60) + [depth]
    let input = operand(kind, shape, scales: chance(0.8) ? 0.002...0.03 : 0.03...1.5)
    var output = Affine(scale: 1 / 256, zeroPoint: kind.range.lowerBound)
    if chance(0.2) { output.scale *= kind == .int8 ? pick([0.9991, 1.0009]) : 256 / 255 }
    if kind == .int8, chance(0.05) {  // The result has one possible quantization.
      if chance(0.5) { output.scale = 1 / 128 } else { output.zeroPoint += 1 }
    }
    let beta = chance(0.6) ? 1 : logUniform(0.1...3)
    return OperatorCase(
      code: .softmax, version: kind == .uint8 ? 1 : 2, options: SoftmaxOptions { $0.beta = beta }, inputs: [input],
      outputs: [.quantized(kind, shape, output)])
  }
}
