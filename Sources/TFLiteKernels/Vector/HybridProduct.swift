import TFLiteMicrokernels

/// A convolution or product of matrices of activations that are quantized at run time and constant int8 weights.
struct HybridProduct: Sendable {
  /// Leaves the sums of products of stored values.
  private let convolution: VectorConvolution
  private let finishing: HybridFinishing

  init(convolution: VectorConvolution, finishing: HybridFinishing) {
    self.convolution = convolution
    self.finishing = finishing
  }

  var scratchByteCount: Int { convolution.scratchByteCount }

  /// Leaves sums of products of stored values where results will stand: they are as large. What is still to be done
  /// with them can be shared out.
  func run(_ call: OperatorCall, rows: QuantizedRows) {
    convolution.run(call, input: rows[row: 0], output: call.outputBytes(0)) { rows.quantization(ofRow: $0).zeroPoint }
    let pixelCount = convolution.batches * convolution.pixelCount
    let pixelsPerRow = pixelCount / rows.rowCount
    // So few results are scaled before another thread has begun.
    call.workers.forEachRange(of: pixelCount, minimumCount: 16384 / finishing.channelCount) { pixels in
      var first = pixels.lowerBound
      while first < pixels.upperBound {
        let row = first / pixelsPerRow
        let end = min(pixels.upperBound, (row + 1) * pixelsPerRow)
        finishing.run(
          call.outputBytes(0) + 4 * first * finishing.channelCount, pixels: end - first,
          quantization: rows.quantization(ofRow: row))
        first = end
      }
    }
  }
}

/// What makes float32 results of sums of products of stored values.
struct HybridFinishing: Sendable {
  let channelCount: Int
  private let kernels: any ElementMicrokernels.Type
  /// The sum of each output channel's weights, which is what a zero point multiplies. With over-read padding, as are scales
  /// and bias.
  private let weightSums: PackedBlock
  private let weightScales: PackedBlock
  private let bias: PackedBlock?
  private let scalesFirst: Bool
  private let range: ActivationBounds<Float>

  /// - Parameters:
  ///   - scales: of the weights; one for each output channel, or one for all.
  ///   - scalesFirst: whether the scales of weights and activations are multiplied with each other first.
  ///   - bias: one for each output channel; nil adds nothing.
  init(
    _ kernels: any ElementMicrokernels.Type, weightSums: [Int32], scales: [Float], scalesFirst: Bool, bias: [Float]?,
    range: ActivationBounds<Float>
  ) {
    self.kernels = kernels
    channelCount = weightSums.count
    let allScales = scales.count == 1 ? Array(repeating: scales[0], count: weightSums.count) : scales
    self.weightSums = weightSums.withUnsafeBytes(PackedBlock.init(paddedForOverReads:))
    weightScales = allScales.withUnsafeBytes(PackedBlock.init(paddedForOverReads:))
    self.bias = bias?.withUnsafeBytes(PackedBlock.init(paddedForOverReads:))
    self.scalesFirst = scalesFirst
    self.range = range
  }

  /// - Parameters:
  ///   - values: the sums of some pixels, which become results.
  ///   - quantization: of the pixels' activations.
  fileprivate func run(_ values: UnsafeMutableRawPointer, pixels: Int, quantization: AffineQuantization) {
    kernels.scaleSums(
      values, pixels: pixels, channels: channelCount, zeroPoint: quantization.zeroPoint, scale: quantization.scale,
      weightSums: weightSums.address, weightScales: weightScales.address, scalesFirst: scalesFirst,
      bias: bias?.address, lower: range.low, upper: range.high)
  }
}
