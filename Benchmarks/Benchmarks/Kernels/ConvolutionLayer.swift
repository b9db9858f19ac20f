/// What turns sums into results.
enum ByteOutput: String {
  case reference, xnnpack, accumulators
}

/// A convolution of a square image with padding that keeps its size, or halves it.
struct ConvolutionLayer: Sendable, CustomStringConvertible {
  let size: Int
  let channels: Int
  let columns: Int
  let kernel: Int
  let stride: Int

  /// - Parameter columns: the output channels; as many as input channels for a depthwise convolution.
  init(size: Int, channels: Int, columns: Int? = nil, kernel: Int, stride: Int) {
    (self.size, self.channels, self.columns) = (size, channels, columns ?? channels)
    (self.kernel, self.stride) = (kernel, stride)
  }

  static func pointwise(_ size: Int, _ channels: Int, to columns: Int) -> ConvolutionLayer {
    ConvolutionLayer(size: size, channels: channels, columns: columns, kernel: 1, stride: 1)
  }

  var description: String {
    "\(kernel)x\(kernel)" + (stride > 1 ? " stride \(stride)" : "") + " \(size)x\(size)x\(channels) to \(columns)"
  }

  private var outputSize: Int { (size + stride - 1) / stride }
  var pixels: Int { outputSize * outputSize }
  var depth: Int { kernel * kernel * channels }

  private var shape: ConvolutionShape {
    let padding = max(0, (outputSize - 1) * stride + kernel - size) / 2
    return (
      inputHeight: size, inputWidth: size, inputRowStride: size * channels, inputPixelStride: channels,
      channels: channels, kernelHeight: kernel, kernelWidth: kernel, strideHeight: stride, strideWidth: stride,
      dilationHeight: 1, dilationWidth: 1, paddingTop: padding, paddingLeft: padding, outputWidth: outputSize,
      outputRowStride: outputSize * columns, outputPixelStride: columns
    )
  }

  // MARK: Calls

  func byteCall<K: Kernels>(_: K.Type, isSigned: Bool, _ output: ByteOutput) -> KernelBench.Call {
    let shape = shape
    let input = Operand(byteCount: size * size * channels)
    let raw = Operand(byteCount: columns * depth, seed: 2)
    let weights = Operand(
      byteCount: K.packedWeightsByteCount(raw.address, isSigned: true, zeroPoint: 0, columns: columns, depth: depth))
    K.packWeights(raw.address, isSigned: true, zeroPoint: 0, columns: columns, depth: depth, into: weights.address)
    let packedOutput = packedOutput(K.self, weights, output, inputIsSigned: isSigned)
    let result = Operand(byteCount: pixels * columns * (output == .accumulators ? 4 : 1))
    let scratch = Operand(byteCount: K.convolutionScratchByteCount(shape))
    let (pixels, panels) = (pixels, K.panelCount(columns: columns))
    return {
      K.convolve(
        shape, input: input.address, isSigned: isSigned, zeroPoint: isSigned ? -3 : 125, weights: weights.address,
        packedOutput: packedOutput.address, output: result.address, pixels: 0..<pixels, panels: 0..<panels,
        scratch: scratch.address)
    }
  }

  func depthwiseByteCall<K: Kernels>(_: K.Type, _ output: ByteOutput) -> KernelBench.Call {
    let shape = shape
    let input = Operand(byteCount: size * size * channels)
    let raw = Operand(byteCount: kernel * kernel * channels, seed: 2)
    let weights = Operand(
      byteCount: K.packedDepthwiseWeightsByteCount(
        raw.address, isSigned: true, zeroPoint: 0, channels: channels, kernelHeight: kernel, kernelWidth: kernel))
    K.packDepthwiseWeights(
      raw.address, isSigned: true, zeroPoint: 0, channels: channels, kernelHeight: kernel, kernelWidth: kernel,
      into: weights.address)
    let packedOutput = packedOutput(K.self, weights, output, inputIsSigned: false)
    let result = Operand(byteCount: pixels * channels)
    let scratch = Operand(byteCount: K.depthwiseScratchByteCount(shape, weights: weights.address))
    let (rows, units) = (outputSize, K.depthwiseUnitCount(channels: channels))
    return {
      K.convolveDepthwise(
        shape, multiplier: 1, input: input.address, isSigned: false, zeroPoint: 125, weights: weights.address,
        packedOutput: packedOutput.address, output: result.address, rows: 0..<rows, units: 0..<units,
        scratch: scratch.address)
    }
  }

  func floatCall<K: Kernels>(_: K.Type, isFused: Bool) -> KernelBench.Call {
    let shape = shape
    let input = Operand(floats: size * size * channels)
    let raw = Operand(floats: columns * depth)
    let weights = Operand(byteCount: K.packedFloatWeightsByteCount(columns: columns, depth: depth))
    K.packFloatWeights(raw.address, columns: columns, depth: depth, into: weights.address)
    let packedOutput = Operand(byteCount: K.packedOutputByteCount(weights: weights.address))
    K.packFloatOutput(into: packedOutput.address, weights: weights.address, bias: nil, lower: 0, upper: 6)
    let result = Operand(floats: pixels * columns)
    let scratch = Operand(byteCount: 4 * K.convolutionScratchByteCount(shape))
    let (pixels, panels) = (pixels, K.panelCount(columns: columns))
    return {
      K.convolveFloat(
        shape, isFused: isFused, input: input.address, weights: weights.address, packedOutput: packedOutput.address,
        output: result.address, pixels: 0..<pixels, panels: 0..<panels, scratch: scratch.address)
    }
  }

  func depthwiseFloatCall<K: Kernels>(_: K.Type, isFused: Bool) -> KernelBench.Call {
    let shape = shape
    let input = Operand(floats: size * size * channels)
    let weights = Operand(floats: kernel * kernel * channels)
    let bias = Operand(floats: channels)
    let result = Operand(floats: pixels * channels)
    let rows = outputSize
    return {
      K.convolveDepthwiseFloat(
        shape, isFused: isFused, input: input.address, weights: weights.address, bias: bias.address,
        output: result.address, lower: 0, upper: 6, rows: 0..<rows)
    }
  }

  func poolCall<K: Kernels>(_: K.Type, _ pool: PoolKind) -> KernelBench.Call {
    let shape = shape
    let input = Operand(byteCount: size * size * channels)
    let result = Operand(byteCount: pixels * channels)
    let rows = outputSize
    switch pool {
    case .maximum:
      return {
        K.maxPool(
          shape, input: input.address, output: result.address, isSigned: false, lower: 0, upper: 255, rows: 0..<rows)
      }
    case .average:
      return {
        K.averagePool(
          shape, input: input.address, output: result.address, isSigned: false, lower: 0, upper: 255, rows: 0..<rows)
      }
    }
  }

  /// Multipliers that bring sums to the middle of a byte's range.
  private func packedOutput<K: Kernels>(
    _: K.Type, _ weights: Operand, _ output: ByteOutput, inputIsSigned: Bool
  ) -> Operand {
    let block = Operand(byteCount: K.packedOutputByteCount(weights: weights.address))
    let range: OutputRange = (zeroPoint: 10, lower: 0, upper: 255, isSigned: false)
    let zeroPoint: Int32 = inputIsSigned ? -3 : 125
    switch output {
    case .reference:
      K.packReferenceOutput(
        into: block.address, weights: weights.address, bias: nil, inputZeroPoint: zeroPoint,
        inputIsSigned: inputIsSigned, multipliers: [Int32](repeating: 0x5000_0000, count: columns),
        exponents: [Int32](repeating: -9, count: columns), range: range)
    case .xnnpack:
      K.packXNNPACKOutput(
        into: block.address, weights: weights.address, bias: nil, inputZeroPoint: zeroPoint,
        inputIsSigned: inputIsSigned, scales: [Float](repeating: 0x1.4p-10, count: columns), range: range)
    case .accumulators:
      K.packAccumulatorOutput(
        into: block.address, weights: weights.address, bias: nil, inputZeroPoint: zeroPoint,
        inputIsSigned: inputIsSigned)
    }
    return block
  }
}

enum PoolKind { case maximum, average }
