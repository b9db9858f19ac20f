/// DEPTHWISE_CONV_2D of quantized activations with an int8 filter, one for each channel, on the loops for floats.
///
/// Products of such integers and their sums are numbers that float32 represents, so that neither order nor rounding
/// shows, as long as no sum leaves 24 bits.
struct VectorHybridDepthwiseConv2D: Sendable {
  private let convolution: VectorFloatDepthwiseConv2D
  private let shape: DepthwiseConv2DShape
  private let weightScales: WeightScales

  /// nil where sums may grow too large, where channels have several filters, where the weights are not constants, and
  /// where plain loops are asked for.
  ///
  /// - Parameter scales: one for each output channel, or one for all.
  init?(_ context: OperatorContext, _ shape: DepthwiseConv2DShape, scales: [Float]) {
    let taps = shape.window.vertical.windowSize * shape.window.horizontal.windowSize
    guard taps <= (1 << 24) / (255 * 128), let constant = context.constantFilter(),
      let convolution = VectorFloatDepthwiseConv2D(context, shape, integers: constant.weights)
    else { return nil }
    self.convolution = convolution
    self.shape = shape
    weightScales = WeightScales(scales, channels: shape.outputChannels)
  }

  /// The activations as floats, with room for reads past their end.
  var scratchByteCount: Int { 4 * shape.batches * shape.imageSize + 64 }

  /// - Parameter finish: the results for some channels' sums of products.
  @inline(__always)
  func run(_ call: OperatorCall, images: QuantizedRows, _ finish: (HybridSums) -> SIMD8<Float>) {
    let integers = call.scratch.bindMemory(to: Float.self, capacity: shape.batches * shape.imageSize)
    let (height, width) = (shape.window.vertical.outputSize, shape.window.horizontal.outputSize)
    call.workers.forEachRange(of: shape.batches * shape.window.vertical.inputSize) { rows in
      let rowSize = shape.imageSize / shape.window.vertical.inputSize
      for row in rows {
        let zeroPoint = images.quantization(ofRow: row / shape.window.vertical.inputSize).zeroPoint
        for index in row * rowSize..<(row + 1) * rowSize {
          integers[index] = Float(Int32(images[row: 0][index]) &- zeroPoint)
        }
      }
    }
    call.workers.forEachRange(of: shape.batches * height) { rows in
      convolution.run(call, input: integers, rows: rows)
      for pixel in rows.lowerBound * width..<rows.upperBound * width {
        let scale = images.quantization(ofRow: pixel / (height * width)).scale
        weightScales.forEachGroup { _, channels, scales in
          let results = call.output(0, as: Float.self) + pixel * shape.outputChannels + channels.lowerBound
          // A sum of zeros may be negative zero here, which integers do not have.
          let sums = SIMD8(loading: channels.count, from: results) + SIMD8()
          finish(HybridSums(values: sums, channels: channels, weightScales: scales, scale: scale))
            .store(channels.count, to: results)
        }
      }
    }
  }
}

extension HybridDepthwiseConv2D {
  func run(_ call: OperatorCall, _ vector: VectorHybridDepthwiseConv2D, images: QuantizedRows) {
    let bias = call.optionalInput(2, as: Float.self)
    vector.run(call, images: images) { sums in
      let scaled = sums.values * (sums.weightScales * sums.scale)
      return range.clamp(sums.bias(bias).map { scaled + $0 } ?? scaled)
    }
  }
}
