import TestRandomness
import Testing

/// Elements as integers.
private func values(_ bytes: [UInt8], _ isSigned: Bool) -> [Int32] {
  bytes.map { isSigned ? Int32(Int8(bitPattern: $0)) : Int32($0) }
}

private func randomBytes(_ count: Int, using random: inout SeededGenerator) -> [UInt8] {
  (0..<count).map { _ in .random(in: 0...255, using: &random) }
}

/// Rows of pairs of elements, some of which serve a whole row or every row, and what is done with them.
struct ArithmeticCase {
  var isSigned: Bool
  var rows: PairedRows
  var left: [UInt8]
  var right: [UInt8]
  var scaled: (left: ScaledOperand, right: ScaledOperand, output: ScaledOperand)
  var range: OutputRange

  init(using random: inout SeededGenerator) {
    isSigned = .random(using: &random)
    let rowCount = Int.random(in: 0..<3, using: &random) == 0 ? Int.random(in: 1...9, using: &random) : 1
    let count = Int.random(in: 1...(rowCount > 1 ? 80 : 300), using: &random)
    func steps() -> (step: Int, rowStep: Int) {
      [(1, count), (1, count), (1, 0), (0, 1), (0, 0)].randomElement(using: &random)!
    }
    let (l, r) = (steps(), steps())
    rows = (rowCount, count, l.step, r.step, l.rowStep, r.rowStep)
    left = randomBytes((rowCount - 1) * l.rowStep + (count - 1) * l.step + 1, using: &random)
    right = randomBytes((rowCount - 1) * r.rowStep + (count - 1) * r.step + 1, using: &random)
    let least: Int32 = isSigned ? -128 : 0
    func operand(_ exponents: ClosedRange<Int32>) -> ScaledOperand {
      (
        .random(in: least...least + 255, using: &random), .random(in: 1 << 30...Int32.max, using: &random),
        .random(in: exponents, using: &random)
      )
    }
    let isWild = Int.random(in: 0..<8, using: &random) == 0
    // The operand of ADD with the larger scale has the multiplier 1/2, often both have.
    let half: ScaledOperand = (.random(in: least...least + 255, using: &random), 1 << 30, 0)
    scaled = (operand(-8...0), operand(-8...0), isWild ? operand(-31...40) : operand(-20 ... -10))
    if Bool.random(using: &random) { scaled.left = half }
    if Bool.random(using: &random) { scaled.right = half }
    let lower = least + [0, .random(in: 0...50, using: &random)].randomElement(using: &random)!
    let upper = least + 255 - [0, .random(in: 0...50, using: &random)].randomElement(using: &random)!
    range = (scaled.output.zeroPoint, lower, upper, isSigned)
  }

  /// Runs a kernel, and compares each element with `expected` of its operands.
  func check(
    _ seed: UInt64, expected: (Int32, Int32) -> Int64,
    run: (UnsafeRawPointer, UnsafeRawPointer, UnsafeMutableRawPointer, PairedRows) -> Void
  ) throws {
    let leftBuffer = try GuardedBuffer(left, slack: 64)
    let rightBuffer = try GuardedBuffer(right, slack: 64)
    let output = CanaryBuffer(count: rows.rows * rows.count, offset: 1)
    run(leftBuffer.pointer, rightBuffer.pointer, output.pointer, rows)
    #expect(output.isIntact, "wrote out of bounds, seed \(seed)")
    let (x, y, z) = (values(left, isSigned), values(right, isSigned), values(output.bytes, isSigned))
    for row in 0..<rows.rows {
      for i in 0..<rows.count {
        let value = expected(
          x[row * rows.leftRowStep + i * rows.leftStep], y[row * rows.rightRowStep + i * rows.rightStep])
        let result = z[row * rows.count + i]
        guard Int64(result) == min(max(value, Int64(range.lower)), Int64(range.upper)) else {
          Issue.record("seed \(seed): element \(i) of row \(row) is \(result), not \(value) clamped; \(rows) \(scaled)")
          return
        }
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
        left: $0, right: $1, output: $2, rows: $3, scaled: test.scaled,
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
        left: $0, right: $1, output: $2, rows: $3, scaled: test.scaled,
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
        left: $0, right: $1, output: $2, rows: $3, scaled: test.scaled,
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
        left: $0, right: $1, output: $2, rows: $3, scaled: test.scaled,
        scale: scale, range: test.range)
    }
  }

  @Test(arguments: InstructionSet.available) func slopesAsTheReference(_ set: InstructionSet) throws {
    for seed in 0..<300 as Range<UInt64> { try slopeReference(set.kernels, seed) }
  }

  private func slopeReference<K: Kernels>(_: K.Type, _ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let test = ArithmeticCase(using: &random)
    let (l, r, o) = test.scaled
    try test.check(seed) { x, slope in
      let value = x - l.zeroPoint
      let scaled =
        value >= 0
        ? multiplyByQuantizedMultiplier(value, l.multiplier, l.exponent)
        : multiplyByQuantizedMultiplier(value * (slope - r.zeroPoint), r.multiplier, r.exponent)
      return Int64(scaled + o.zeroPoint)
    } run: {
      K.slopeReference(left: $0, right: $1, output: $2, rows: $3, scaled: test.scaled, range: test.range)
    }
  }

  @Test(arguments: InstructionSet.available) func findsTheLargestOfEachRow(_ set: InstructionSet) throws {
    for seed in 0..<300 as Range<UInt64> { try largest(set.kernels, seed) }
  }

  private func largest<K: Kernels>(_: K.Type, _ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let (rows, columns) = (Int.random(in: 1...20, using: &random), Int.random(in: 1...200, using: &random))
    let stride = columns + Int.random(in: 0...2, using: &random)
    let bytes = randomBytes((rows - 1) * stride + columns, using: &random)
    let byteBuffer = try GuardedBuffer(bytes, slack: 64)
    let byteOutput = CanaryBuffer(count: rows)
    K.largestBytes(
      input: byteBuffer.pointer, rowStride: stride, columns: columns, rows: rows,
      maxima: byteOutput.pointer.bindMemory(to: UInt8.self, capacity: rows))
    #expect(byteOutput.isIntact, "wrote out of bounds, seed \(seed)")
    #expect(byteOutput.bytes == (0..<rows).map { bytes[$0 * stride..<$0 * stride + columns].max()! }, "seed \(seed)")

    let share = [0, 0.3, 1].randomElement(using: &random)!
    let floats = bytes.map { _ in
      Double.random(in: 0..<1, using: &random) < share
        ? [Float.nan, -.infinity].randomElement(using: &random)!
        : .random(in: -1...(seed % 2 == 0 ? -0.5 : 1), using: &random)
    }
    let floatBuffer = try GuardedBuffer(floats.withUnsafeBytes { Array($0) }, slack: 64)
    let floatOutput = CanaryBuffer(count: 4 * rows)
    let maxima = floatOutput.pointer.bindMemory(to: Float.self, capacity: rows)
    K.largestFloats(
      input: floatBuffer.pointer, rowStride: 4 * stride, columns: columns, rows: rows, maxima: maxima)
    #expect(floatOutput.isIntact, "wrote out of bounds, seed \(seed)")
    for row in 0..<rows {
      let expected = floats[row * stride..<row * stride + columns].filter { !$0.isNaN }.max() ?? -.infinity
      #expect(maxima[row] == expected, "seed \(seed), row \(row)")
    }
  }

  @Test(arguments: InstructionSet.available) func transposesBytes(_ set: InstructionSet) throws {
    for seed in 0..<300 as Range<UInt64> { try transpose(set.kernels, seed) }
  }

  private func transpose<K: Kernels>(_: K.Type, _ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let (rows, columns) = (Int.random(in: 1...70, using: &random), Int.random(in: 1...70, using: &random))
    let sourceStride = columns + Int.random(in: 0...3, using: &random)
    let targetStride = rows + Int.random(in: 0...3, using: &random)
    let bytes = randomBytes((rows - 1) * sourceStride + columns, using: &random)
    let source = try GuardedBuffer(bytes, slack: 0)
    let target = CanaryBuffer(count: (columns - 1) * targetStride + rows, offset: 1)
    K.transposeBytes(
      source: source.pointer, sourceStride: sourceStride, target: target.pointer, targetStride: targetStride,
      rows: rows, columns: columns)
    #expect(target.isIntact, "wrote out of bounds, seed \(seed)")
    let results = target.bytes
    for column in 0..<columns {
      // What lies between the rows stays as it was.
      let expected =
        (0..<rows).map { bytes[$0 * sourceStride + column] }
        + Array(repeating: CanaryBuffer.canary, count: column < columns - 1 ? targetStride - rows : 0)
      let found = results[column * targetStride..<column * targetStride + expected.count]
      #expect(Array(found) == expected, "seed \(seed), column \(column)")
    }
  }

  @Test(arguments: InstructionSet.available) func interpolatesPixels(_ set: InstructionSet) throws {
    for seed in 0..<300 as Range<UInt64> { try interpolate(set.kernels, seed) }
  }

  private func interpolate<K: Kernels>(_: K.Type, _ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let isSigned = Bool.random(using: &random)
    let (width, channels) = (Int.random(in: 1...9, using: &random), Int.random(in: 1...150, using: &random))
    let unit: Float = isSigned ? 1024 : 1
    // Now and then a position outside of the image, between a pixel and itself.
    func fraction(_ isOutside: Bool) -> Float {
      let value = isOutside ? Float.random(in: -0.5...1.2, using: &random) : .random(in: 0...1, using: &random)
      return isSigned ? (value * unit).rounded() : value
    }
    let columns: [PixelPosition] = (0..<Int.random(in: 1...12, using: &random)).map { _ in
      let left = Int.random(in: 0..<width, using: &random)
      let right = min(left + Int.random(in: 0...1, using: &random), width - 1)
      return (left * channels, right * channels, fraction(left == right))
    }
    let (top, bottom) = (
      randomBytes(width * channels, using: &random), randomBytes(width * channels, using: &random)
    )
    let vertical = fraction(false)
    let (topBuffer, bottomBuffer) = (try GuardedBuffer(top, slack: 64), try GuardedBuffer(bottom, slack: 64))
    let output = CanaryBuffer(count: columns.count * channels, offset: 1)
    if isSigned {
      K.interpolateFixed(
        top: topBuffer.pointer, bottom: bottomBuffer.pointer, vertical: vertical, columns: columns,
        count: columns.count, channels: channels, output: output.pointer)
    } else {
      K.interpolateFloat(
        top: topBuffer.pointer, bottom: bottomBuffer.pointer, vertical: vertical, columns: columns,
        count: columns.count, channels: channels, output: output.pointer)
    }
    #expect(output.isIntact, "wrote out of bounds, seed \(seed)")
    let (upper, lower, results) = (values(top, isSigned), values(bottom, isSigned), values(output.bytes, isSigned))
    for (column, position) in columns.enumerated() {
      for channel in 0..<channels {
        let (a, b) = (upper[position.left + channel], upper[position.right + channel])
        let (c, d) = (lower[position.left + channel], lower[position.right + channel])
        let expected: Int32
        if isSigned {
          let (y, x) = (Int64(vertical), Int64(position.fraction))
          let above = Int64(a) * (1024 - y) * (1024 - x) + Int64(b) * (1024 - y) * x
          let sum = above + Int64(c) * y * (1024 - x) + Int64(d) * y * x
          expected = Int32((sum + (sum > 0 ? 1 << 19 : -(1 << 19))) / (1 << 20))
        } else {
          let (y, x) = (vertical, position.fraction)
          var sum: Float = Float(a) * (1 - y) * (1 - x)
          sum += Float(c) * y * (1 - x)
          sum += Float(b) * (1 - y) * x
          sum += Float(d) * y * x
          expected = Int32(min(max(sum + 0.5, 0), 255.5))
        }
        let result = results[column * channels + channel]
        guard result == expected else {
          Issue.record("seed \(seed): channel \(channel) of pixel \(column) is \(result), not \(expected)")
          return
        }
      }
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
