import TFLiteFlatBuffers
import TFLiteSchema

extension ParityRow {
  static let numericVerify =
    Quantized8.allCases.map { kind in
      ParityRow("NumericVerify", kind.rawValue) { $0.numericVerify { $0.operand(kind, $1, scales: 1e-4...100) } }
    } + [
      ParityRow("NumericVerify", "int16") {
        $0.numericVerify { random, shape in
          TensorSketch(
            type: .int16, shape: shape, scales: [random.logUniform(1e-6...1)], zeroPoints: [0],
            bytes: (0..<shape.elementCount).flatMap { _ in littleEndianBytes(Int16(random.int(-32768...32767))) })
        }
      },
      ParityRow("NumericVerify", "float16") {
        $0.numericVerify { random, shape in
          TensorSketch(
            type: .float16, shape: shape,
            bytes: (0..<shape.elementCount).flatMap { _ in
              littleEndianBytes(UInt16(random.int(0...0x7bff)) | (random.chance(0.5) ? 0x8000 : 0))
            })
        }
      },
    ]
}

extension SplitMix64 {
  fileprivate mutating func numericVerify(
    _ input: (inout SplitMix64, [Int]) -> TensorSketch
  ) -> OperatorCase {
    let shape = shape(rank: int(1...4), limit: 400)
    let input = input(&self, shape)
    let mayFail = chance(0.3)
    let options: [String: FlexBufferValue] = [
      "tolerance": .float(Double(pick([0, 0.05, 0.1, 5, 1e6]))),
      "log_if_failed": .bool(mayFail && input.type != .float16),
    ]
    let scale = input.scales.first ?? 1
    return OperatorCase(
      code: .custom, customCode: "NumericVerify", customOptions: .map(options),
      inputs: [input, floatOperand(shape, deviation: scale * logUniform(0.1...200))], outputs: [.float(shape)])
  }
}
