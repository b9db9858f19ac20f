import TFLiteMicrokernels
import TestRandomness

private enum FloatPairKind { case sum, difference, product, slope }

extension FloatPairMicrokernels {
  package static var floatPairChecks: [MicrokernelCheck] {
    [
      MicrokernelCheck("sums of floats", seeds: 0..<300) { seed throws(CheckFailure) in try check(.sum, seed: seed) },
      MicrokernelCheck("differences of floats", seeds: 0..<300) { seed throws(CheckFailure) in
        try check(.difference, seed: seed)
      },
      MicrokernelCheck("products of floats", seeds: 0..<300) { seed throws(CheckFailure) in
        try check(.product, seed: seed)
      },
      MicrokernelCheck("slopes of floats", seeds: 0..<300) { seed throws(CheckFailure) in
        try check(.slope, seed: seed)
      },
      MicrokernelCheck("sums of floats and shorter rows", seeds: 0..<200, checkPaddedSums),
    ]
  }

  private static func checkPaddedSums(seed: UInt64) throws(CheckFailure) {
    var random = SeededGenerator(seed: seed)
    let (rowCount, count) = (Int.random(in: 1...5, using: &random), Int.random(in: 1...70, using: &random))
    let rightCount = Int.random(in: 1...count, using: &random)
    func floats(_ count: Int) -> [Float] {
      (0..<count).map { _ in [0, -0.0, .random(in: -3...3, using: &random)].randomElement(using: &random)! }
    }
    let (left, right) = (floats(rowCount * count), floats(rowCount * rightCount))
    let leftBuffer = try GuardedBuffer(left.bytes, slack: 64)
    let rightBuffer = try GuardedBuffer(right.bytes, slack: 64)
    let output = CanaryBuffer(count: 4 * rowCount * count, offset: 4)
    addPaddedFloats(
      left: leftBuffer.pointer, right: rightBuffer.pointer, output: output.pointer, rows: rowCount, count: count,
      rightCount: rightCount, lower: -2, upper: 2)
    try expect(output.isIntact, "wrote out of bounds")
    for (index, result) in output.floats.enumerated() {
      let (row, i) = (index / count, index % count)
      let sum = left[index] + (i < rightCount ? right[row * rightCount + i] : 0)
      let expected = sum < -2 ? -2 : 2 < sum ? 2 : sum
      try expect(result.bitPattern == expected.bitPattern, "element \(i) of row \(row)")
    }
  }

  /// Infinities, zeros of both signs and what is no number are among the operands.
  private static func check(_ kind: FloatPairKind, seed: UInt64) throws(CheckFailure) {
    var random = SeededGenerator(seed: seed)
    let rowCount = Int.random(in: 0..<3, using: &random) == 0 ? Int.random(in: 1...9, using: &random) : 1
    let count = Int.random(in: 1...(rowCount > 1 ? 40 : 200), using: &random)
    func steps() -> (step: Int, rowStep: Int) {
      [(1, count), (1, count), (1, 0), (0, 1), (0, 0)].randomElement(using: &random)!
    }
    func floats(_ steps: (step: Int, rowStep: Int)) -> [Float] {
      (0..<(rowCount - 1) * steps.rowStep + (count - 1) * steps.step + 1).map { _ in
        Int.random(in: 0..<20, using: &random) == 0
          ? [0, -0.0, .infinity, -.infinity, .greatestFiniteMagnitude, .nan].randomElement(using: &random)!
          : .random(in: -3...3, using: &random)
      }
    }
    let (l, r) = (steps(), steps())
    let rows: PairedRows = (rowCount, count, l.step, r.step, l.rowStep, r.rowStep)
    let (left, right) = (floats(l), floats(r))
    let greatest = Float.greatestFiniteMagnitude
    let (lower, upper) = [(-greatest, greatest), (0, greatest), (0, 6), (-1, 1)].randomElement(using: &random)!
    let leftBuffer = try GuardedBuffer(left.bytes, slack: 64)
    let rightBuffer = try GuardedBuffer(right.bytes, slack: 64)
    let output = CanaryBuffer(count: 4 * rowCount * count, offset: 4)
    let (x, y, z) = (leftBuffer.pointer, rightBuffer.pointer, output.pointer)
    switch kind {
    case .sum: Self.addFloats(left: x, right: y, output: z, rows: rows, lower: lower, upper: upper)
    case .difference: Self.subtractFloats(left: x, right: y, output: z, rows: rows, lower: lower, upper: upper)
    case .product: Self.multiplyFloats(left: x, right: y, output: z, rows: rows, lower: lower, upper: upper)
    case .slope: Self.preluFloats(left: x, right: y, output: z, rows: rows, one: 1)
    }
    try expect(output.isIntact, "wrote out of bounds")
    let results = output.floats
    for row in 0..<rowCount {
      for i in 0..<count {
        let (a, b) = (left[row * l.rowStep + i * l.step], right[row * r.rowStep + i * r.step])
        func clamped(_ value: Float) -> Float {
          let raised = value < lower ? lower : value
          return upper < raised ? upper : raised
        }
        let expected =
          switch kind {
          case .sum: clamped(a + b)
          case .difference: clamped(a - b)
          case .product: clamped(a * b)
          case .slope: a * (a >= 0 ? 1 : b)
          }
        let result = results[row * count + i]
        guard result.bitPattern == expected.bitPattern || result.isNaN && expected.isNaN else {
          throw CheckFailure("element \(i) of row \(row) has the bits \(result.bitPattern), not \(expected.bitPattern)")
        }
      }
    }
  }
}
