import TFLiteMicrokernels

extension VectorConvolution {
  /// CONV_2D with 8-bit weights, each group a convolution of its own; nil where the weights are not constants, and
  /// where plain loops are asked for.
  ///
  /// - Parameter requantization: nil leaves sums of products as they are, without a bias.
  init?(
    _ context: OperatorContext, _ shape: Conv2DShape, isSigned: Bool, inputZeroPoint: Int32, filterZeroPoint: Int32,
    requantization: Requantization?
  ) {
    guard shape.hasFewGroups, let kernels = context.microkernels?.convolution, let constant = context.constantFilter()
    else { return nil }
    let bias = requantization == nil ? [] : constant.biasElements(Int32.self)
    // Activations that are quantized at run time reach from the least byte to the greatest: preparing them gains nothing.
    let preparesRows =
      requantization != nil
      && PackedBlock.isWorthPreparing(rows: shape.rowCount * shape.window.horizontal.outputSize)
    self.init(shape) { channels in
      let weights = constant.weights[
        channels.lowerBound * shape.filterSize..<channels.upperBound * shape.filterSize]
      return PackedFilter(
        kernels,
        weights: weights.packed(
          kernels, isSigned: isSigned, zeroPoint: filterZeroPoint, columns: channels.count, depth: shape.filterSize,
          preparesRows: preparesRows),
        isSigned: isSigned, channels: channels, bias: bias.isEmpty ? [] : Array(bias[channels]),
        inputZeroPoint: inputZeroPoint,
        requantization: requantization)
    }
  }

  /// The same convolution with a window that starts somewhere else, on which weights do not depend.
  func moved(to shape: Conv2DShape) -> VectorConvolution {
    VectorConvolution(shape) { channels in parts[channels.lowerBound / shape.outputChannelsPerGroup].filter }
  }

  /// A convolution whose groups have filters for the given output channels.
  init(_ shape: Conv2DShape, filter: (_ channels: Range<Int>) -> PackedFilter) {
    let (vertical, horizontal) = (shape.window.vertical, shape.window.horizontal)
    let columns = shape.outputChannelsPerGroup
    let pixelCount = vertical.outputSize * horizontal.outputSize
    self.init(
      parts: (0..<shape.groups).map { group in
        Part(
          filter: filter(group * columns..<(group + 1) * columns), shape: shape.group,
          inputOffset: group * shape.filterChannels, outputOffset: group * columns)
      },
      batches: shape.batches, inputImageSize: vertical.inputSize * horizontal.inputSize * shape.inputChannels,
      outputImageSize: pixelCount * shape.outputChannels, pixelCount: pixelCount)
  }
}

extension Conv2DShape {
  /// Each group's packed weights take some memory more than the weights themselves. A file may ask for any number.
  var hasFewGroups: Bool { groups <= 512 }

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
