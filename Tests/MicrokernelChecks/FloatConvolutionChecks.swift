import TFLiteMicrokernels
import TestRandomness

extension FloatConvolutionMicrokernels {
  package static var floatConvolutionChecks: [MicrokernelCheck] {
    [false, true].map { isFused in
      MicrokernelCheck("float convolution, \(isFused ? "fused" : "not fused")", seeds: 0..<300) {
        seed throws(CheckFailure) in try check(isFused: isFused, seed: seed)
      }
    }
  }

  private static func check(isFused: Bool, seed: UInt64) throws(CheckFailure) {
    var random = SeededGenerator(seed: seed)
    var test = FloatCase(isDepthwise: false, using: &random)
    if Bool.random(using: &random) { test.drawAddend(using: &random) }
    let added = try GuardedBuffer((test.addend?.values ?? []).bytes, slack: 64)
    let input = try GuardedBuffer(test.input.bytes, slack: 64)
    let raw = try GuardedBuffer(test.weights.bytes, slack: 0)
    let weights = CanaryBuffer(count: Self.packedFloatWeightsByteCount(columns: test.columns, depth: test.depth))
    Self.packFloatWeights(raw.pointer, columns: test.columns, depth: test.depth, into: weights.pointer)
    let epilogue = CanaryBuffer(count: Self.epilogueByteCount(weights: weights.pointer))
    Self.packFloatEpilogue(
      into: epilogue.pointer, weights: weights.pointer, bias: test.bias, lower: test.lower, upper: test.upper)
    let output = CanaryBuffer(count: 4 * test.outputCount)
    let scratch = CanaryBuffer(count: Self.convolutionScratchByteCount(test.shape))
    let panels = Self.panelCount(columns: test.columns)
    let pixelCut = Int.random(in: 0...test.pixels, using: &random)
    let panelCut = Int.random(in: 0...panels, using: &random)
    for pixels in [0..<pixelCut, pixelCut..<test.pixels] {
      for panels in [0..<panelCut, panelCut..<panels] {
        Self.convolveFloat(
          test.shape, isFused: isFused, input: input.pointer, weights: weights.pointer,
          epilogue: epilogue.pointer, addend: test.addend.map { (UnsafeRawPointer(added.pointer), $0.lower, $0.upper) },
          output: output.pointer, pixels: pixels, panels: panels, scratch: scratch.pointer)
      }
    }
    try expect(scratch.isIntact && weights.isIntact && epilogue.isIntact, "wrote out of bounds")
    try test.check(output, isDepthwise: false, isFused: isFused)
  }
}
