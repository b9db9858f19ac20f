/// A convolution or product of matrices of activations that are quantized on the way and constant int8 weights.
struct HybridProduct: Sendable {
  /// Leaves the sums of products of stored values.
  let convolution: VectorConvolution
  /// The sum of each output channel's weights: what a zero point multiplies.
  let weightSums: [Int32]

  var scratchByteCount: Int { convolution.scratchByteCount }

  /// - Parameters:
  ///   - pixelsPerRow: how many results of each channel come from one quantized row.
  ///   - finish: the result for a sum of products, a channel and the activations' scale.
  @inline(__always)
  func run(
    _ call: OperatorCall, rows: QuantizedRows, pixelsPerRow: Int,
    _ finish: (_ sum: Int32, _ channel: Int, _ scale: Float) -> Float
  ) {
    // Sums are as large as results, and stand where these will.
    let output = call.outputBytes(0)
    convolution.run(call, input: rows[row: 0], output: output) { rows.quantization(ofRow: $0).zeroPoint }
    call.workers.forEachRange(of: rows.rowCount * pixelsPerRow, minimumCount: 4096 / weightSums.count) { pixels in
      rows.finish(output, pixels: pixels, pixelsPerRow: pixelsPerRow, weightSums: weightSums, finish)
    }
  }
}
