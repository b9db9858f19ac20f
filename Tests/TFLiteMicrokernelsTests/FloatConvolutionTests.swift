import TFLiteMicrokernels
import TestRandomness
import Testing

/// A float convolution drawn at random. Values have few significant bits or many, so that the order of sums matters.
struct FloatCase {
  var shape: ConvolutionShape
  var outputHeight: Int
  var columns: Int
  var input: [Float]
  var weights: [Float]
  var bias: [Float]
  var lower: Float
  var upper: Float

  var depth: Int { shape.kernelHeight * shape.kernelWidth * shape.channels }
  var pixels: Int { outputHeight * shape.outputWidth }
  var outputCount: Int { (outputHeight - 1) * shape.outputRowStride + shape.outputWidth * shape.outputPixelStride }

  init(isDepthwise: Bool, using random: inout SeededGenerator) {
    let kernelHeight = [1, 1, 3, 5].randomElement(using: &random)!
    let kernelWidth = !isDepthwise && kernelHeight == 1 ? 1 : Int.random(in: 1...5, using: &random)
    let dilation = [1, 1, 2].randomElement(using: &random)!
    let channels = Int.random(in: 1...(isDepthwise || kernelHeight == 1 ? 100 : 12), using: &random)
    let (inputHeight, inputWidth) = (Int.random(in: 1...9, using: &random), Int.random(in: 1...14, using: &random))
    let (strideHeight, strideWidth) = (Int.random(in: 1...2, using: &random), Int.random(in: 1...2, using: &random))
    let isPointwise = !isDepthwise && kernelHeight == 1
    let paddingTop = isPointwise ? 0 : Int.random(in: 0..<kernelHeight * dilation, using: &random)
    let paddingLeft = isPointwise ? 0 : Int.random(in: 0..<kernelWidth * dilation, using: &random)
    columns = isDepthwise ? channels : Int.random(in: 1...100, using: &random)
    outputHeight = (inputHeight + paddingTop + strideHeight - 1) / strideHeight
    let outputWidth = (inputWidth + paddingLeft + strideWidth - 1) / strideWidth
    let pixelStride = columns + Int.random(in: 0...1, using: &random)
    shape = (
      inputHeight: inputHeight, inputWidth: inputWidth, inputRowStride: inputWidth * channels,
      inputPixelStride: channels, channels: channels, kernelHeight: kernelHeight, kernelWidth: kernelWidth,
      strideHeight: strideHeight, strideWidth: strideWidth, dilationHeight: dilation, dilationWidth: dilation,
      paddingTop: paddingTop, paddingLeft: paddingLeft, outputWidth: outputWidth,
      outputRowStride: outputWidth * pixelStride, outputPixelStride: pixelStride
    )
    input = (0..<inputHeight * inputWidth * channels).map { _ in .random(in: -3...3, using: &random) }
    weights = (0..<kernelHeight * kernelWidth * channels * (isDepthwise ? 1 : columns)).map { _ in
      .random(in: -1...1, using: &random)
    }
    bias = (0..<columns).map { _ in .random(in: -5...5, using: &random) }
    (lower, upper) = [(-.infinity, .infinity), (0, .infinity), (0, 6)].randomElement(using: &random)!
  }

  func expected(_ y: Int, _ x: Int, _ column: Int, isDepthwise: Bool, isFused: Bool) -> Float {
    var sum: Float = 0
    func add(_ value: Float, _ weight: Float) {
      if isFused {
        sum = sum.addingProduct(value, weight)
      } else {
        let product = value * weight
        sum += product
      }
    }
    for ky in 0..<shape.kernelHeight {
      for kx in 0..<shape.kernelWidth {
        let inputY = y * shape.strideHeight + ky * shape.dilationHeight - shape.paddingTop
        let inputX = x * shape.strideWidth + kx * shape.dilationWidth - shape.paddingLeft
        if !(0..<shape.inputHeight).contains(inputY) || !(0..<shape.inputWidth).contains(inputX) { continue }
        let pixel = inputY * shape.inputRowStride + inputX * shape.inputPixelStride
        let tap = ky * shape.kernelWidth + kx
        if isDepthwise {
          add(input[pixel + column], weights[tap * columns + column])
        } else {
          for c in 0..<shape.channels {
            add(input[pixel + c], weights[column * depth + tap * shape.channels + c])
          }
        }
      }
    }
    return min(max(sum + bias[column], lower), upper)
  }

  func check(_ output: CanaryBuffer, isDepthwise: Bool, isFused: Bool, _ seed: UInt64) {
    #expect(output.isIntact, "wrote out of bounds, seed \(seed)")
    let canary = Float(bitPattern: 0x0101_0101 * UInt32(CanaryBuffer.canary))
    for y in 0..<outputHeight {
      for x in 0..<shape.outputWidth {
        let pixel = y * shape.outputRowStride + x * shape.outputPixelStride
        for column in 0..<shape.outputPixelStride {
          let actual = output.pointer.load(fromByteOffset: 4 * (pixel + column), as: Float.self)
          let value = column < columns ? expected(y, x, column, isDepthwise: isDepthwise, isFused: isFused) : canary
          guard actual.bitPattern == value.bitPattern else {
            Issue.record("seed \(seed): (\(y), \(x), \(column)) is \(actual), not \(value); \(shape), \(columns)")
            return
          }
        }
      }
    }
  }
}

extension [Float] {
  fileprivate var bytes: [UInt8] { withUnsafeBytes { Array<UInt8>($0) } }
}

@Suite struct FloatConvolutionTests {
  @Test(arguments: InstructionSet.available, [false, true])
  func equalsTheReference(_ set: InstructionSet, isFused: Bool) throws {
    for seed in 0..<300 as Range<UInt64> { try check(set.kernels.floatConvolution, isFused: isFused, seed) }
  }

  private func check<K: FloatConvolutionMicrokernels>(_: K.Type, isFused: Bool, _ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let test = FloatCase(isDepthwise: false, using: &random)
    let input = try GuardedBuffer(test.input.bytes, slack: 64)
    let raw = try GuardedBuffer(test.weights.bytes, slack: 0)
    let weights = CanaryBuffer(count: K.packedFloatWeightsByteCount(columns: test.columns, depth: test.depth))
    K.packFloatWeights(raw.pointer, columns: test.columns, depth: test.depth, into: weights.pointer)
    let epilogue = CanaryBuffer(count: K.epilogueByteCount(weights: weights.pointer))
    K.packFloatEpilogue(
      into: epilogue.pointer, weights: weights.pointer, bias: test.bias, lower: test.lower, upper: test.upper)
    let output = CanaryBuffer(count: 4 * test.outputCount)
    let scratch = CanaryBuffer(count: K.convolutionScratchByteCount(test.shape))
    let panels = K.panelCount(columns: test.columns)
    let pixelCut = Int.random(in: 0...test.pixels, using: &random)
    let panelCut = Int.random(in: 0...panels, using: &random)
    for pixels in [0..<pixelCut, pixelCut..<test.pixels] {
      for panels in [0..<panelCut, panelCut..<panels] {
        K.convolveFloat(
          test.shape, isFused: isFused, input: input.pointer, weights: weights.pointer,
          epilogue: epilogue.pointer, output: output.pointer, pixels: pixels, panels: panels,
          scratch: scratch.pointer)
      }
    }
    #expect(scratch.isIntact && weights.isIntact && epilogue.isIntact, "wrote out of bounds, seed \(seed)")
    test.check(output, isDepthwise: false, isFused: isFused, seed)
  }

  /// The sum lies below the middle of two floats, by less than double can tell.
  @Test(arguments: InstructionSet.available) func fusedSumsAreRoundedOnce(_ set: InstructionSet) throws {
    let odd: Float = 1 + .ulpOfOne
    let input = try GuardedBuffer([odd, 0x1p-24 * odd].bytes, slack: 64)
    let weights = try GuardedBuffer([1, 1 - .ulpOfOne].bytes, slack: 64)
    let bias = try GuardedBuffer([Float(0)].bytes, slack: 64)
    let output = CanaryBuffer(count: 4)
    try set.kernels.floatDepthwise.convolveDepthwiseFloat(
      (
        inputHeight: 1, inputWidth: 2, inputRowStride: 2, inputPixelStride: 1, channels: 1, kernelHeight: 1,
        kernelWidth: 2, strideHeight: 1, strideWidth: 1, dilationHeight: 1, dilationWidth: 1, paddingTop: 0,
        paddingLeft: 0, outputWidth: 1, outputRowStride: 1, outputPixelStride: 1
      ), isFused: true, input: input.pointer, weights: weights.pointer, bias: bias.pointer, output: output.pointer,
      lower: -.infinity, upper: .infinity, rows: 0..<1)
    #expect(output.pointer.load(as: Float.self) == odd)
  }

  @Test(arguments: InstructionSet.available, [false, true])
  func depthwiseEqualsTheReference(_ set: InstructionSet, isFused: Bool) throws {
    for seed in 0..<300 as Range<UInt64> { try checkDepthwise(set.kernels.floatDepthwise, isFused: isFused, seed) }
  }

  private func checkDepthwise<K: FloatDepthwiseMicrokernels>(_: K.Type, isFused: Bool, _ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let test = FloatCase(isDepthwise: true, using: &random)
    let input = try GuardedBuffer(test.input.bytes, slack: 64)
    let weights = try GuardedBuffer(test.weights.bytes, slack: 64)
    let bias = try GuardedBuffer(test.bias.bytes, slack: 64)
    let output = CanaryBuffer(count: 4 * test.outputCount)
    let cut = Int.random(in: 0...test.outputHeight, using: &random)
    for rows in [0..<cut, cut..<test.outputHeight] {
      K.convolveDepthwiseFloat(
        test.shape, isFused: isFused, input: input.pointer, weights: weights.pointer, bias: bias.pointer,
        output: output.pointer,
        lower: test.lower, upper: test.upper, rows: rows)
    }
    test.check(output, isDepthwise: true, isFused: isFused, seed)
  }
}
