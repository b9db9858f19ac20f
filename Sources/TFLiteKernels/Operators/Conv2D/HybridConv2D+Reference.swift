/// The specification of CONV_2D with an 8-bit filter: an integer sum over the taps inside the image, scaled in float32,
/// then the bias. `rows` counts the output rows of all images.
///
/// Source: `tflite/kernels/conv.cc`, EvalHybrid and EvalHybridPerChannel;
/// `tflite/kernels/internal/reference/conv.h`, HybridConvPerChannel; `optimized/optimized_ops.h`, HybridConv.
extension HybridConv2D {
  func runReference(_ call: OperatorCall, images: QuantizedRows, rows: Range<Int>) {
    let filter = call.input(1, as: Int8.self)
    let bias = call.optionalInput(2, as: Float.self)
    let result = call.output(0, as: Float.self)
    shape.forEachOutput(call.workers, rows: rows, zero: 0 as Int32) { accumulator, batch, values, weights in
      // The rows lie one behind the other.
      accumulator &+= dotProduct(
        images[row: 0] + values, zeroPoint: images.quantization(ofRow: batch).zeroPoint, filter + weights,
        count: shape.filterChannels)
    } store: { accumulator, batch, channel, output in
      result[output] = finish(
        accumulator, channel: channel, scale: images.quantization(ofRow: batch).scale, bias: bias)
    }
  }

  /// The result for a sum of products.
  ///
  /// - Parameter scale: that of the activations.
  @inline(__always)
  func finish(_ accumulator: Int32, channel: Int, scale: Float, bias: UnsafePointer<Float>?) -> Float {
    // One product for all channels is taken first; scales of channels are multiplied in one after the other.
    let sum =
      isPerChannel
      ? Float(accumulator) * (scales.count == 1 ? scales[0] : scales[channel]) * scale
      : Float(accumulator) * (scale * scales[0])
    return range.clamp(bias.map { sum + $0[channel] } ?? sum)
  }
}
