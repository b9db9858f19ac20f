import TFLiteMicrokernels

/// A depthwise convolution whose weights are packed for the instruction set that runs it.
struct VectorDepthwiseConv2D: DepthwiseRows {
  let kernels: any DepthwiseMicrokernels.Type
  var geometry: DepthwiseConv2DShape
  let weights: PackedBlock
  let epilogue: PackedBlock
  let inputZeroPoint: Int32
  let isSigned: Bool

  /// Packs the weights, if they are constants and there are inner loops for them.
  init?<Element: QuantizedInteger>(
    _ context: OperatorContext, _ element: Element.Type, _ shape: DepthwiseConv2DShape,
    _ quantization: ConvolutionQuantization
  ) {
    guard let kernels = context.microkernels?.depthwise, let constant = context.constantFilter(), !shape.hasLongRows
    else { return nil }
    let (height, width) = (shape.window.vertical.windowSize, shape.window.horizontal.windowSize)
    self.kernels = kernels
    geometry = shape
    isSigned = Element.isSigned
    inputZeroPoint = quantization.inputZeroPoint
    let zeroPoint = quantization.filterZeroPoint
    let weights = constant.weights.packed(
      kernels, "depthwise", [Element.isSigned ? 1 : 0, Int(zeroPoint), shape.outputChannels, height, width]
    ) { bytes in
      let stored = bytes.baseAddress.unsafelyUnwrapped
      return PackedBlock(
        byteCount: kernels.packedDepthwiseWeightsByteCount(
          stored, isSigned: Element.isSigned, zeroPoint: zeroPoint, channels: shape.outputChannels,
          kernelHeight: height, kernelWidth: width)
      ) {
        kernels.packDepthwiseWeights(
          stored, isSigned: Element.isSigned, zeroPoint: zeroPoint, channels: shape.outputChannels,
          kernelHeight: height, kernelWidth: width, into: $0)
      }
    }
    let epilogue = quantization.requantization.pack(
      kernels, weights: weights, bias: constant.biasElements(), inputZeroPoint: inputZeroPoint,
      isSigned: Element.isSigned, channels: 0..<shape.outputChannels)
    guard let epilogue else { return nil }
    self.weights = weights
    self.epilogue = epilogue
  }

  /// How the work is cut, and the working memory, which depends on the padding.
  var split: WorkSplit {
    WorkSplit(
      rows: rowCount, columns: kernels.depthwiseUnitCount(channels: geometry.outputChannels),
      minimumWork: 5_000 / (geometry.window.horizontal.outputSize * 64),
      scratchPerChunk: rowScratchByteCount)
  }

  /// - Parameter operations: what is fused into the convolution.
  func run(_ call: OperatorCall, then operations: [any PostOperation]) {
    let (input, output) = (call.inputBytes(0), call.outputBytes(0))
    split.run(call, then: operations, output: output, rowByteCount: rowByteCount) { rows, units, scratch in
      run(
        input: input, output: output + rows.lowerBound * rowByteCount, rows: rows, units: units, scratch: scratch)
    }
  }

  var rowCount: Int { geometry.rowCount }
  var rowByteCount: Int { geometry.image.outputRowStride }
  /// Activations that have been brought into place serve two rows.
  var rowsAtOnce: Int { geometry.window.vertical.stride == 1 && geometry.window.vertical.dilation == 1 ? 2 : 1 }
  var rowScratchByteCount: Int { kernels.depthwiseScratchByteCount(geometry.image, weights: weights.address) }

  func run(
    input: UnsafeRawPointer, output: UnsafeMutableRawPointer, rows: Range<Int>, scratch: UnsafeMutableRawPointer
  ) {
    let units = 0..<kernels.depthwiseUnitCount(channels: geometry.outputChannels)
    run(input: input, output: output, rows: rows, units: units, scratch: scratch)
  }

  private func run(
    input: UnsafeRawPointer, output: UnsafeMutableRawPointer, rows: Range<Int>, units: Range<Int>,
    scratch: UnsafeMutableRawPointer
  ) {
    let shape = geometry.image
    let firstRow = output - rows.lowerBound * rowByteCount
    let imageRows = geometry.window.vertical.outputSize
    rows.forEachImage(of: imageRows) { image, some in
      kernels.convolveDepthwise(
        shape, multiplier: geometry.depthMultiplier,
        input: input + image * shape.inputHeight * shape.inputRowStride, isSigned: isSigned,
        zeroPoint: inputZeroPoint, weights: weights.address, epilogue: epilogue.address,
        output: firstRow + image * imageRows * rowByteCount,
        rows: some, units: units, scratch: scratch)
    }
  }
}

extension DepthwiseConv2DShape {
  /// One image.
  var image: Microkernels.ConvolutionShape {
    window.convolutionShape(
      channels: inputChannels, inputPixelStride: inputChannels, outputPixelStride: outputChannels)
  }
}
