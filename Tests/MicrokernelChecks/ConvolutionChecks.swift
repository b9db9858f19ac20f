import TFLiteMicrokernels
import TestRandomness

/// A convolution drawn at random, and its result one element after the other.
struct ConvolutionCase {
  var isSigned: Bool
  var inputZeroPoint: Int32
  var weightsAreSigned: Bool
  var weightZeroPoint: Int32
  var shape: ConvolutionShape
  var outputHeight: Int
  var columns: Int
  var input: [UInt8]
  var weights: [UInt8]
  var requantization: RandomRequantization
  /// What weights are packed for, whatever they are multiplied by.
  var preparesRows: Bool

  var depth: Int { shape.kernelHeight * shape.kernelWidth * shape.channels }
  var pixels: Int { outputHeight * shape.outputWidth }
  var outputByteCount: Int { (outputHeight - 1) * shape.outputRowStride + shape.outputWidth * shape.outputPixelStride }

  init(using random: inout SeededGenerator) {
    isSigned = .random(using: &random)
    weightsAreSigned = .random(using: &random)
    inputZeroPoint = Int32.random(in: 0...255, using: &random) - (isSigned ? 128 : 0)
    weightZeroPoint = weightsAreSigned ? 0 : Int32.random(in: 0...255, using: &random)

    let kernelHeight = [1, 1, 1, 3, 2, 5].randomElement(using: &random)!
    let kernelWidth = kernelHeight == 1 ? 1 : Int.random(in: 1...5, using: &random)
    let dilationHeight = Int.random(in: 1...2, using: &random)
    let dilationWidth = Int.random(in: 1...2, using: &random)
    let channels = Int.random(in: 1...(kernelHeight == 1 ? 200 : 20), using: &random)
    let groupOffset = Int.random(in: 0...1, using: &random) * 7
    let inputHeight = Int.random(in: 1...12, using: &random)
    let inputWidth = Int.random(in: 1...12, using: &random)
    let strideHeight = Int.random(in: 1...3, using: &random)
    let strideWidth = Int.random(in: 1...3, using: &random)
    let paddingTop = kernelHeight == 1 ? 0 : Int.random(in: 0..<kernelHeight * dilationHeight, using: &random)
    let paddingLeft = kernelHeight == 1 ? 0 : Int.random(in: 0..<kernelWidth * dilationWidth, using: &random)
    columns = Int.random(in: 1...200, using: &random)
    outputHeight = (inputHeight + paddingTop + strideHeight - 1) / strideHeight
    let outputWidth = (inputWidth + paddingLeft + strideWidth - 1) / strideWidth
    let pixelStride = columns + [0, 0, 3].randomElement(using: &random)!
    shape = (
      inputHeight: inputHeight, inputWidth: inputWidth, inputRowStride: inputWidth * (channels + groupOffset),
      inputPixelStride: channels + groupOffset, channels: channels,
      kernelHeight: kernelHeight, kernelWidth: kernelWidth, strideHeight: strideHeight, strideWidth: strideWidth,
      dilationHeight: dilationHeight, dilationWidth: dilationWidth, paddingTop: paddingTop, paddingLeft: paddingLeft,
      outputWidth: outputWidth, outputRowStride: outputWidth * pixelStride + pixelStride % 2,
      outputPixelStride: pixelStride
    )
    let depth = kernelHeight * kernelWidth * channels
    input = Self.bytes(
      inputHeight * inputWidth * (channels + groupOffset), near: inputZeroPoint, isSigned: isSigned, using: &random)
    weights = Self.bytes(columns * depth, near: weightZeroPoint, isSigned: weightsAreSigned, using: &random)
    requantization = RandomRequantization(columns: columns, depth: depth, using: &random)
    for column in requantization.killColumns(using: &random) {
      for k in 0..<depth { weights[column * depth + k] = UInt8(truncatingIfNeeded: weightZeroPoint) }
    }
    preparesRows = Int.random(in: 0..<4, using: &random) > 0
  }

  /// Any; or, as those of models are, near to a zero point but for few; or only the least, the greatest and the zero point.
  private static func bytes(
    _ count: Int, near zeroPoint: Int32, isSigned: Bool, using random: inout SeededGenerator
  ) -> [UInt8] {
    let least: Int32 = isSigned ? -128 : 0
    let most = least + 255
    let kind = Int.random(in: 0...3, using: &random)
    let spread = Int32.random(in: 1...70, using: &random)
    let outliers = [0, 0.005, 0.05, 0.3].randomElement(using: &random)!
    return (0..<count).map { _ in
      let value: Int32 =
        switch kind {
        case 0: .random(in: least...most, using: &random)
        case 1: [least, most, zeroPoint].randomElement(using: &random)!
        default:
          Double.random(in: 0..<1, using: &random) < outliers
            ? .random(in: least...most, using: &random)
            : .random(in: max(least, zeroPoint - spread)...min(most, zeroPoint + spread), using: &random)
        }
      return UInt8(truncatingIfNeeded: value)
    }
  }

  /// One of two channels, whose sums are all of -16256...16255, or a little to the left or right of it in each column: the
  /// weights are 127 and 1, the activations any byte and anything below 127.
  init(everySumUsing random: inout SeededGenerator) {
    self.init(using: &random)
    (isSigned, inputZeroPoint, weightsAreSigned, weightZeroPoint) = (false, 0, true, 0)
    (columns, outputHeight) = (24, 256)
    shape = (
      inputHeight: 256, inputWidth: 127, inputRowStride: 2 * 127, inputPixelStride: 2, channels: 2, kernelHeight: 1,
      kernelWidth: 1, strideHeight: 1, strideWidth: 1, dilationHeight: 1, dilationWidth: 1, paddingTop: 0,
      paddingLeft: 0, outputWidth: 127, outputRowStride: columns * 127, outputPixelStride: columns
    )
    input = (0..<256).flatMap { y in (0..<127).flatMap { x in [UInt8(y), UInt8(x)] } }
    weights = (0..<columns).flatMap { _ in [127, 1] as [UInt8] }
    requantization = RandomRequantization(columns: columns, depth: depth, using: &random)
    requantization.bias = (0..<columns).map { _ in -16256 + .random(in: -100...100, using: &random) }
  }

  func accumulator(_ y: Int, _ x: Int, _ column: Int) -> Int32 {
    var sum = requantization.bias?[column] ?? 0
    for ky in 0..<shape.kernelHeight {
      for kx in 0..<shape.kernelWidth {
        let inputY = y * shape.strideHeight + ky * shape.dilationHeight - shape.paddingTop
        let inputX = x * shape.strideWidth + kx * shape.dilationWidth - shape.paddingLeft
        if !(0..<shape.inputHeight).contains(inputY) || !(0..<shape.inputWidth).contains(inputX) { continue }
        for c in 0..<shape.channels {
          let byte = input[inputY * shape.inputRowStride + inputX * shape.inputPixelStride + c]
          let weight = weights[column * depth + (ky * shape.kernelWidth + kx) * shape.channels + c]
          let activation = isSigned ? Int32(Int8(bitPattern: byte)) : Int32(byte)
          let w = weightsAreSigned ? Int32(Int8(bitPattern: weight)) : Int32(weight)
          sum &+= (activation - inputZeroPoint) * (w - weightZeroPoint)
        }
      }
    }
    return sum
  }
}

/// Packed operands of a case, and calls that split its result in pieces.
struct ConvolutionRun<K: ConvolutionMicrokernels> {
  let test: ConvolutionCase
  let input: GuardedBuffer
  let weights: CanaryBuffer
  let epilogue: CanaryBuffer

  init(_: K.Type, _ test: ConvolutionCase, _ numerics: Numerics?) throws(CheckFailure) {
    self.test = test
    input = try GuardedBuffer(test.input, slack: 64)
    let raw = try GuardedBuffer(test.weights, slack: 0)
    weights = CanaryBuffer(
      count: K.packedWeightsByteCount(
        raw.pointer, isSigned: test.weightsAreSigned, zeroPoint: test.weightZeroPoint, columns: test.columns,
        depth: test.depth, preparesRows: test.preparesRows))
    K.packWeights(
      raw.pointer, isSigned: test.weightsAreSigned, zeroPoint: test.weightZeroPoint, columns: test.columns,
      depth: test.depth, preparesRows: test.preparesRows, into: weights.pointer)
    epilogue = CanaryBuffer(count: K.epilogueByteCount(weights: weights.pointer))
    test.requantization.pack(
      K.self, numerics, weights: weights, into: epilogue, inputZeroPoint: test.inputZeroPoint,
      inputIsSigned: test.isSigned)
  }

  /// Computes everything, cut at random places.
  func run(into output: CanaryBuffer, using random: inout SeededGenerator) -> Bool {
    let scratch = CanaryBuffer(count: K.convolutionScratchByteCount(test.shape))
    let panels = K.panelCount(columns: test.columns)
    let pixelCut = Int.random(in: 0...test.pixels, using: &random)
    let panelCut = Int.random(in: 0...panels, using: &random)
    for pixels in [0..<pixelCut, pixelCut..<test.pixels] {
      for panels in [0..<panelCut, panelCut..<panels] {
        K.convolve(
          test.shape, input: input.pointer, isSigned: test.isSigned, zeroPoint: test.inputZeroPoint,
          weights: weights.pointer, epilogue: epilogue.pointer, output: output.pointer, pixels: pixels,
          panels: panels, scratch: scratch.pointer)
      }
    }
    return scratch.isIntact && weights.isIntact && epilogue.isIntact && output.isIntact
  }
}

extension ConvolutionMicrokernels {
  package static var convolutionChecks: [MicrokernelCheck] {
    Numerics.allCases.map { numerics in
      MicrokernelCheck("convolution, \(numerics.name)", seeds: 0..<300) { seed throws(CheckFailure) in
        try check(numerics, seed: seed)
      }
    } + [
      MicrokernelCheck("convolution, accumulators", seeds: 1000..<1060, checkAccumulators),
      MicrokernelCheck("convolution, every sum", seeds: 2000..<2010) { seed throws(CheckFailure) in
        var random = SeededGenerator(seed: seed)
        try check(ConvolutionCase(everySumUsing: &random), .reference, using: &random)
      },
      MicrokernelCheck("convolution, way of dead channels", seeds: 3000..<3020, checkWayOfDeadChannels),
    ]
  }

  private static func check(_ numerics: Numerics, seed: UInt64) throws(CheckFailure) {
    var random = SeededGenerator(seed: seed)
    try check(ConvolutionCase(using: &random), numerics, using: &random)
  }

  private static func check(
    _ test: ConvolutionCase, _ numerics: Numerics, using random: inout SeededGenerator
  ) throws(CheckFailure) {
    let output = CanaryBuffer(count: test.outputByteCount, offset: .random(in: 0...3, using: &random))
    let isIntact = try ConvolutionRun(Self.self, test, numerics).run(into: output, using: &random)
    try expect(isIntact, "wrote out of bounds")

    var expected = [UInt8](repeating: CanaryBuffer.canary, count: test.outputByteCount)
    for y in 0..<test.outputHeight {
      for x in 0..<test.shape.outputWidth {
        for column in 0..<test.columns {
          expected[y * test.shape.outputRowStride + x * test.shape.outputPixelStride + column] =
            test.requantization.apply(test.accumulator(y, x, column), column, numerics)
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

  /// Channels whose weights are 0 do not change how sums are scaled, whatever their scales and biases: the way that is
  /// right for all of them would take twice as long.
  private static func checkWayOfDeadChannels(seed: UInt64) throws(CheckFailure) {
    var random = SeededGenerator(seed: seed)
    var test = ConvolutionCase(using: &random)
    let dead = stride(from: 0, to: test.columns, by: 3)
    for k in dead.flatMap({ column in column * test.depth..<(column + 1) * test.depth }) {
      test.weights[k] = UInt8(truncatingIfNeeded: test.weightZeroPoint)
    }
    test.requantization.multipliers = Array(repeating: 1_500_000_000, count: test.columns)
    test.requantization.exponents = Array(repeating: -9, count: test.columns)
    test.requantization.bias = Array(repeating: 1000, count: test.columns)
    // The epilogue begins with the way.
    let usual = try ConvolutionRun(Self.self, test, .reference).epilogue.bytes[0]
    for column in dead {
      test.requantization.bias?[column] = [.min, .max, 1 << 30, 0].randomElement(using: &random)!
      test.requantization.exponents[column] = .random(in: -31 ... -24, using: &random)
      if Bool.random(using: &random) { test.requantization.multipliers[column] = 0 }
    }
    let found = try ConvolutionRun(Self.self, test, .reference).epilogue.bytes[0]
    try expect(found == usual, "way \(found) instead of \(usual)")
  }

  private static func checkAccumulators(seed: UInt64) throws(CheckFailure) {
    var random = SeededGenerator(seed: seed)
    let test = ConvolutionCase(using: &random)
    let output = CanaryBuffer(count: 4 * test.outputByteCount)
    let isIntact = try ConvolutionRun(Self.self, test, nil).run(into: output, using: &random)
    try expect(isIntact, "wrote out of bounds")
    for y in 0..<test.outputHeight {
      for x in 0..<test.shape.outputWidth {
        for column in 0..<test.columns {
          let at = y * test.shape.outputRowStride + x * test.shape.outputPixelStride + column
          let sum = output.pointer.load(fromByteOffset: 4 * at, as: Int32.self)
          guard sum == test.accumulator(y, x, column) else {
            throw CheckFailure("(\(y), \(x), \(column)) is \(sum), not \(test.accumulator(y, x, column))")
          }
        }
      }
    }
  }
}
