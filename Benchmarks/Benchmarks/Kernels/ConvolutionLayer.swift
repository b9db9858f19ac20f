import TFLiteMicrokernels

/// What turns sums into results.
enum ByteEpilogue: String {
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

  func byteCall<K: ConvolutionMicrokernels>(_: K.Type, isSigned: Bool, _ kind: ByteEpilogue) -> KernelBench.Call {
    let shape = shape
    let input = Operand(byteCount: size * size * channels)
    let raw = Operand(byteCount: columns * depth, seed: 2)
    let weights = Operand(
      byteCount: K.packedWeightsByteCount(
        raw.address, isSigned: true, zeroPoint: 0, columns: columns, depth: depth, preparesRows: true))
    K.packWeights(
      raw.address, isSigned: true, zeroPoint: 0, columns: columns, depth: depth, preparesRows: true,
      into: weights.address)
    let epilogue = epilogue(K.self, weights, kind, inputIsSigned: isSigned)
    let result = Operand(byteCount: pixels * columns * (kind == .accumulators ? 4 : 1))
    let scratch = Operand(byteCount: K.convolutionScratchByteCount(shape))
    let (pixels, panels) = (pixels, K.panelCount(columns: columns))
    return {
      K.convolve(
        shape, input: input.address, isSigned: isSigned, zeroPoint: isSigned ? -3 : 125, weights: weights.address,
        epilogue: epilogue.address, output: result.address, pixels: 0..<pixels, panels: 0..<panels,
        scratch: scratch.address)
    }
  }

  func depthwiseByteCall<K: DepthwiseMicrokernels>(_: K.Type, _ kind: ByteEpilogue) -> KernelBench.Call {
    let shape = shape
    let input = Operand(byteCount: size * size * channels)
    let raw = Operand(byteCount: kernel * kernel * channels, seed: 2)
    let weights = Operand(
      byteCount: K.packedDepthwiseWeightsByteCount(
        raw.address, isSigned: true, zeroPoint: 0, channels: channels, kernelHeight: kernel, kernelWidth: kernel))
    K.packDepthwiseWeights(
      raw.address, isSigned: true, zeroPoint: 0, channels: channels, kernelHeight: kernel, kernelWidth: kernel,
      into: weights.address)
    let epilogue = epilogue(K.self, weights, kind, inputIsSigned: false)
    let result = Operand(byteCount: pixels * channels)
    let scratch = Operand(byteCount: K.depthwiseScratchByteCount(shape, weights: weights.address))
    let (rows, units) = (outputSize, K.depthwiseUnitCount(channels: channels))
    return {
      K.convolveDepthwise(
        shape, multiplier: 1, input: input.address, isSigned: false, zeroPoint: 125, weights: weights.address,
        epilogue: epilogue.address, output: result.address, rows: 0..<rows, units: 0..<units,
        scratch: scratch.address)
    }
  }

  func floatCall<K: FloatConvolutionMicrokernels>(_: K.Type, isFused: Bool) -> KernelBench.Call {
    let shape = shape
    let input = Operand(floats: size * size * channels)
    let raw = Operand(floats: columns * depth)
    let weights = Operand(byteCount: K.packedFloatWeightsByteCount(columns: columns, depth: depth))
    K.packFloatWeights(raw.address, columns: columns, depth: depth, into: weights.address)
    let epilogue = Operand(byteCount: K.epilogueByteCount(weights: weights.address))
    K.packFloatEpilogue(into: epilogue.address, weights: weights.address, bias: nil, lower: 0, upper: 6)
    let result = Operand(floats: pixels * columns)
    let scratch = Operand(byteCount: 4 * K.convolutionScratchByteCount(shape))
    let (pixels, panels) = (pixels, K.panelCount(columns: columns))
    return {
      K.convolveFloat(
        shape, isFused: isFused, input: input.address, weights: weights.address, epilogue: epilogue.address,
        addend: nil, output: result.address, pixels: 0..<pixels, panels: 0..<panels, scratch: scratch.address)
    }
  }

  func depthwiseFloatCall<K: FloatDepthwiseMicrokernels>(_: K.Type, isFused: Bool) -> KernelBench.Call {
    let shape = shape
    let input = Operand(floats: size * size * channels)
    let weights = Operand(floats: kernel * kernel * channels)
    let bias = Operand(floats: channels)
    let result = Operand(floats: pixels * channels)
    let rows = outputSize
    return {
      K.convolveDepthwiseFloat(
        shape, isFused: isFused, input: input.address, weights: weights.address,
        weightStride: channels, bias: bias.address, output: result.address, lower: 0, upper: 6, rows: 0..<rows)
    }
  }

  func poolCall<K: PoolingMicrokernels>(_: K.Type, _ pool: PoolKind) -> KernelBench.Call {
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
  private func epilogue<K: EpilogueMicrokernels>(
    _: K.Type, _ weights: Operand, _ kind: ByteEpilogue, inputIsSigned: Bool
  ) -> Operand {
    let block = Operand(byteCount: K.epilogueByteCount(weights: weights.address))
    let range: OutputRange = (zeroPoint: 10, lower: 0, upper: 255, isSigned: false)
    let zeroPoint: Int32 = inputIsSigned ? -3 : 125
    switch kind {
    case .reference:
      K.packReferenceEpilogue(
        into: block.address, weights: weights.address, bias: nil, inputZeroPoint: zeroPoint,
        inputIsSigned: inputIsSigned, multipliers: [Int32](repeating: 0x5000_0000, count: columns),
        exponents: [Int32](repeating: -9, count: columns), range: range)
    case .xnnpack:
      K.packXNNPACKEpilogue(
        into: block.address, weights: weights.address, bias: nil, inputZeroPoint: zeroPoint,
        inputIsSigned: inputIsSigned, scales: [Float](repeating: 0x1.4p-10, count: columns), range: range)
    case .accumulators:
      K.packAccumulatorEpilogue(
        into: block.address, weights: weights.address, bias: nil, inputZeroPoint: zeroPoint,
        inputIsSigned: inputIsSigned)
    }
    return block
  }
}

enum PoolKind { case maximum, average }
