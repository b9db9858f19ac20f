import TFLiteMicrokernels
import TestRandomness

/// Rows of pairs of elements, some of which serve a whole row or every row, and what is done with them.
struct PairCase {
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
    scaled = (operand(-8...0), operand(-8...0), isWild ? operand(-31...(isSigned ? 40 : 126)) : operand(-20 ... -10))
    if Bool.random(using: &random) { scaled.left = half }
    if Bool.random(using: &random) { scaled.right = half }
    let lower = least + [0, .random(in: 0...50, using: &random)].randomElement(using: &random)!
    let upper = least + 255 - [0, .random(in: 0...50, using: &random)].randomElement(using: &random)!
    range = (scaled.output.zeroPoint, lower, upper, isSigned)
  }

  /// Pixels and one slope for each of their channels, quantized as in models.
  init(channels: Int, using random: inout SeededGenerator) {
    self.init(using: &random)
    rows = (.random(in: 1...20, using: &random), channels, 1, 1, channels, 0)
    left = randomBytes(rows.rows * channels, using: &random)
    right = randomBytes(channels, using: &random)
    scaled.left.exponent = .random(in: -2...1, using: &random)
    scaled.right.exponent = .random(in: -10 ... -7, using: &random)
  }

  /// Operands of a sum as models have them, whose scales are a part of the output's: the larger one is halved.
  mutating func quantizeSum(using random: inout SeededGenerator) {
    (scaled.left.multiplier, scaled.left.exponent) = (1 << 30, 0)
    scaled.right.multiplier = .random(in: 1 << 30...Int32.max, using: &random)
    scaled.right.exponent = .random(in: -4 ... -1, using: &random)
    if Bool.random(using: &random) { (scaled.left, scaled.right) = (scaled.right, scaled.left) }
    scaled.output.multiplier = .random(in: 1 << 30...Int32.max, using: &random)
    scaled.output.exponent = .random(in: -19 ... -17, using: &random)
  }

  /// Runs a kernel, and compares each element with `expected` of its operands.
  func check(
    expected: (Int32, Int32) -> Int64,
    run: (UnsafeRawPointer, UnsafeRawPointer, UnsafeMutableRawPointer, PairedRows) -> Void
  ) throws(CheckFailure) {
    let leftBuffer = try GuardedBuffer(left, slack: 64)
    let rightBuffer = try GuardedBuffer(right, slack: 64)
    let output = CanaryBuffer(count: rows.rows * rows.count, offset: 1)
    run(leftBuffer.pointer, rightBuffer.pointer, output.pointer, rows)
    try expect(output.isIntact, "wrote out of bounds")
    let (x, y, z) = (values(left, isSigned), values(right, isSigned), values(output.bytes, isSigned))
    for row in 0..<rows.rows {
      for i in 0..<rows.count {
        let value = expected(
          x[row * rows.leftRowStep + i * rows.leftStep], y[row * rows.rightRowStep + i * rows.rightStep])
        let result = z[row * rows.count + i]
        guard Int64(result) == min(max(value, Int64(range.lower)), Int64(range.upper)) else {
          throw CheckFailure("element \(i) of row \(row) is \(result), not \(value) clamped")
        }
      }
    }
  }
}

extension PairMicrokernels {
  package static var pairChecks: [MicrokernelCheck] {
    [
      MicrokernelCheck("ADD, reference", seeds: 0..<300, checkAddReference),
      MicrokernelCheck("ADD, by factors where there are such", seeds: 0..<300, checkAddByFactors),
      MicrokernelCheck("ADD, whether there are factors", seeds: 0..<1, checkSumFactorsAreFound),
      MicrokernelCheck("ADD, XNNPACK", seeds: 0..<300, checkAddXNNPACK),
      MicrokernelCheck("MUL, reference", seeds: 0..<300, checkMultiplyReference),
      MicrokernelCheck("MUL, XNNPACK", seeds: 0..<300, checkMultiplyXNNPACK),
      MicrokernelCheck("MUL, exact", seeds: 0..<300, checkMultiplyExactly),
      MicrokernelCheck("PRELU, reference", seeds: 0..<300, checkPrelu),
      MicrokernelCheck("PRELU, by scales in float32 where there are such", seeds: 0..<300, checkScaledPrelu),
      MicrokernelCheck("PRELU, whether there are scales", seeds: 0..<1, checkPreluScalesAreFound),
    ]
  }

  private static func checkAddReference(seed: UInt64) throws(CheckFailure) {
    var random = SeededGenerator(seed: seed)
    let test = PairCase(using: &random)
    let sign: Int32 = Bool.random(using: &random) ? 1 : -1
    try test.check(expected: sum(test, sign: sign)) {
      Self.addReference(
        left: $0, right: $1, output: $2, rows: $3, scaled: test.scaled,
        sign: sign, range: test.range)
    }
  }

  private static func sum(_ test: PairCase, sign: Int32) -> (Int32, Int32) -> Int64 {
    let (l, r, o) = test.scaled
    return { x, y in
      let a = multiplyByQuantizedMultiplier((x - l.zeroPoint) << 20, l.multiplier, l.exponent)
      let b = multiplyByQuantizedMultiplier((y - r.zeroPoint) << 20, r.multiplier, r.exponent)
      return Int64(multiplyByQuantizedMultiplier(a &+ sign &* b, o.multiplier, o.exponent) &+ o.zeroPoint)
    }
  }

  private static func checkAddByFactors(seed: UInt64) throws(CheckFailure) {
    var random = SeededGenerator(seed: seed)
    var test = PairCase(using: &random)
    // Most of them sums as models have them, and some that no factors give.
    if seed % 4 != 0 { test.quantizeSum(using: &random) }
    let sign: Int32 = Bool.random(using: &random) ? 1 : -1
    guard let factors = sumFactors(test.scaled, sign: sign, range: test.range) else { return }
    try test.check(expected: sum(test, sign: sign)) {
      Self.addByFactors(left: $0, right: $1, output: $2, rows: $3, factors: factors, range: test.range)
    }
  }

  private static func checkSumFactorsAreFound(seed: UInt64) throws(CheckFailure) {
    var random = SeededGenerator(seed: seed)
    var count = 0
    for _ in 0..<100 {
      var test = PairCase(using: &random)
      test.quantizeSum(using: &random)
      if sumFactors(test.scaled, sign: 1, range: test.range) != nil { count += 1 }
    }
    try expect(count >= 90, "only \(count) of 100 additions have factors")
  }

  private static func checkAddXNNPACK(seed: UInt64) throws(CheckFailure) {
    var random = SeededGenerator(seed: seed)
    var test = PairCase(using: &random)
    let shift = Int32.random(in: 13...20, using: &random)
    test.scaled.left.multiplier = .random(in: 0...1 << 21, using: &random)
    test.scaled.right.multiplier = .random(in: -(1 << 21)...1 << 21, using: &random)
    let (l, r, o) = test.scaled
    try test.check { x, y in
      let sum = (x - l.zeroPoint) * l.multiplier + (y - r.zeroPoint) * r.multiplier + 1 << (shift - 1)
      return Int64(sum >> shift + o.zeroPoint)
    } run: {
      Self.addXNNPACK(
        left: $0, right: $1, output: $2, rows: $3, scaled: test.scaled,
        shift: shift, range: test.range)
    }
  }

  private static func checkMultiplyReference(seed: UInt64) throws(CheckFailure) {
    var random = SeededGenerator(seed: seed)
    let test = PairCase(using: &random)
    let (l, r, o) = test.scaled
    try test.check { x, y in
      let product = (x - l.zeroPoint) * (y - r.zeroPoint)
      return Int64(multiplyByQuantizedMultiplier(product, o.multiplier, o.exponent) &+ o.zeroPoint)
    } run: {
      Self.multiplyReference(
        left: $0, right: $1, output: $2, rows: $3, scaled: test.scaled,
        range: test.range)
    }
  }

  private static func checkMultiplyXNNPACK(seed: UInt64) throws(CheckFailure) {
    var random = SeededGenerator(seed: seed)
    let test = PairCase(using: &random)
    let scale = Float.random(in: 1e-5...1, using: &random) * (seed % 9 == 0 ? 1e6 : 1)
    let (l, r, o) = test.scaled
    try test.check { x, y in
      xnnpack((x - l.zeroPoint) * (y - r.zeroPoint), scale) + Int64(o.zeroPoint)
    } run: {
      Self.multiplyXNNPACK(
        left: $0, right: $1, output: $2, rows: $3, scaled: test.scaled,
        scale: scale, range: test.range)
    }
  }

  private static func checkMultiplyExactly(seed: UInt64) throws(CheckFailure) {
    var random = SeededGenerator(seed: seed)
    let test = PairCase(using: &random)
    // Powers of two make halves.
    let scale =
      seed % 4 == 0
      ? Float(sign: .plus, exponent: .random(in: -16...8, using: &random), significand: 1)
      : Float.random(in: 1e-5...1, using: &random) * (seed % 9 == 0 ? 1e6 : 1)
    let (l, r, o) = test.scaled
    try test.check { x, y in
      exact((x - l.zeroPoint) * (y - r.zeroPoint), scale) + Int64(o.zeroPoint)
    } run: {
      Self.multiplyExactly(
        left: $0, right: $1, output: $2, rows: $3, scaled: test.scaled,
        scale: scale, range: test.range)
    }
  }

  private static func checkPrelu(seed: UInt64) throws(CheckFailure) {
    var random = SeededGenerator(seed: seed)
    let test = PairCase(using: &random)
    try test.check(expected: prelu(test)) {
      Self.preluReference(left: $0, right: $1, output: $2, rows: $3, scaled: test.scaled, range: test.range)
    }
  }

  private static func prelu(_ test: PairCase) -> (Int32, Int32) -> Int64 {
    let (l, r, o) = test.scaled
    return { x, slope in
      let value = x - l.zeroPoint
      let scaled =
        value >= 0
        ? multiplyByQuantizedMultiplier(value, l.multiplier, l.exponent)
        : multiplyByQuantizedMultiplier(value * (slope - r.zeroPoint), r.multiplier, r.exponent)
      return Int64(scaled + o.zeroPoint)
    }
  }

  private static func checkScaledPrelu(seed: UInt64) throws(CheckFailure) {
    var random = SeededGenerator(seed: seed)
    let test = PairCase(channels: .random(in: 1...150, using: &random), using: &random)
    let block = UnsafeMutableRawPointer.allocate(byteCount: 1 << 16, alignment: 64)
    defer { block.deallocate() }
    try test.check(expected: prelu(test)) {
      if packScales(test, into: block, slopes: $1) {
        Self.preluByScales(
          block, input: $0, output: $2, count: test.rows.rows * test.rows.count, range: test.range)
      } else {
        Self.preluReference(left: $0, right: $1, output: $2, rows: $3, scaled: test.scaled, range: test.range)
      }
    }
  }

  private static func checkPreluScalesAreFound(seed: UInt64) throws(CheckFailure) {
    var random = SeededGenerator(seed: seed)
    let block = UnsafeMutableRawPointer.allocate(byteCount: 1 << 16, alignment: 64)
    defer { block.deallocate() }
    var count = 0
    for _ in 0..<100 {
      let test = PairCase(channels: 32, using: &random)
      if test.right.withUnsafeBytes({ packScales(test, into: block, slopes: $0.baseAddress!) }) { count += 1 }
    }
    try expect(count >= 80, "only \(count) of 100 layers have scales")
  }

  private static func packScales(_ test: PairCase, into block: UnsafeMutableRawPointer, slopes: UnsafeRawPointer)
    -> Bool
  {
    guard let byteCount = preluScalesByteCount(channels: test.rows.count), byteCount <= 1 << 16 else { return false }
    return packPreluScales(
      into: block, slopes: slopes, channels: test.rows.count, scaled: test.scaled, range: test.range)
  }
}
