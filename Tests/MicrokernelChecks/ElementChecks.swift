import TFLiteMicrokernels
import TestRandomness

extension ElementMicrokernels {
  package static var elementChecks: [MicrokernelCheck] {
    [
      MicrokernelCheck("quantization", seeds: 0..<300, checkQuantize),
      MicrokernelCheck("quantization to even", seeds: 0..<300, checkQuantizeToEven),
      MicrokernelCheck("dequantization", seeds: 0..<200, checkDequantize),
      MicrokernelCheck("quantization by truncation", seeds: 0..<200, checkQuantizeByTruncation),
      MicrokernelCheck("sums to floats", seeds: 0..<200, checkScaleSums),
    ]
  }

  /// Floats to quantize: ties and their neighbours, the limits of the conversion, and what is no number at all.
  private static func floats(_ scale: Float, using random: inout SeededGenerator) -> [Float] {
    let special: [Float] = [
      0, -0.0, .nan, -.nan, .infinity, -.infinity, 3e9, -3e9, 1e38, (0.5 as Float).nextDown * scale, -0.5 * scale,
      0x1p31 * scale, (0x1p31 as Float).nextDown * scale, -0x1p31 * scale,
    ]
    return (0..<Int.random(in: 1...200, using: &random)).map { i in
      switch i % 4 {
      case 0: Float(Int.random(in: -300...300, using: &random)) * 0.5 * scale
      case 1: (Float(Int.random(in: -300...300, using: &random)) * 0.5 * scale).nextUp
      default: Float.random(in: -150...150, using: &random) * scale
      }
    } + special
  }

  private static func checkQuantize(seed: UInt64) throws(CheckFailure) {
    try checkQuantization(seed) { input, output, count, scale, zeroPoint, isSigned in
      quantize(input: input, output: output, count: count, scale: scale, zeroPoint: zeroPoint, isSigned: isSigned)
    } expected: { x, scale, zeroPoint in
      let quotient = (x / scale).rounded(.toNearestOrAwayFromZero)
      return (quotient.magnitude < 0x1p31 ? Int32(quotient) : .min) &+ zeroPoint
    }
  }

  private static func checkQuantizeToEven(seed: UInt64) throws(CheckFailure) {
    let notANumber: Float = seed % 2 == 0 ? 0 : 255
    try checkQuantization(seed) { input, output, count, scale, zeroPoint, isSigned in
      quantizeToEven(
        input: input, output: output, count: count, factor: 1 / scale, zeroPoint: zeroPoint, isSigned: isSigned,
        notANumber: notANumber)
    } expected: { x, scale, zeroPoint in
      let product = x * (1 / scale)
      let rounded = (product.isNaN ? notANumber : product).rounded(.toNearestOrEven)
      return Int32(min(max(rounded, -1e6), 1e6)) + zeroPoint
    }
  }

  private static func checkQuantization(
    _ seed: UInt64, by quantize: (UnsafeRawPointer, UnsafeMutableRawPointer, Int, Float, Int32, Bool) -> Void,
    expected: (_ x: Float, _ scale: Float, _ zeroPoint: Int32) -> Int32
  ) throws(CheckFailure) {
    var random = SeededGenerator(seed: seed)
    let isSigned = Bool.random(using: &random)
    let least: Int32 = isSigned ? -128 : 0
    let zeroPoint = Int32.random(in: least...least + 255, using: &random)
    let scale = seed % 3 == 0 ? 0.5 : Float.random(in: 1e-3...1, using: &random)
    let input = floats(scale, using: &random)
    let buffer = try GuardedBuffer(input.bytes, slack: 64)
    let output = CanaryBuffer(count: input.count, offset: 2)
    quantize(buffer.pointer, output.pointer, input.count, scale, zeroPoint, isSigned)
    try expect(output.isIntact, "wrote out of bounds")
    let actual = values(output.bytes, isSigned)
    for (i, x) in input.enumerated() {
      let stored = min(max(expected(x, scale, zeroPoint), least), least + 255)
      try expect(actual[i] == stored, "\(x) / \(scale)")
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
