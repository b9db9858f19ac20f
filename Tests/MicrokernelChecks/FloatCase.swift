import TFLiteMicrokernels
import TestRandomness

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
  /// What is added to results, laid out as they are, and the bounds of the sums; nil where nothing is.
  var addend: (values: [Float], lower: Float, upper: Float)?

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
    (lower, upper) = Self.bounds(using: &random)
  }

  static func bounds(using random: inout SeededGenerator) -> (lower: Float, upper: Float) {
    [(-.infinity, .infinity), (0, .infinity), (0, 6)].randomElement(using: &random)!
  }

  /// Values to be added to results.
  mutating func drawAddend(using random: inout SeededGenerator) {
    let values: [Float] = (0..<outputCount).map { _ in .random(in: -5...5, using: &random) }
    let (lower, upper) = Self.bounds(using: &random)
    addend = (values, lower, upper)
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

  func check(_ output: CanaryBuffer, isDepthwise: Bool, isFused: Bool) throws(CheckFailure) {
    try expect(output.isIntact, "wrote out of bounds")
    let canary = Float(bitPattern: 0x0101_0101 * UInt32(CanaryBuffer.canary))
    for y in 0..<outputHeight {
      for x in 0..<shape.outputWidth {
        let pixel = y * shape.outputRowStride + x * shape.outputPixelStride
        for column in 0..<shape.outputPixelStride {
          let actual = output.pointer.load(fromByteOffset: 4 * (pixel + column), as: Float.self)
          var value = column < columns ? expected(y, x, column, isDepthwise: isDepthwise, isFused: isFused) : canary
          if column < columns, let addend {
            value = min(max(value + addend.values[pixel + column], addend.lower), addend.upper)
          }
          guard actual.bitPattern == value.bitPattern else {
            throw CheckFailure("(\(y), \(x), \(column)) is \(actual), not \(value)")
          }
        }
      }
    }
  }
}

extension [Float] {
  var bytes: [UInt8] { withUnsafeBytes { Array<UInt8>($0) } }
}

extension [Int32] {
  var bytes: [UInt8] { withUnsafeBytes { Array<UInt8>($0) } }
}
