/// The specification of CONV_2D on int16 activations. `rows` counts the output rows of all images.
///
/// Source: `tflite/kernels/internal/reference/integer_ops/conv.h`.
extension Conv2D16x8 {
  func runReference(_ call: OperatorCall, rows: Range<Int>) {
    let input = call.input(0, as: Int16.self)
    let filter = call.input(1, as: Int8.self)
    let result = call.output(0, as: Int16.self)
    shape.forEachOutput(call.workers, rows: rows, zero: 0 as Int64) { sum, _, values, weights in
      for inputChannel in 0..<shape.filterChannels {
        sum &+= Int64(Int32(input[values + inputChannel]) &* Int32(filter[weights + inputChannel]))
      }
    } store: { sum, _, channel, output in
      result[output] = quantization.requantize(
        sum &+ quantization.bias(call, input: 2, channel: channel), channel: channel)
    }
  }
}
