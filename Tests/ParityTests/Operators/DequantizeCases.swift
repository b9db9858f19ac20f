import TFLiteSchema

extension ParityRow {
  static let dequantize =
    Quantized8.allCases.map { kind in ParityRow("DEQUANTIZE", kind.rawValue) { $0.dequantize(kind) } } + [
      ParityRow("DEQUANTIZE", "int8 per channel") { $0.dequantizePerChannel() }
    ]
    + [TensorType.int4, .uint4, .int2].map { type in
      ParityRow("DEQUANTIZE", "\(type)".lowercased()) { $0.dequantizePacked(type, isPerChannel: false) }
    } + [
      ParityRow("DEQUANTIZE", "int4 per channel") { $0.dequantizePacked(.int4, isPerChannel: true) }
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

  fileprivate mutating func dequantizePacked(_ type: TensorType, isPerChannel: Bool) -> OperatorCase {
    let shape = shape(rank: int(1...4))
    let dimension = isPerChannel ? int(0...shape.count - 1) : 0
    var input = operand(.int8, shape)
    input.quantizedDimension = dimension
    input.scales = (0..<(isPerChannel ? shape[dimension] : 1)).map { _ in logUniform(1e-4...10) }
    input.zeroPoints = input.scales.map { _ in
      type.integerRange.map { int(Int($0.lowerBound)...Int($0.upperBound)) } ?? 0
    }
    input.bytes = input.bytes.narrowed(to: type)
    input.isConstant = chance(0.5)
    return OperatorCase(
      code: .dequantize, version: 6, inputs: [input.packed(as: type)], outputs: [.float(shape)])
  }
}
