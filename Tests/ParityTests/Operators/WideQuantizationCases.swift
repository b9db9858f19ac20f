import TFLiteSchema

extension ParityRow {
  /// QUANTIZE and DEQUANTIZE of types other than 8 bits, and with scales for channels.
  static let wideQuantization: [ParityRow] = [
    ParityRow("QUANTIZE", "float32 to int16") { $0.quantizeWide(from: nil, to: .int16) },
    ParityRow("QUANTIZE", "uint8 to int16") { $0.quantizeWide(from: .uint8, to: .int16) },
    ParityRow("QUANTIZE", "int8 to int16") { $0.quantizeWide(from: .int8, to: .int16) },
    ParityRow("QUANTIZE", "int16 to int8") { $0.quantizeWide(from: .int16, to: .int8) },
    ParityRow("QUANTIZE", "int16 to int16") { $0.quantizeWide(from: .int16, to: .int16) },
    ParityRow("QUANTIZE", "int16 to int32") { $0.quantizeWide(from: .int16, to: .int32) },
    ParityRow("QUANTIZE", "int32 to int8") { $0.quantizeWide(from: .int32, to: .int8) },
    ParityRow("QUANTIZE", "int32 to int16") { $0.quantizeWide(from: .int32, to: .int16) },
    ParityRow("QUANTIZE", "float32 to int8 per channel") { $0.quantizePerChannel(.int8) },
    ParityRow("QUANTIZE", "float32 to uint8 per channel") { $0.quantizePerChannel(.uint8) },
    ParityRow("DEQUANTIZE", "int16") { $0.dequantizeInt16() },
    ParityRow("DEQUANTIZE", "float16") { $0.dequantizeFloat16() },
  ]
}

extension SplitMix64 {
  fileprivate mutating func quantizeWide(from: TensorType?, to: TensorType) -> OperatorCase {
    let shape = shape(rank: int(0...5))
    let count = shape.reduce(1, *)
    func quantized(_ type: TensorType, scale: Float, zeroPoint: Int, bytes: [UInt8] = []) -> TensorSketch {
      TensorSketch(type: type, shape: shape, scales: [scale], zeroPoints: [zeroPoint], bytes: bytes)
    }
    let input: TensorSketch
    let reach: Float
    switch from {
    case .uint8: (input, reach) = (operand(.uint8, shape, scales: 0.01...0.1), 100)
    case .int8: (input, reach) = (operand(.int8, shape, scales: 0.01...0.1), 100)
    case .int16:
      reach = 12000
      let bytes = (0..<count).flatMap { _ in littleEndianBytes(Int16(clamping: Int(reach * normal()))) }
      input = quantized(.int16, scale: logUniform(0.0001...0.01), zeroPoint: 0, bytes: bytes)
    case .int32:
      reach = 1_000_000
      let bytes = (0..<count).flatMap { _ in littleEndianBytes(Int32(reach * normal())) }
      input = quantized(.int32, scale: logUniform(0.00001...0.001), zeroPoint: int(-1000...1000), bytes: bytes)
    default: (input, reach) = (floatOperand(shape, deviation: 100), 100)
    }
    let steps: Float = to == .int8 ? 60 : to == .int16 ? 12000 : 1_000_000
    let scale = (input.scales.first ?? 1) * reach / steps * logUniform(0.5...2)
    let zeroPoint =
      from == .int16 && to == .int16
      ? (chance(0.05) ? 3 : 0) : to == .int8 ? zeroPoint(.int8) : chance(0.5) ? 0 : int(-2000...2000)
    return OperatorCase(
      code: .quantize, version: 2, inputs: [input], outputs: [quantized(to, scale: scale, zeroPoint: zeroPoint)])
  }

  fileprivate mutating func quantizePerChannel(_ kind: Quantized8) -> OperatorCase {
    let shape = shape(rank: int(1...4))
    var output = TensorSketch.quantized(kind, shape, Affine(scale: 1, zeroPoint: 0))
    output.quantizedDimension = int(0...shape.count - 1)
    output.scales = (0..<shape[output.quantizedDimension]).map { _ in logUniform(0.01...0.1) }
    output.zeroPoints = output.scales.map { _ in zeroPoint(kind) }
    return OperatorCase(
      code: .quantize, version: 3, inputs: [floatOperand(shape, deviation: 3)], outputs: [output])
  }

  fileprivate mutating func dequantizeInt16() -> OperatorCase {
    let shape = shape(rank: int(0...5))
    let bytes = (0..<shape.reduce(1, *)).flatMap { _ in littleEndianBytes(Int16(int(-32768...32767))) }
    return OperatorCase(
      code: .dequantize, version: 3,
      inputs: [
        TensorSketch(
          type: .int16, shape: shape, scales: [logUniform(1e-6...10)], zeroPoints: [chance(0.05) ? 1 : 0],
          bytes: bytes, isConstant: chance(0.3))
      ], outputs: [.float(shape)])
  }

  fileprivate mutating func dequantizeFloat16() -> OperatorCase {
    let shape = shape(rank: int(0...5))
    let bytes = (0..<shape.reduce(1, *)).flatMap { _ -> [UInt8] in
      // Every pattern but NaN: normal and subnormal numbers, zeros and infinities.
      let pattern = UInt16(int(0...0xffff))
      return littleEndianBytes(pattern & 0x7c00 == 0x7c00 ? pattern & 0xfc00 : pattern)
    }
    return OperatorCase(
      code: .dequantize, version: 3,
      inputs: [TensorSketch(type: .float16, shape: shape, bytes: bytes, isConstant: chance(0.5))],
      outputs: [.float(shape)])
  }
}
