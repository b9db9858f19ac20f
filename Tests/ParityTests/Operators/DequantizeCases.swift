import TFLiteSchema

extension ParityRow {
  static let dequantize =
    Quantized8.allCases.map { kind in ParityRow("DEQUANTIZE", kind.rawValue) { $0.dequantize(kind) } } + [
      ParityRow("DEQUANTIZE", "int8 per channel") { $0.dequantizePerChannel() }
    ]
}

extension SplitMix64 {
  fileprivate mutating func dequantize(_ kind: Quantized8) -> OperatorCase {
    let shape = elementwiseShape()
    return OperatorCase(
      code: .dequantize, version: 2, inputs: [operand(kind, shape, scales: 1e-6...1000)], outputs: [.float(shape)])
  }

  fileprivate mutating func dequantizePerChannel() -> OperatorCase {
    let shape = shape(rank: int(1...4))
    let dimension = int(0...shape.count - 1)
    var input = operand(.int8, shape)
    input.quantizedDimension = dimension
    input.scales = (0..<shape[dimension]).map { _ in logUniform(1e-4...10) }
    input.zeroPoints = input.scales.map { _ in zeroPoint(.int8) }
    return OperatorCase(code: .dequantize, version: 5, inputs: [input], outputs: [.float(shape)])
  }
}
