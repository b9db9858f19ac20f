import TFLiteMicrokernels
import TestRandomness

extension ReductionMicrokernels {
  package static var reductionChecks: [MicrokernelCheck] {
    [
      MicrokernelCheck("sums of pixels", seeds: 0..<200, checkSums),
      MicrokernelCheck("largest of each row", seeds: 0..<300, checkLargest),
      MicrokernelCheck("extremes of floats", seeds: 0..<300, checkExtremes),
    ]
  }

  private static func checkSums(seed: UInt64) throws(CheckFailure) {
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
    Self.sumPixels(
      input: input.pointer, pixels: pixels, pixelStride: stride, channels: channels, isSigned: isSigned, sums: sums)
    try expect(output.isIntact, "wrote out of bounds")
    for channel in 0..<channels {
      var sum = Int32(channel)
      for pixel in 0..<pixels {
        let byte = bytes[pixel * stride + channel]
        sum += isSigned ? Int32(Int8(bitPattern: byte)) : Int32(byte)
      }
      try expect(sums[channel] == sum, "channel \(channel)")
    }
  }

  private static func checkLargest(seed: UInt64) throws(CheckFailure) {
    var random = SeededGenerator(seed: seed)
    let (rows, columns) = (Int.random(in: 1...20, using: &random), Int.random(in: 1...200, using: &random))
    let stride = columns + Int.random(in: 0...2, using: &random)
    let bytes = randomBytes((rows - 1) * stride + columns, using: &random)
    let byteBuffer = try GuardedBuffer(bytes, slack: 64)
    let byteOutput = CanaryBuffer(count: rows)
    Self.largestBytes(
      input: byteBuffer.pointer, rowStride: stride, columns: columns, rows: rows,
      maxima: byteOutput.pointer.bindMemory(to: UInt8.self, capacity: rows))
    try expect(byteOutput.isIntact, "wrote out of bounds")
    let expected = (0..<rows).map { bytes[$0 * stride..<$0 * stride + columns].max()! }
    try expect(byteOutput.bytes == expected, "other bytes")

    let share = [0, 0.3, 1].randomElement(using: &random)!
    let floats = bytes.map { _ in
      Double.random(in: 0..<1, using: &random) < share
        ? [Float.nan, -.infinity].randomElement(using: &random)!
        : .random(in: -1...(seed % 2 == 0 ? -0.5 : 1), using: &random)
    }
    let floatBuffer = try GuardedBuffer(floats.bytes, slack: 64)
    let floatOutput = CanaryBuffer(count: 4 * rows)
    let maxima = floatOutput.pointer.bindMemory(to: Float.self, capacity: rows)
    Self.largestFloats(
      input: floatBuffer.pointer, rowStride: 4 * stride, columns: columns, rows: rows, maxima: maxima)
    try expect(floatOutput.isIntact, "wrote out of bounds")
    for row in 0..<rows {
      let expected = floats[row * stride..<row * stride + columns].filter { !$0.isNaN }.max() ?? -.infinity
      try expect(maxima[row] == expected, "row \(row)")
    }
  }
}
