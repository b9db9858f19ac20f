import TFLiteMicrokernels
import TestRandomness

extension InterpolationMicrokernels {
  package static var interpolationChecks: [MicrokernelCheck] {
    [
      MicrokernelCheck("interpolation", seeds: 0..<300, checkInterpolate),
      MicrokernelCheck("interpolation, XNNPACK", seeds: 0..<300, checkInterpolateXNNPACK),
      MicrokernelCheck("interpolation of floats", seeds: 0..<300, checkInterpolateFloats),
    ]
  }

  private static func checkInterpolate(seed: UInt64) throws(CheckFailure) {
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
      Self.interpolateFixed(
        top: topBuffer.pointer, bottom: bottomBuffer.pointer, vertical: vertical, columns: columns,
        count: columns.count, channels: channels, output: output.pointer)
    } else {
      Self.interpolateFloat(
        top: topBuffer.pointer, bottom: bottomBuffer.pointer, vertical: vertical, columns: columns,
        count: columns.count, channels: channels, output: output.pointer)
    }
    try expect(output.isIntact, "wrote out of bounds")
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
          throw CheckFailure("channel \(channel) of pixel \(column) is \(result), not \(expected)")
        }
      }
    }
  }

  private static func checkInterpolateXNNPACK(seed: UInt64) throws(CheckFailure) {
    var random = SeededGenerator(seed: seed)
    let isSigned = Bool.random(using: &random)
    let (width, channels) = (Int.random(in: 1...9, using: &random), Int.random(in: 1...150, using: &random))
    let columns: [PixelPosition] = (0..<Int.random(in: 1...12, using: &random)).map { _ in
      let left = Int.random(in: 0..<width, using: &random)
      let right = min(left + Int.random(in: 0...1, using: &random), width - 1)
      return (left * channels, right * channels, Float(Int.random(in: 0...2048, using: &random)))
    }
    let (top, bottom) = (
      randomBytes(width * channels, using: &random), randomBytes(width * channels, using: &random)
    )
    let vertical = Int32.random(in: 0...2048, using: &random)
    let (topBuffer, bottomBuffer) = (try GuardedBuffer(top, slack: 64), try GuardedBuffer(bottom, slack: 64))
    let output = CanaryBuffer(count: columns.count * channels, offset: 1)
    Self.interpolateXNNPACK(
      top: topBuffer.pointer, bottom: bottomBuffer.pointer, vertical: Float(vertical), columns: columns,
      count: columns.count, channels: channels, isSigned: isSigned, output: output.pointer)
    try expect(output.isIntact, "wrote out of bounds")
    let (upper, lower, results) = (values(top, isSigned), values(bottom, isSigned), values(output.bytes, isSigned))
    for (column, position) in columns.enumerated() {
      for channel in 0..<channels {
        let horizontal = Int32(position.fraction)
        func across(_ row: [Int32]) -> Int32 {
          let (left, right) = (row[position.left + channel], row[position.right + channel])
          return left * 2048 + (right - left) * horizontal
        }
        let sum = across(upper) * 2048 + (across(lower) - across(upper)) * vertical
        let (result, expected) = (results[column * channels + channel], (sum + 1 << 21) >> 22)
        guard result == expected else {
          throw CheckFailure("channel \(channel) of pixel \(column) is \(result), not \(expected)")
        }
      }
    }
  }

  private static func checkInterpolateFloats(seed: UInt64) throws(CheckFailure) {
    var random = SeededGenerator(seed: seed)
    let (width, channels) = (Int.random(in: 1...9, using: &random), Int.random(in: 1...70, using: &random))
    let columns: [PixelPosition] = (0..<Int.random(in: 1...12, using: &random)).map { _ in
      let left = Int.random(in: 0..<width, using: &random)
      let right = min(left + Int.random(in: 0...1, using: &random), width - 1)
      return (
        4 * left * channels, 4 * right * channels, .random(in: left == right ? -0.5...1.2 : 0...1, using: &random)
      )
    }
    func row() -> [Float] {
      (0..<width * channels).map { _ in
        Int.random(in: 0..<20, using: &random) == 0 ? -0.0 : .random(in: -3...3, using: &random)
      }
    }
    let (top, bottom) = (row(), row())
    let vertical = Float.random(in: 0...1, using: &random)
    let topBuffer = try GuardedBuffer(top.bytes, slack: 64)
    let bottomBuffer = try GuardedBuffer(bottom.bytes, slack: 64)
    let output = CanaryBuffer(count: 4 * columns.count * channels, offset: 4)
    Self.interpolateFloats(
      top: topBuffer.pointer, bottom: bottomBuffer.pointer, vertical: vertical, columns: columns,
      count: columns.count, channels: channels, output: output.pointer)
    try expect(output.isIntact, "wrote out of bounds")
    let results = output.floats
    for (column, position) in columns.enumerated() {
      let (left, right, x) = (position.left / 4, position.right / 4, position.fraction)
      for channel in 0..<channels {
        var sum = top[left + channel] * (1 - vertical) * (1 - x)
        sum += bottom[left + channel] * vertical * (1 - x)
        sum += top[right + channel] * (1 - vertical) * x
        sum += bottom[right + channel] * vertical * x
        let result = results[column * channels + channel]
        guard result.bitPattern == (sum + 0).bitPattern else {
          throw CheckFailure("channel \(channel) of pixel \(column) is \(result.bitPattern), not \(sum.bitPattern)")
        }
      }
    }
  }
}
