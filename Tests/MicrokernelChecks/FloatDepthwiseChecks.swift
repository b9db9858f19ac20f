import TFLiteMicrokernels
import TestRandomness

extension FloatDepthwiseMicrokernels {
  package static var floatDepthwiseChecks: [MicrokernelCheck] {
    [false, true].map { isFused in
      MicrokernelCheck("float depthwise convolution, \(isFused ? "fused" : "not fused")", seeds: 0..<300) {
        seed throws(CheckFailure) in try check(isFused: isFused, seed: seed)
      }
    } + [MicrokernelCheck("float depthwise convolution, one rounding", seeds: 0..<1, checkFusedSum)]
  }

  /// The sum lies below the middle of two floats, by less than double can tell.
  private static func checkFusedSum(seed: UInt64) throws(CheckFailure) {
    let odd: Float = 1 + .ulpOfOne
    let input = try GuardedBuffer([odd, 0x1p-24 * odd].bytes, slack: 64)
    let weights = try GuardedBuffer([1, 1 - .ulpOfOne].bytes, slack: 64)
    let bias = try GuardedBuffer([Float(0)].bytes, slack: 64)
    let output = CanaryBuffer(count: 4)
    Self.convolveDepthwiseFloat(
      (
        inputHeight: 1, inputWidth: 2, inputRowStride: 2, inputPixelStride: 1, channels: 1, kernelHeight: 1,
        kernelWidth: 2, strideHeight: 1, strideWidth: 1, dilationHeight: 1, dilationWidth: 1, paddingTop: 0,
        paddingLeft: 0, outputWidth: 1, outputRowStride: 1, outputPixelStride: 1
      ), isFused: true, input: input.pointer, weights: weights.pointer, weightStride: 1, bias: bias.pointer,
      output: output.pointer,
      lower: -.infinity, upper: .infinity, rows: 0..<1)
    try expect(output.pointer.load(as: Float.self) == odd, "rounded twice")
  }

  private static func check(isFused: Bool, seed: UInt64) throws(CheckFailure) {
    var random = SeededGenerator(seed: seed)
    let test = FloatCase(isDepthwise: true, using: &random)
    let input = try GuardedBuffer(test.input.bytes, slack: 64)
    let weights = try GuardedBuffer(test.weights.bytes, slack: 64)
    let bias = try GuardedBuffer(test.bias.bytes, slack: 64)
    let output = CanaryBuffer(count: 4 * test.outputCount)
    let cut = Int.random(in: 0...test.outputHeight, using: &random)
    for rows in [0..<cut, cut..<test.outputHeight] {
      Self.convolveDepthwiseFloat(
        test.shape, isFused: isFused, input: input.pointer, weights: weights.pointer,
        weightStride: test.shape.channels, bias: bias.pointer, output: output.pointer,
        lower: test.lower, upper: test.upper, rows: rows)
    }
    try test.check(output, isDepthwise: true, isFused: isFused)
  }
}
