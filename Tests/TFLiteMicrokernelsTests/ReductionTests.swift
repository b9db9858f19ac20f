import TFLiteMicrokernels
import TestRandomness
import Testing

@Suite struct ReductionTests {
  @Test(arguments: InstructionSet.available) func addsUpPixels(_ set: InstructionSet) throws {
    for seed in 0..<200 as Range<UInt64> { try checkSums(set.kernels.reduction, seed) }
  }

  private func checkSums<K: ReductionMicrokernels>(_: K.Type, _ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let isSigned = Bool.random(using: &random)
    let channels = Int.random(in: 1...150, using: &random)
    let stride = channels + Int.random(in: 0...1, using: &random) * 5
    let pixels = Int.random(in: 0...60, using: &random)
    let bytes = (0..<pixels * stride).map { _ in UInt8.random(in: 0...255, using: &random) }
    let input = try GuardedBuffer(bytes, slack: 64)
    let output = CanaryBuffer(count: 4 * channels)
    let sums = output.pointer.bindMemory(to: Int32.self, capacity: channels)
    for channel in 0..<channels { sums[channel] = Int32(channel) }
    K.sumPixels(
      input: input.pointer, pixels: pixels, pixelStride: stride, channels: channels, isSigned: isSigned, sums: sums)
    #expect(output.isIntact, "wrote out of bounds, seed \(seed)")
    for channel in 0..<channels {
      var sum = Int32(channel)
      for pixel in 0..<pixels {
        let byte = bytes[pixel * stride + channel]
        sum += isSigned ? Int32(Int8(bitPattern: byte)) : Int32(byte)
      }
      #expect(sums[channel] == sum, "seed \(seed), channel \(channel)")
    }
  }

  @Test(arguments: InstructionSet.available) func findsTheLargestOfEachRow(_ set: InstructionSet) throws {
    for seed in 0..<300 as Range<UInt64> { try largest(set.kernels.reduction, seed) }
  }

  private func largest<K: ReductionMicrokernels>(_: K.Type, _ seed: UInt64) throws {
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
}
