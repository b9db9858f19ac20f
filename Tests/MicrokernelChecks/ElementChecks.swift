import TFLiteMicrokernels
import TestRandomness

extension ElementMicrokernels {
  package static var elementChecks: [MicrokernelCheck] {
    [
      MicrokernelCheck("quantization", seeds: 0..<300, checkQuantize),
      MicrokernelCheck("dequantization", seeds: 0..<200, checkDequantize),
      MicrokernelCheck("quantization by truncation", seeds: 0..<200, checkQuantizeByTruncation),
      MicrokernelCheck("sums to floats", seeds: 0..<200, checkScaleSums),
    ]
  }

  private static func checkQuantize(seed: UInt64) throws(CheckFailure) {
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
    let buffer = try GuardedBuffer(input.bytes, slack: 64)
    let output = CanaryBuffer(count: input.count, offset: 2)
    Self.quantize(
      input: buffer.pointer, output: output.pointer, count: input.count, scale: scale, zeroPoint: zeroPoint,
      isSigned: isSigned)
    try expect(output.isIntact, "wrote out of bounds")
    let actual = values(output.bytes, isSigned)
    for (i, x) in input.enumerated() {
      let quotient = (x / scale).rounded(.toNearestOrAwayFromZero)
      let rounded = quotient.isNaN ? 0 : Int32(min(max(quotient, -1e6), 1e6))
      let expected = min(max(rounded + zeroPoint, least), least + 255)
      try expect(actual[i] == expected, "\(x) / \(scale)")
    }
  }

  private static func checkDequantize(seed: UInt64) throws(CheckFailure) {
    var random = SeededGenerator(seed: seed)
    let isSigned = Bool.random(using: &random)
    let least: Int32 = isSigned ? -128 : 0
    let zeroPoint = Int32.random(in: least...least + 255, using: &random)
    let scale = Float.random(in: 1e-6...1, using: &random)
    let input = randomBytes(.random(in: 1...200, using: &random), using: &random)
    let buffer = try GuardedBuffer(input, slack: 64)
    let output = CanaryBuffer(count: 4 * input.count)
    Self.dequantize(
      input: buffer.pointer, output: output.pointer, count: input.count, scale: scale, zeroPoint: zeroPoint,
      isSigned: isSigned)
    try expect(output.isIntact, "wrote out of bounds")
    for (i, q) in values(input, isSigned).enumerated() {
      let expected = Float(Double(scale) * Double(q - zeroPoint))
      try expect(output.pointer.load(fromByteOffset: 4 * i, as: Float.self) == expected, "element \(i)")
    }
  }
}
