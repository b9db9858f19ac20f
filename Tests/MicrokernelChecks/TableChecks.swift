import TFLiteMicrokernels
import TestRandomness

extension TableMicrokernels {
  package static var tableChecks: [MicrokernelCheck] { [MicrokernelCheck("tables", seeds: 0..<100, checkLookUp)] }

  private static func checkLookUp(seed: UInt64) throws(CheckFailure) {
    var random = SeededGenerator(seed: seed)
    let table = randomBytes(256, using: &random)
    let input = Array(0...255) + randomBytes(.random(in: 0...200, using: &random), using: &random)
    let buffer = try GuardedBuffer(input, slack: 64)
    let entries = try GuardedBuffer(table, slack: 0)
    let output = CanaryBuffer(count: input.count, offset: 3)
    Self.lookUp(entries.pointer, input: buffer.pointer, output: output.pointer, count: input.count)
    try expect(output.isIntact, "wrote out of bounds")
    try expect(output.bytes == input.map { table[Int($0)] }, "other results")
  }
}
