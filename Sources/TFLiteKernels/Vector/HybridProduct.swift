/// A convolution or product of matrices of activations that are quantized at run time and constant int8 weights.
struct HybridProduct: Sendable {
  /// Leaves the sums of products of stored values.
  private let convolution: VectorConvolution
  private let channelCount: Int
  /// The sum of each output channel's weights, which is what a zero point multiplies; grouped as the scales are.
  private let weightSums: [SIMD8<Int32>]
  private let weightScales: WeightScales

  /// - Parameter scales: one for each output channel, or one for all.
  init(convolution: VectorConvolution, weightSums: [Int32], scales: [Float]) {
    self.convolution = convolution
    channelCount = weightSums.count
    self.weightSums = weightSums.inGroupsOfEight
    weightScales = WeightScales(scales, channels: weightSums.count)
  }

  var scratchByteCount: Int { convolution.scratchByteCount }

  /// Leaves sums of products of stored values where results will stand: they are as large. What is still to be done
  /// with them can be shared out.
  ///
  /// - Parameter finish: finishes some pixels.
  func run(_ call: OperatorCall, rows: QuantizedRows, _ finish: (Range<Int>) -> Void) {
    convolution.run(call, input: rows[row: 0], output: call.outputBytes(0)) { rows.quantization(ofRow: $0).zeroPoint }
    call.workers.forEachRange(of: pixelCount, minimumCount: 4096 / channelCount, finish)
  }

  /// - Parameter result: the results for some channels' sums of products, the zero point's share taken off.
  @inline(__always)
  func finish(
    _ call: OperatorCall, rows: QuantizedRows, pixels: Range<Int>, _ result: (HybridSums) -> SIMD8<Float>
  ) {
    let output = call.output(0, as: Float.self)
    let pixelsPerRow = pixelCount / rows.rowCount
    for pixel in pixels {
      let quantization = rows.quantization(ofRow: pixel / pixelsPerRow)
      weightScales.forEachGroup { group, channels, scales in
        let results = output + pixel * channelCount + channels.lowerBound
        let sums =
          SIMD8<Int32>(loading: channels.count, fromBytes: results) &- quantization.zeroPoint &* weightSums[group]
        result(
          HybridSums(values: SIMD8<Float>(sums), channels: channels, weightScales: scales, scale: quantization.scale)
        ).store(channels.count, to: results)
      }
    }
  }

  /// In all images.
  private var pixelCount: Int { convolution.batches * convolution.pixelCount }
}
