import TFLiteMicrokernels
import TestRandomness
import Testing

@Suite struct TranspositionTests {
  @Test(arguments: InstructionSet.available) func transposesBytes(_ set: InstructionSet) throws {
    for seed in 0..<300 as Range<UInt64> { try transpose(set.kernels.transposition, seed) }
  }

  private func transpose<K: TranspositionMicrokernels>(_: K.Type, _ seed: UInt64) throws {
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
}
