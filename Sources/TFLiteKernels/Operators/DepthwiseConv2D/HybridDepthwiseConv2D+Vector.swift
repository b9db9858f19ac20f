/// DEPTHWISE_CONV_2D of quantized activations with an int8 filter, one for each channel, on the loops for floats.
///
/// Products of such integers and their sums are numbers that float32 represents, so that neither order nor rounding
/// shows, as long as no sum leaves 24 bits.
struct VectorHybridDepthwiseConv2D: Sendable {
  private let convolution: FloatDepthwiseRows
  private let shape: DepthwiseConv2DShape
  private let weightScales: WeightScales

  /// nil where sums may grow too large, where channels have several filters, where the weights are not constants, and
  /// where plain loops are asked for.
  ///
  /// - Parameter scales: one for each output channel, or one for all.
  init?(_ context: OperatorContext, _ shape: DepthwiseConv2DShape, scales: [Float]) {
    let taps = shape.window.vertical.windowSize * shape.window.horizontal.windowSize
    guard taps <= (1 << 24) / (255 * 128), let constant = context.constantFilter(),
      let convolution = FloatDepthwiseRows(context, shape, integers: constant.weights)
    else { return nil }
    self.convolution = convolution
    self.shape = shape
    weightScales = WeightScales(scales, channels: shape.outputChannels)
  }

  /// The activations as floats, with over-read padding.
  var scratchByteCount: Int { 4 * shape.batches * shape.imageSize + 64 }

  /// The real values of the images in units of their scales, in scratch memory.
  func integers(_ call: OperatorCall, images: QuantizedRows) -> UnsafePointer<Float> {
    let integers = call.scratch.bindMemory(to: Float.self, capacity: shape.batches * shape.imageSize)
    let height = shape.window.vertical.inputSize
    let rowSize = shape.imageSize / height
    call.workers.forEachRange(of: shape.batches * height) { rows in
      for row in rows {
        let zeroPoint = images.quantization(ofRow: row / height).zeroPoint
        for index in row * rowSize..<(row + 1) * rowSize {
          integers[index] = Float(Int32(images[row: 0][index]) &- zeroPoint)
        }
      }
    }
    return UnsafePointer(integers)
  }

  /// Computes some output rows, which are counted over all images.
  ///
  /// - Parameter result: the results for some channels' sums of products.
  @inline(__always)
  func run(
    _ call: OperatorCall, images: QuantizedRows, integers: UnsafePointer<Float>, rows: Range<Int>,
    _ result: (HybridSums) -> SIMD8<Float>
  ) {
    let output = call.output(0, as: Float.self)
    let (height, width) = (shape.window.vertical.outputSize, shape.window.horizontal.outputSize)
    convolution.run(
      input: integers, output: output + rows.lowerBound * width * shape.outputChannels, rows: rows,
      scratch: call.scratch)
    for pixel in rows.lowerBound * width..<rows.upperBound * width {
      let scale = images.quantization(ofRow: pixel / (height * width)).scale
      weightScales.forEachGroup { _, channels, scales in
        let results = output + pixel * shape.outputChannels + channels.lowerBound
        // A sum of zeros may be negative zero here, which integers do not have.
        let sums = SIMD8(loading: channels.count, from: results) + SIMD8()
        result(HybridSums(values: sums, channels: channels, weightScales: scales, scale: scale))
          .store(channels.count, to: results)
      }
    }
  }
}

extension HybridDepthwiseConv2D {
  func run(_ call: OperatorCall, _ vector: VectorHybridDepthwiseConv2D, images: QuantizedRows) {
    let bias = call.optionalInput(2, as: Float.self)
    let integers = vector.integers(call, images: images)
    call.workers.forEachRange(of: shape.rowCount) { rows in
      vector.run(call, images: images, integers: integers, rows: rows) { sums in
        let scaled = sums.values * (sums.weightScales * sums.scale)
        return range.clamp(sums.bias(bias).map { scaled + $0 } ?? scaled)
      }
    }
  }
}
