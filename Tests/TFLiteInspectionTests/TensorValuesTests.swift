import TFLiteSchema
import Testing

@testable import TFLiteInspection

extension TensorValues {
  init(floats: [Float], shape: [Int]) {
    self.init(type: .float32, shape: shape, checked: floats.withUnsafeBytes { Array($0) })
  }
}

@Suite struct TensorValuesTests {
  private func numbers(_ type: TensorType, _ shape: [Int], _ bytes: [UInt8]) throws -> [Double] {
    try TensorValues(type: type, shape: shape, bytes: bytes).numbers
  }

  @Test func numbersOfEveryType() throws {
    #expect(try numbers(.uint8, [2], [0, 255]) == [0, 255])
    #expect(try numbers(.int8, [2], [0x80, 0x7F]) == [-128, 127])
    #expect(try numbers(.bool, [3], [0, 1, 7]) == [0, 1, 1])
    #expect(try numbers(.int16, [1], [0xFF, 0xFF]) == [-1])
    #expect(try numbers(.uint16, [1], [0xFF, 0xFF]) == [65535])
    #expect(try numbers(.int32, [1], [0, 0, 0, 0x80]) == [-2_147_483_648])
    #expect(try numbers(.uint32, [1], [0, 0, 0, 0x80]) == [2_147_483_648])
    #expect(try numbers(.int64, [1], [UInt8](repeating: 0xFF, count: 8)) == [-1])
    #expect(try numbers(.float32, [1], [0, 0, 0x20, 0x41]) == [10])
    #expect(try numbers(.float64, [1], [0, 0, 0, 0, 0, 0, 0xF8, 0x3F]) == [1.5])
    #expect(try numbers(.float16, [4], [0, 0x3C, 0x01, 0, 0, 0x7C, 0, 0xC0]) == [1, 0x1p-24, .infinity, -2])
    #expect(try numbers(.bfloat16, [1], [0x80, 0xBF]) == [-1])
    #expect(try numbers(.int4, [3], [0x8F, 0x07]) == [-1, -8, 7])
    #expect(try numbers(.uint4, [2], [0x8F]) == [15, 8])
    #expect(try numbers(.int2, [4], [0b11_10_01_00]) == [0, 1, -2, -1])
    #expect(try numbers(.float8E4M3FN, [4], [0x38, 0xB8, 0x7E, 0x01]) == [1, -1, 448, 0x1p-9])
    #expect(try numbers(.float8E5M2, [2], [0x3C, 0x7B]) == [1, 57344])
    #expect(try numbers(.complex64, [1], [0, 0, 0x80, 0x3F, 0, 0, 0, 0x40]) == [1])
    let complex: [UInt8] = [0, 0, 0, 0, 0, 0, 0xF8, 0x3F] + [UInt8](repeating: 0, count: 8)
    #expect(try numbers(.complex128, [2], complex + complex) == [1.5, 1.5])
  }

  @Test func halfPrecisionEqualsTheCompilers() {
    #if !arch(x86_64) || os(Linux)
    for bits in 0...UInt16.max {
      let expected = Float(Float16(bitPattern: bits))
      let found = HalfPrecision.float(bits: bits)
      #expect(expected.isNaN ? found.isNaN : found.bitPattern == expected.bitPattern, "\(bits)")
    }
    #endif
  }

  @Test func realValues() throws {
    let values = try TensorValues(type: .uint8, shape: [2, 2], bytes: [0, 10, 20, 30])
    let perTensor = Quantization {
      $0.scale = [0.5]
      $0.zeroPoint = [10]
    }
    #expect(values.realValues(perTensor) == [-5, 0, 5, 10])
    for (dimension, expected) in [(0, [-10, 0, 20, 40]), (1, [-10, 0, 10, 40])] as [(Int32, [Double])] {
      let perChannel = Quantization {
        $0.scale = [1, 2]
        $0.zeroPoint = [10, 10]
        $0.quantizedDimension = dimension
      }
      #expect(values.realValues(perChannel) == expected)
    }
    #expect(values.realValues(nil) == [0, 10, 20, 30])
    let float = TensorValues(floats: [1.5], shape: [1])
    #expect(float.realValues(perTensor) == [1.5])
  }

  /// An engine may hand out nothing where there should be something.
  @Test(arguments: [.int4, .uint8, .float32, .string] as [TensorType])
  func noNumbersWithoutBytes(_ type: TensorType) {
    #expect(TensorValues(type: type, shape: [3], checked: []).numbers.isEmpty)
    #expect(TensorValues(type: type, shape: [3], checked: []).dequantized(nil).bytes.isEmpty)
  }

  @Test func wrongByteCount() {
    #expect(
      throws: InspectionError.wrongByteCount(type: "INT16", shape: [3], expected: 6, found: 5)
    ) { try TensorValues(type: .int16, shape: [3], bytes: [0, 0, 0, 0, 0]) }
    #expect(throws: InspectionError.noArrayType(tensor: "", type: "STRING")) {
      try TensorValues(type: .string, shape: [1], bytes: [])
    }
  }

  @Test func noiseFollowsFromItsSeedAndCoversItsRange() throws {
    func noise(_ type: TensorType, _ seed: UInt64 = 7) throws -> TensorValues {
      try .random(type: type, shape: [100, 100], seed: seed)
    }
    for type in [.uint8, .int8, .float32, .float16, .bool, .int32, .float64, .bfloat16, .float8E4M3FN] as [TensorType] {
      #expect(try noise(type) == noise(type))
      #expect(try noise(type) != noise(type, 8))
    }
    #expect(Set(try noise(.uint8).bytes).count == 256)
    #expect(Set(try noise(.bool).bytes) == [0, 1])
    for type in [.float32, .float16, .float64, .bfloat16, .float8E4M3FN, .float8E5M2] as [TensorType] {
      let numbers = try noise(type).numbers
      #expect(numbers.allSatisfy { $0 >= -1 && $0 < 1 }, "\(type)")
      // The greatest 8-bit number below 1 may be 0.875.
      #expect((numbers.min() ?? 0) < -0.87 && (numbers.max() ?? 0) > 0.87)
      #expect(abs(numbers.reduce(0, +) / 10_000) < 0.05)
    }
  }
}
