import TFLiteMicrokernels
import TestRandomness

/// A depthwise convolution drawn at random, and its sums one element after the other.
struct DepthwiseCase {
  var isSigned: Bool
  var inputZeroPoint: Int32
  var weightsAreSigned: Bool
  var weightZeroPoint: Int32
  var shape: ConvolutionShape
  var multiplier: Int
  var outputHeight: Int
  var input: [UInt8]
  var weights: [UInt8]
  var requantization: RandomRequantization

  var channels: Int { shape.channels * multiplier }
  var outputByteCount: Int { (outputHeight - 1) * shape.outputRowStride + shape.outputWidth * shape.outputPixelStride }

  init(using random: inout SeededGenerator) {
    isSigned = .random(using: &random)
    weightsAreSigned = .random(using: &random)
    inputZeroPoint = Int32.random(in: 0...255, using: &random) - (isSigned ? 128 : 0)
    weightZeroPoint = weightsAreSigned ? 0 : Int32.random(in: 0...255, using: &random)

    let kernelHeight = [1, 3, 3, 3, 5, 2, 7].randomElement(using: &random)!
    let kernelWidth = [1, 3, 3, 3, 5, 5, 2, 9].randomElement(using: &random)!
    let dilationHeight = [1, 1, 2].randomElement(using: &random)!
    let dilationWidth = [1, 1, 2].randomElement(using: &random)!
    multiplier = [1, 1, 1, 2, 8].randomElement(using: &random)!
    let channels = Int.random(in: 1...(multiplier == 1 ? 200 : 20), using: &random)
    let inputHeight = Int.random(in: 1...10, using: &random)
    let inputWidth = [Int.random(in: 1...12, using: &random), .random(in: 1...90, using: &random)]
      .randomElement(using: &random)!
    let strideHeight = Int.random(in: 1...3, using: &random)
    let strideWidth = [1, 1, 2, 3].randomElement(using: &random)!
    let paddingTop = Int.random(in: 0..<kernelHeight * dilationHeight, using: &random)
    let paddingLeft = Int.random(in: 0..<kernelWidth * dilationWidth, using: &random)
    outputHeight = (inputHeight + paddingTop + strideHeight - 1) / strideHeight
    let outputWidth = (inputWidth + paddingLeft + strideWidth - 1) / strideWidth
    let pixelStride = channels * multiplier + [0, 0, 3].randomElement(using: &random)!
    let inputPixelStride = channels + [0, 0, 5].randomElement(using: &random)!
    shape = (
      inputHeight: inputHeight, inputWidth: inputWidth, inputRowStride: inputWidth * inputPixelStride,
      inputPixelStride: inputPixelStride, channels: channels,
      kernelHeight: kernelHeight, kernelWidth: kernelWidth, strideHeight: strideHeight, strideWidth: strideWidth,
      dilationHeight: dilationHeight, dilationWidth: dilationWidth, paddingTop: paddingTop, paddingLeft: paddingLeft,
      outputWidth: outputWidth, outputRowStride: outputWidth * pixelStride + pixelStride % 2,
      outputPixelStride: pixelStride
    )
    input = (0..<inputHeight * inputWidth * inputPixelStride).map { _ in .random(in: 0...255, using: &random) }
    // Mostly few weights leave int8; sometimes many do.
    let spread = [20, 20, 127].randomElement(using: &random)!
    let center = Int(weightZeroPoint) + (weightsAreSigned ? 128 : 0)
    weights = (0..<kernelHeight * kernelWidth * channels * multiplier).map { _ in
      let weight =
        Int.random(in: 0..<40, using: &random) == 0
        ? .random(in: 0...255, using: &random)
        : center + .random(in: -spread...spread, using: &random)
      return UInt8(min(max(weight, 0), 255))
    }
    if weightsAreSigned { weights = weights.map { $0 ^ 0x80 } }
    requantization = RandomRequantization(
      columns: channels * multiplier, depth: kernelHeight * kernelWidth, using: &random)
    for column in requantization.killColumns(using: &random) {
      for index in stride(from: column, to: weights.count, by: channels * multiplier) {
        weights[index] = UInt8(truncatingIfNeeded: weightZeroPoint)
      }
    }
  }

  func accumulator(_ y: Int, _ x: Int, _ channel: Int) -> Int32 {
    var sum = requantization.bias?[channel] ?? 0
    for ky in 0..<shape.kernelHeight {
      for kx in 0..<shape.kernelWidth {
        let inputY = y * shape.strideHeight + ky * shape.dilationHeight - shape.paddingTop
        let inputX = x * shape.strideWidth + kx * shape.dilationWidth - shape.paddingLeft
        if !(0..<shape.inputHeight).contains(inputY) || !(0..<shape.inputWidth).contains(inputX) { continue }
        let byte = input[inputY * shape.inputRowStride + inputX * shape.inputPixelStride + channel / multiplier]
        let weight = weights[(ky * shape.kernelWidth + kx) * channels + channel]
        let activation = isSigned ? Int32(Int8(bitPattern: byte)) : Int32(byte)
        let w = weightsAreSigned ? Int32(Int8(bitPattern: weight)) : Int32(weight)
        sum &+= (activation - inputZeroPoint) * (w - weightZeroPoint)
      }
    }
    return sum
  }
}

extension DepthwiseMicrokernels {
  package static var depthwiseChecks: [MicrokernelCheck] {
    Numerics.allCases.map { numerics in
      MicrokernelCheck("depthwise convolution, \(numerics.name)", seeds: 0..<300) { seed throws(CheckFailure) in
        try check(numerics, seed: seed)
      }
    }
  }

  private static func check(_ numerics: Numerics, seed: UInt64) throws(CheckFailure) {
    var random = SeededGenerator(seed: seed)
    let test = DepthwiseCase(using: &random)
    let input = try GuardedBuffer(test.input, slack: 64)
    let weights = try packedWeights(test)
    let epilogue = CanaryBuffer(count: Self.epilogueByteCount(weights: weights.pointer))
    test.requantization.pack(
      Self.self, numerics, weights: weights, into: epilogue, inputZeroPoint: test.inputZeroPoint,
      inputIsSigned: test.isSigned)

    // Everything, cut at random places.
    let output = CanaryBuffer(count: test.outputByteCount, offset: .random(in: 0...3, using: &random))
    let scratch = CanaryBuffer(count: Self.depthwiseScratchByteCount(test.shape, weights: weights.pointer))
    let units = Self.depthwiseUnitCount(channels: test.channels)
    let rowCut = Int.random(in: 0...test.outputHeight, using: &random)
    let unitCut = Int.random(in: 0...units, using: &random)
    for rows in [0..<rowCut, rowCut..<test.outputHeight] {
      for units in [0..<unitCut, unitCut..<units] {
        Self.convolveDepthwise(
          test.shape, multiplier: test.multiplier, input: input.pointer, isSigned: test.isSigned,
          zeroPoint: test.inputZeroPoint, weights: weights.pointer, epilogue: epilogue.pointer,
          output: output.pointer, rows: rows, units: units, scratch: scratch.pointer)
      }
    }
    try expect(
      scratch.isIntact && weights.isIntact && epilogue.isIntact && output.isIntact,
      "wrote out of bounds")

    var expected = [UInt8](repeating: CanaryBuffer.canary, count: test.outputByteCount)
    for y in 0..<test.outputHeight {
      for x in 0..<test.shape.outputWidth {
        for channel in 0..<test.channels {
          expected[y * test.shape.outputRowStride + x * test.shape.outputPixelStride + channel] =
            test.requantization.apply(test.accumulator(y, x, channel), channel, numerics)
        }
      }
    }
    let actual = output.bytes
    let wrong = actual.indices.filter { actual[$0] != expected[$0] }
    try expect(
      wrong.isEmpty,
      "\(wrong.count) of \(actual.count) differ, first element \(wrong.first ?? 0)"
    )
  }

  private static func packedWeights(_ test: DepthwiseCase) throws(CheckFailure) -> CanaryBuffer {
    let raw = try GuardedBuffer(test.weights, slack: 0)
    let weights = CanaryBuffer(
      count: Self.packedDepthwiseWeightsByteCount(
        raw.pointer, isSigned: test.weightsAreSigned, zeroPoint: test.weightZeroPoint, channels: test.channels,
        kernelHeight: test.shape.kernelHeight, kernelWidth: test.shape.kernelWidth))
    Self.packDepthwiseWeights(
      raw.pointer, isSigned: test.weightsAreSigned, zeroPoint: test.weightZeroPoint, channels: test.channels,
      kernelHeight: test.shape.kernelHeight, kernelWidth: test.shape.kernelWidth, into: weights.pointer)
    return weights
  }
}
