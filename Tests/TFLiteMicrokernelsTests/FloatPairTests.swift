import TFLiteMicrokernels
import TestRandomness
import Testing

/// Operations on pairs of floats give the bits of plain arithmetic, infinities and zeros of both signs included.
@Suite struct FloatPairTests {
  enum Operation: String, CaseIterable, Sendable {
    case add
    case subtract
    case multiply
    case prelu
  }

  @Test(arguments: InstructionSet.available, Operation.allCases)
  func givesTheBitsOfPlainArithmetic(_ set: InstructionSet, _ operation: Operation) throws {
    for seed in 0..<300 as Range<UInt64> { try check(set.kernels.floatPairs, operation, seed) }
  }

  private func check<K: FloatPairMicrokernels>(_: K.Type, _ operation: Operation, _ seed: UInt64) throws {
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
    let leftBuffer = try GuardedBuffer(left.withUnsafeBytes { Array($0) }, slack: 64)
    let rightBuffer = try GuardedBuffer(right.withUnsafeBytes { Array($0) }, slack: 64)
    let output = CanaryBuffer(count: 4 * rowCount * count, offset: 4)
    let (x, y, z) = (leftBuffer.pointer, rightBuffer.pointer, output.pointer)
    switch operation {
    case .add: K.addFloats(left: x, right: y, output: z, rows: rows, lower: lower, upper: upper)
    case .subtract: K.subtractFloats(left: x, right: y, output: z, rows: rows, lower: lower, upper: upper)
    case .multiply: K.multiplyFloats(left: x, right: y, output: z, rows: rows, lower: lower, upper: upper)
    case .prelu: K.preluFloats(left: x, right: y, output: z, rows: rows)
    }
    #expect(output.isIntact, "wrote out of bounds, seed \(seed)")
    let results = output.bytes.withUnsafeBytes { Array($0.assumingMemoryBound(to: Float.self)) }
    for row in 0..<rowCount {
      for i in 0..<count {
        let (a, b) = (left[row * l.rowStep + i * l.step], right[row * r.rowStep + i * r.step])
        func clamped(_ value: Float) -> Float {
          let raised = value < lower ? lower : value
          return upper < raised ? upper : raised
        }
        let expected =
          switch operation {
          case .add: clamped(a + b)
          case .subtract: clamped(a - b)
          case .multiply: clamped(a * b)
          case .prelu: a * (a >= 0 ? 1 : b)
          }
        let result = results[row * count + i]
        guard result.bitPattern == expected.bitPattern || result.isNaN && expected.isNaN else {
          Issue.record("seed \(seed): \(operation) of \(a) and \(b) is \(result), not \(expected); \(rows)")
          return
        }
      }
    }
  }
}
