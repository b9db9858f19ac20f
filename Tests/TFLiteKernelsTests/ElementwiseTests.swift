import TFLiteKernels
import TFLiteSchema
import TestRandomness
import Testing

/// Elementwise operators that the C library's reference kernels or an interpreter's inputs leave out.
@Suite struct ElementwiseTests {
  private func unary(_ code: BuiltinOperator, _ values: [Float]) throws -> [Float] {
    try HostileElementwiseTests.unary(code, .activation(0, [values.count], .float32))
      .run(code, [stored(values)], as: Float.self)
  }

  private func cast<From: BitwiseCopyable, To: BitwiseCopyable>(
    _ values: [From], _ from: TensorType, _ to: TensorType, count: Int? = nil, as element: To.Type
  ) throws -> [To] {
    let shape = [count ?? values.count]
    return try HostileElementwiseTests.unary(.cast, .activation(0, shape, from), .activation(1, shape, to))
      .run(.cast, [stored(values)], as: element)
  }

  // MARK: - CEIL, ROUND, SIGN

  @Test func roundsUp() throws {
    #expect(try unary(.ceil, [-1.5, -0.2, 0, 0.2, 3, .infinity]) == [-1, 0, 0, 1, 3, .infinity])
    #expect(try unary(.ceil, [-0.2])[0].sign == .minus)
  }

  @Test func roundsToEven() throws {
    let values: [Float] = [-2.5, -1.5, -0.5, 0.5, 1.5, 2.5, 2.4999998, -2.6, 0.49999997, 8_388_609, -.infinity]
    #expect(try unary(.round, values) == [-2, -2, 0, 0, 2, 2, 2, -3, 0, 8_388_609, -.infinity])
    // What is rounded up to 0 is a positive 0, a negative 0 stays.
    #expect(try unary(.round, [-0.5, -0.2, -0.0]).map(\.sign) == [.plus, .plus, .minus])
    #expect(try unary(.round, [.nan])[0].isNaN)
  }

  @Test func tellsSigns() throws {
    #expect(try unary(.sign, [-3, -0.0, 0, 1e-30, .infinity]) == [-1, 0, 0, 1, 1])
    #expect(try unary(.sign, [.nan])[0].isNaN)
    #expect(
      try HostileElementwiseTests.unary(.sign, .activation(0, [3], .int32))
        .run(.sign, [stored([Int32.min, 0, 7])], as: Int32.self) == [-1, 0, 1])
  }

  // MARK: - BITWISE_XOR, RIGHT_SHIFT

  @Test func differsBitwise() throws {
    let context = HostileElementwiseTests.pair(
      .bitwiseXor, .activation(0, [2, 2], .int16), .activation(1, [2], .int16))
    #expect(
      try context.run(.bitwiseXor, [stored([Int16(1), -1, 255, 0]), stored([Int16(3), 7])], as: Int16.self)
        == [2, -8, 252, 7])
  }

  @Test func shiftsRight() throws {
    let signed = HostileElementwiseTests.pair(.rightShift, .activation(0, [5], .int8), .activation(1, [5], .int8))
    #expect(
      try signed.run(
        .rightShift, [stored([Int8(-128), -5, 100, 100, -1]), stored([Int8(2), 1, 9, -3, 100])], as: Int8.self)
        == [-32, -3, 0, 100, -1])
    let unsigned = HostileElementwiseTests.pair(.rightShift, .activation(0, [2], .uint8), .activation(1, [1], .uint8))
    #expect(try unsigned.run(.rightShift, [[200, 7], [3]], as: UInt8.self) == [25, 0])
  }

  // MARK: - CAST of types that no input has

  @Test func castsUnsignedIntegers() throws {
    #expect(
      try cast([Float(-1), 0.9, 65535.5, 1e9, .nan], .float32, .uint16, as: UInt16.self) == [0, 0, 65535, 65535, 65535])
    #expect(try cast([Float(-1), 3e9, 5e9], .float32, .uint32, as: UInt32.self) == [0, 3_000_000_000, .max])
    #expect(try cast([UInt32.max, 7], .uint32, .float32, as: Float.self) == [4_294_967_296, 7])
    #expect(try cast([Int64(-1), 1 << 40 + 3], .int64, .uint32, as: UInt32.self) == [.max, 3])
    #expect(try cast([UInt16(40000)], .uint16, .int16, as: Int16.self) == [-25536])
  }

  @Test func castsComplexNumbers() throws {
    #expect(try cast([Float(3.5), -1, -7, 2], .complex64, .int32, count: 2, as: Int32.self) == [3, -7])
    #expect(
      try cast([SIMD2<Float>(3.5, -1)], .complex64, .complex64, as: SIMD2<Float>.self) == [SIMD2(3.5, -1)])
    #expect(try cast([Int32(9)], .int32, .complex64, as: SIMD2<Float>.self) == [SIMD2(9, 0)])
  }

  /// Halves go to the even number; 2⁻⁸ is half the distance of two bfloat16 numbers at 1.
  @Test func castsBrainFloats() throws {
    let values: [Float] = [1, 1 + 0x1p-8, 1 + 0x1.8p-7, -3.140625, .infinity, -.nan]
    #expect(
      try cast(values, .float32, .bfloat16, as: UInt16.self) == [0x3F80, 0x3F80, 0x3F82, 0xC049, 0x7F80, 0xFFC0])
    #expect(try cast([UInt16(0xC049)], .bfloat16, .float64, as: Double.self) == [-3.140625])
  }

  @Test func castsHalves() throws {
    let values: [Float] = [65504, 65519.99, 65520, 0x1p-24, 0x1p-25, 0x1.8p-25, 0x1.ffcp-15, -0x1.ffep-15, 1.0004883]
    #expect(
      try cast(values, .float32, .float16, as: UInt16.self)
        == [0x7BFF, 0x7BFF, 0x7C00, 0x0001, 0x0000, 0x0001, 0x0400, 0x8400, 0x3C00])
    #expect(
      try cast([UInt16(0x0001), 0x83FF, 0x7C00, 0x3555], .float16, .float32, as: Float.self)
        == [0x1p-24, -0x1.ff8p-15, .infinity, 0.33325195])
  }

  /// The first element is in the lowest bits; an odd number of them leaves the rest of the last byte 0.
  @Test func castsPackedIntegers() throws {
    #expect(try cast([UInt8(0x8F), 0x07], .int4, .float32, count: 3, as: Float.self) == [-1, -8, 7])
    #expect(try cast([UInt8(0x8F), 0x07], .uint4, .float32, count: 3, as: Float.self) == [15, 8, 7])
    #expect(try cast([UInt8(0b1101_1000)], .int2, .float32, count: 4, as: Float.self) == [0, -2, 1, -1])
    #expect(Array(try cast([Float(-9), 6.9, 100], .float32, .int4, as: UInt8.self).prefix(2)) == [0x68, 0x07])
    #expect(Array(try cast([Float(-1), 6.9, 100], .float32, .uint4, as: UInt8.self).prefix(2)) == [0x60, 0x0F])
    #expect(try cast([Float(-3), -1, 0.5, 4, 1], .float32, .int2, as: UInt8.self).prefix(2) == [0b0100_1110, 1])
  }

  // MARK: - Broadcasting

  /// Every element of shapes of up to eight dimensions comes from where its position says, however threads share rows.
  @Test(arguments: 0..<60) func broadcastsShapes(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let rank = seed % 9
    let output = (0..<rank).map { _ in Int.random(in: 1...3, using: &random) }
    let left = Array(output.map { Bool.random(using: &random) ? 1 : $0 }.drop { $0 == 1 })
    let right = output.map { Bool.random(using: &random) ? 1 : $0 }
    let shape = zip(Array(repeating: 1, count: rank - left.count) + left, right).map(max)
    let leftValues = (0..<left.reduce(1, *)).map { Int32($0) }
    let rightValues = (0..<right.reduce(1, *)).map { Int32($0 * 100_000) }
    let context = HostileElementwiseTests.pair(.add, .activation(0, left, .int32), .activation(1, right, .int32))
    let expected = (0..<shape.reduce(1, *)).map { index in
      leftValues[position(of: index, in: shape, within: left)]
        + rightValues[position(of: index, in: shape, within: right)]
    }
    let feeds = [stored(leftValues), stored(rightValues)]
    #expect(try context.run(.add, feeds, as: Int32.self) == expected, "seed \(seed)")
    #expect(try context.run(.add, feeds, as: Int32.self, workers: ManyWorkers()) == expected, "seed \(seed)")
  }

  @Test func threadsShareLongRows() throws {
    let values = (0..<100_000).map { Float($0) }
    let context = HostileElementwiseTests.pair(
      .mul, .activation(0, [100_000], .float32), .activation(1, [1], .float32))
    let products = try context.run(
      .mul, [stored(values), stored([Float(2)])], as: Float.self, workers: ManyWorkers())
    #expect(products == values.map { $0 * 2 })
  }

  private func position(of index: Int, in shape: [Int], within operand: [Int]) -> Int {
    var (rest, position, stride) = (index, 0, 1)
    for axis in shape.indices.reversed() {
      let (quotient, coordinate) = rest.quotientAndRemainder(dividingBy: shape[axis])
      rest = quotient
      let operandAxis = axis - shape.count + operand.count
      guard operandAxis >= 0 else { continue }
      if operand[operandAxis] > 1 { position += coordinate * stride }
      stride *= operand[operandAxis]
    }
    return position
  }
}

/// Workers that cut work into as many pieces as threads would, and do the last piece first.
private final class ManyWorkers: Workers {
  var threadCount: Int { 7 }

  func run(chunkCount: Int, _ body: (Int) -> Void) {
    for chunk in (0..<chunkCount).reversed() { body(chunk) }
  }
}
