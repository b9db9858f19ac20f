import TestRandomness
import Testing

/// Elements as integers.
private func values(_ bytes: [UInt8], _ isSigned: Bool) -> [Int32] {
  bytes.map { isSigned ? Int32(Int8(bitPattern: $0)) : Int32($0) }
}

private func randomBytes(_ count: Int, using random: inout SeededGenerator) -> [UInt8] {
  (0..<count).map { _ in .random(in: 0...255, using: &random) }
}

/// Two arrays, or an array and a single element, and what is done with them.
struct ArithmeticCase {
  var isSigned: Bool
  var count: Int
  var left: [UInt8]
  var right: [UInt8]
  var scaled: (left: ScaledOperand, right: ScaledOperand, output: ScaledOperand)
  var range: OutputRange

  init(using random: inout SeededGenerator) {
    isSigned = .random(using: &random)
    count = .random(in: 1...300, using: &random)
    left = randomBytes(Int.random(in: 0..<4, using: &random) == 0 ? 1 : count, using: &random)
    right = randomBytes(left.count == count && Int.random(in: 0..<4, using: &random) == 0 ? 1 : count, using: &random)
    let least: Int32 = isSigned ? -128 : 0
    func operand(_ exponents: ClosedRange<Int32>) -> ScaledOperand {
      (
        .random(in: least...least + 255, using: &random), .random(in: 1 << 30...Int32.max, using: &random),
        .random(in: exponents, using: &random)
      )
    }
    let isWild = Int.random(in: 0..<8, using: &random) == 0
    scaled = (operand(-8...0), operand(-8...0), isWild ? operand(-31...40) : operand(-20 ... -10))
    let lower = least + [0, .random(in: 0...50, using: &random)].randomElement(using: &random)!
    let upper = least + 255 - [0, .random(in: 0...50, using: &random)].randomElement(using: &random)!
    range = (scaled.output.zeroPoint, lower, upper, isSigned)
  }

  /// Runs a kernel, and compares each element with `expected` of its operands.
  func check(
    _ seed: UInt64, expected: (Int32, Int32) -> Int64,
    run: (UnsafeRawPointer, Int, UnsafeRawPointer, Int, UnsafeMutableRawPointer) -> Void
  ) throws {
    let leftBuffer = try GuardedBuffer(left, slack: 64)
    let rightBuffer = try GuardedBuffer(right, slack: 64)
    let output = CanaryBuffer(count: count, offset: 1)
    run(
      leftBuffer.pointer, left.count == count ? 1 : 0, rightBuffer.pointer, right.count == count ? 1 : 0,
      output.pointer)
    #expect(output.isIntact, "wrote out of bounds, seed \(seed)")
    let (x, y, z) = (values(left, isSigned), values(right, isSigned), values(output.bytes, isSigned))
    for i in 0..<count {
      let value = expected(x[x.count == count ? i : 0], y[y.count == count ? i : 0])
      guard Int64(z[i]) == min(max(value, Int64(range.lower)), Int64(range.upper)) else {
        Issue.record("seed \(seed): element \(i) of \(count) is \(z[i]), not \(value) clamped; \(scaled)")
        return
      }
    }
  }
}

@Suite struct ElementwiseTests {
  @Test(arguments: InstructionSet.available) func addsAsTheReference(_ set: InstructionSet) throws {
    for seed in 0..<300 as Range<UInt64> { try addReference(set.kernels, seed) }
  }

  private func addReference<K: Kernels>(_: K.Type, _ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let test = ArithmeticCase(using: &random)
    let sign: Int32 = Bool.random(using: &random) ? 1 : -1
    let (l, r, o) = test.scaled
    try test.check(seed) { x, y in
      let a = multiplyByQuantizedMultiplier((x - l.zeroPoint) << 20, l.multiplier, l.exponent)
      let b = multiplyByQuantizedMultiplier((y - r.zeroPoint) << 20, r.multiplier, r.exponent)
      return Int64(multiplyByQuantizedMultiplier(a &+ sign &* b, o.multiplier, o.exponent) &+ o.zeroPoint)
    } run: {
      K.addReference(
        left: $0, leftStep: $1, right: $2, rightStep: $3, output: $4, count: test.count, scaled: test.scaled,
        sign: sign, range: test.range)
    }
  }

  @Test(arguments: InstructionSet.available) func addsAsXNNPACK(_ set: InstructionSet) throws {
    for seed in 0..<300 as Range<UInt64> { try addXNNPACK(set.kernels, seed) }
  }

  private func addXNNPACK<K: Kernels>(_: K.Type, _ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var test = ArithmeticCase(using: &random)
    let shift = Int32.random(in: 13...20, using: &random)
    test.scaled.left.multiplier = .random(in: 0...1 << 21, using: &random)
    test.scaled.right.multiplier = .random(in: -(1 << 21)...1 << 21, using: &random)
    let (l, r, o) = test.scaled
    try test.check(seed) { x, y in
      let sum = (x - l.zeroPoint) * l.multiplier + (y - r.zeroPoint) * r.multiplier + 1 << (shift - 1)
      return Int64(sum >> shift + o.zeroPoint)
    } run: {
      K.addXNNPACK(
        left: $0, leftStep: $1, right: $2, rightStep: $3, output: $4, count: test.count, scaled: test.scaled,
        shift: shift, range: test.range)
    }
  }

  @Test(arguments: InstructionSet.available) func multipliesAsTheReference(_ set: InstructionSet) throws {
    for seed in 0..<300 as Range<UInt64> { try multiplyReference(set.kernels, seed) }
  }

  private func multiplyReference<K: Kernels>(_: K.Type, _ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let test = ArithmeticCase(using: &random)
    let (l, r, o) = test.scaled
    try test.check(seed) { x, y in
      let product = (x - l.zeroPoint) * (y - r.zeroPoint)
      return Int64(multiplyByQuantizedMultiplier(product, o.multiplier, o.exponent) &+ o.zeroPoint)
    } run: {
      K.multiplyReference(
        left: $0, leftStep: $1, right: $2, rightStep: $3, output: $4, count: test.count, scaled: test.scaled,
        range: test.range)
    }
  }

  @Test(arguments: InstructionSet.available) func multipliesAsXNNPACK(_ set: InstructionSet) throws {
    for seed in 0..<300 as Range<UInt64> { try multiplyXNNPACK(set.kernels, seed) }
  }

  private func multiplyXNNPACK<K: Kernels>(_: K.Type, _ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let test = ArithmeticCase(using: &random)
    let scale = Float.random(in: 1e-5...1, using: &random) * (seed % 9 == 0 ? 1e6 : 1)
    let (l, r, o) = test.scaled
    try test.check(seed) { x, y in
      xnnpack((x - l.zeroPoint) * (y - r.zeroPoint), scale) + Int64(o.zeroPoint)
    } run: {
      K.multiplyXNNPACK(
        left: $0, leftStep: $1, right: $2, rightStep: $3, output: $4, count: test.count, scaled: test.scaled,
        scale: scale, range: test.range)
    }
  }

  @Test(arguments: InstructionSet.available) func looksUpEveryByte(_ set: InstructionSet) throws {
    for seed in 0..<100 as Range<UInt64> { try lookUp(set.kernels, seed) }
  }

  private func lookUp<K: Kernels>(_: K.Type, _ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let table = randomBytes(256, using: &random)
    let input = Array(0...255) + randomBytes(.random(in: 0...200, using: &random), using: &random)
    let buffer = try GuardedBuffer(input, slack: 64)
    let entries = try GuardedBuffer(table, slack: 0)
    let output = CanaryBuffer(count: input.count, offset: 3)
    K.lookUp(entries.pointer, input: buffer.pointer, output: output.pointer, count: input.count)
    #expect(output.isIntact, "wrote out of bounds, seed \(seed)")
    #expect(output.bytes == input.map { table[Int($0)] }, "seed \(seed)")
  }

  @Test(arguments: InstructionSet.available) func quantizesFloats(_ set: InstructionSet) throws {
    for seed in 0..<300 as Range<UInt64> { try quantize(set.kernels, seed) }
  }

  private func quantize<K: Kernels>(_: K.Type, _ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let isSigned = Bool.random(using: &random)
    let least: Int32 = isSigned ? -128 : 0
    let zeroPoint = Int32.random(in: least...least + 255, using: &random)
    let scale = seed % 3 == 0 ? 0.5 : Float.random(in: 1e-3...1, using: &random)
    // Ties and their neighbours, the limits of the conversion, and what is no number at all.
    let special: [Float] = [
      0, -0.0, .nan, .infinity, -.infinity, 3e9, -3e9, 1e38, (0.5 as Float).nextDown * scale, -0.5 * scale,
    ]
    let input =
      (0..<Int.random(in: 1...200, using: &random)).map { i in
        switch i % 4 {
        case 0: Float(Int.random(in: -300...300, using: &random)) * 0.5 * scale
        case 1: (Float(Int.random(in: -300...300, using: &random)) * 0.5 * scale).nextUp
        default: Float.random(in: -150...150, using: &random) * scale
        }
      } + special
    let buffer = try GuardedBuffer(input.withUnsafeBytes { Array($0) }, slack: 64)
    let output = CanaryBuffer(count: input.count, offset: 2)
    K.quantize(
      input: buffer.pointer, output: output.pointer, count: input.count, scale: scale, zeroPoint: zeroPoint,
      isSigned: isSigned)
    #expect(output.isIntact, "wrote out of bounds, seed \(seed)")
    let actual = values(output.bytes, isSigned)
    for (i, x) in input.enumerated() {
      let quotient = (x / scale).rounded(.toNearestOrAwayFromZero)
      let rounded = quotient.isNaN ? 0 : Int32(min(max(quotient, -1e6), 1e6))
      let expected = min(max(rounded + zeroPoint, least), least + 255)
      #expect(actual[i] == expected, "seed \(seed): \(x) / \(scale)")
    }
  }

  @Test(arguments: InstructionSet.available) func restoresFloats(_ set: InstructionSet) throws {
    for seed in 0..<200 as Range<UInt64> { try dequantize(set.kernels, seed) }
  }

  private func dequantize<K: Kernels>(_: K.Type, _ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let isSigned = Bool.random(using: &random)
    let least: Int32 = isSigned ? -128 : 0
    let zeroPoint = Int32.random(in: least...least + 255, using: &random)
    let scale = Float.random(in: 1e-6...1, using: &random)
    let input = randomBytes(.random(in: 1...200, using: &random), using: &random)
    let buffer = try GuardedBuffer(input, slack: 64)
    let output = CanaryBuffer(count: 4 * input.count)
    K.dequantize(
      input: buffer.pointer, output: output.pointer, count: input.count, scale: scale, zeroPoint: zeroPoint,
      isSigned: isSigned)
    #expect(output.isIntact, "wrote out of bounds, seed \(seed)")
    for (i, q) in values(input, isSigned).enumerated() {
      let expected = Float(Double(scale) * Double(q - zeroPoint))
      #expect(output.pointer.load(fromByteOffset: 4 * i, as: Float.self) == expected, "seed \(seed), element \(i)")
    }
  }
}
