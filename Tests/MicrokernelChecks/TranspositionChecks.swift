import TFLiteMicrokernels
import TestRandomness

extension TranspositionMicrokernels {
  package static var transpositionChecks: [MicrokernelCheck] {
    [MicrokernelCheck("transposition", seeds: 0..<300, checkTranspose)]
  }

  private static func checkTranspose(seed: UInt64) throws(CheckFailure) {
    var random = SeededGenerator(seed: seed)
    let (rows, columns) = (Int.random(in: 1...70, using: &random), Int.random(in: 1...70, using: &random))
    let sourceStride = columns + Int.random(in: 0...3, using: &random)
    let targetStride = rows + Int.random(in: 0...3, using: &random)
    let bytes = randomBytes((rows - 1) * sourceStride + columns, using: &random)
    let source = try GuardedBuffer(bytes, slack: 0)
    let target = CanaryBuffer(count: (columns - 1) * targetStride + rows, offset: 1)
    Self.transposeBytes(
      source: source.pointer, sourceStride: sourceStride, target: target.pointer, targetStride: targetStride,
      rows: rows, columns: columns)
    try expect(target.isIntact, "wrote out of bounds")
    let results = target.bytes
    for column in 0..<columns {
      // What lies between the rows stays as it was.
      let expected =
        (0..<rows).map { bytes[$0 * sourceStride + column] }
        + Array(repeating: CanaryBuffer.canary, count: column < columns - 1 ? targetStride - rows : 0)
      let found = results[column * targetStride..<column * targetStride + expected.count]
      try expect(Array(found) == expected, "column \(column)")
    }
  }
}
