/// The specification of CONV_2D in float32: a sum for each output channel over rows, columns and input channels of the
/// window, in this order, then the bias. `rows` counts the output rows of all images.
///
/// Source: `tflite/kernels/internal/reference/conv.h`.
extension FloatConv2D {
  func runReference(_ call: OperatorCall, rows: Range<Int>) {
    let input = call.input(0, as: Float.self)
    let filter = call.input(1, as: Float.self)
    let bias = call.optionalInput(2, as: Float.self)
    let result = call.output(0, as: Float.self)
    shape.forEachOutput(call.workers, rows: rows, zero: 0 as Float) { sum, _, values, weights in
      for inputChannel in 0..<shape.filterChannels {
        sum.add(input[values + inputChannel], times: filter[weights + inputChannel], numerics)
      }
    } store: { sum, _, channel, output in
      result[output] = range.clamp(sum + (bias?[channel] ?? 0))
    }
  }
}
