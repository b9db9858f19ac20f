import TFLiteFlatBuffers

/// A convolution whose weights are packed for the instruction set that runs it. Each group is a convolution of its own.
struct VectorConv2D: Sendable {
  let kernels: any Microkernels.Type
  /// Weights and the split of the work do not depend on where the window starts.
  var geometry: Conv2DShape
  let groups: [Group]
  let split: WorkSplit
  let inputZeroPoint: Int32
  let isSigned: Bool

  struct Group: Sendable {
    let weights: PackedBlock
    let output: PackedBlock
  }

  /// Packs the weights, if they are constants and there are inner loops for them.
  init?<Element: QuantizedInteger>(
    _ context: OperatorContext, _ element: Element.Type, _ shape: Conv2DShape, _ quantization: ConvolutionQuantization
  ) {
    guard let kernels = context.microkernels, let (filter, bias) = context.constantFilterAndBias() else { return nil }
    let depth = shape.window.vertical.windowSize * shape.window.horizontal.windowSize * shape.filterChannels
    let columns = shape.outputChannelsPerGroup
    self.kernels = kernels
    geometry = shape
    isSigned = Element.isSigned
    let inputZeroPoint = quantization.inputZeroPoint
    self.inputZeroPoint = inputZeroPoint
    groups = (0..<shape.outputChannels / columns).map { group in
      let channels = group * columns..<(group + 1) * columns
      let weights = filter.withUnsafeBytes { bytes in
        let stored = bytes.baseAddress.unsafelyUnwrapped + channels.lowerBound * depth
        let zeroPoint = quantization.filterZeroPoint
        return PackedBlock(
          byteCount: kernels.packedWeightsByteCount(
            stored, isSigned: Element.isSigned, zeroPoint: zeroPoint, columns: columns, depth: depth)
        ) {
          kernels.packWeights(
            stored, isSigned: Element.isSigned, zeroPoint: zeroPoint, columns: columns, depth: depth, into: $0)
        }
      }
      return Group(
        weights: weights,
        output: quantization.requantization.pack(
          kernels, element, weights: weights, bias: bias?[channels], inputZeroPoint: inputZeroPoint,
          channels: channels))
    }
    let pixels = shape.batches * shape.window.vertical.outputSize * shape.window.horizontal.outputSize
    split = WorkSplit(
      rows: pixels, columns: kernels.panelCount(columns: columns), minimumWork: 100_000 / (depth * 64),
      scratchPerChunk: kernels.convolutionScratchByteCount(shape.group))
  }

  func run(_ call: OperatorCall) {
    let input = call.inputBytes(0)
    let output = call.outputBytes(0)
    let shape = geometry.group
    let imagePixels = geometry.window.vertical.outputSize * geometry.window.horizontal.outputSize
    let inputImage = geometry.window.vertical.inputSize * shape.inputRowStride
    split.run(call) { pixels, panels, scratch in
      for batch in pixels.lowerBound / imagePixels..<(pixels.upperBound + imagePixels - 1) / imagePixels {
        let image = batch * imagePixels..<(batch + 1) * imagePixels
        let part = pixels.clamped(to: image)
        for (index, group) in groups.enumerated() {
          kernels.convolve(
            shape, input: input + batch * inputImage + index * geometry.filterChannels, isSigned: isSigned,
            zeroPoint: inputZeroPoint, weights: group.weights.address, packedOutput: group.output.address,
            output: output + image.lowerBound * geometry.outputChannels + index * geometry.outputChannelsPerGroup,
            pixels: part.lowerBound - image.lowerBound..<part.upperBound - image.lowerBound, panels: panels,
            scratch: scratch)
        }
      }
    }
  }
}

extension Conv2DShape {
  /// One group of one image.
  fileprivate var group: Microkernels.ConvolutionShape {
    window.convolutionShape(
      channels: filterChannels, inputPixelStride: inputChannels, outputPixelStride: outputChannels)
  }
}

extension Window {
  /// The window's movement, as microkernels take it.
  func convolutionShape(
    channels: Int, inputPixelStride: Int, outputPixelStride: Int
  ) -> Microkernels.ConvolutionShape {
    (
      inputHeight: vertical.inputSize, inputWidth: horizontal.inputSize,
      inputRowStride: horizontal.inputSize * inputPixelStride, inputPixelStride: inputPixelStride, channels: channels,
      kernelHeight: vertical.windowSize, kernelWidth: horizontal.windowSize,
      strideHeight: vertical.stride, strideWidth: horizontal.stride,
      dilationHeight: vertical.dilation, dilationWidth: horizontal.dilation,
      paddingTop: vertical.paddingBefore, paddingLeft: horizontal.paddingBefore,
      outputWidth: horizontal.outputSize, outputRowStride: horizontal.outputSize * outputPixelStride,
      outputPixelStride: outputPixelStride
    )
  }
}
