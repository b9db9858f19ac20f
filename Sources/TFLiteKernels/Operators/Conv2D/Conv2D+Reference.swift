/// The specification of CONV_2D. `rows` counts the output rows of all images.
///
/// Source: `tflite/kernels/internal/reference/conv.h` and `reference/integer_ops/conv.h`.
extension Conv2D {
  @specialized(where Element == UInt8)
  @specialized(where Element == Int8)
  func runReference(_ call: OperatorCall, rows: Range<Int>) {
    let input = call.input(0, as: Element.self)
    let filter = call.input(1, as: Element.self)
    let bias = call.optionalInput(2, as: Int32.self)
    let result = call.output(0, as: Element.self)
    shape.forEachOutput(call.workers, rows: rows, zero: 0 as Int32) { accumulator, _, values, weights in
      for inputChannel in 0..<shape.filterChannels {
        let value = Int32(truncatingIfNeeded: input[values + inputChannel]) &- quantization.inputZeroPoint
        let weight = Int32(truncatingIfNeeded: filter[weights + inputChannel]) &- quantization.filterZeroPoint
        accumulator &+= value &* weight
      }
    } store: { accumulator, _, channel, output in
      let sum = bias.map { accumulator &+ $0[channel] } ?? accumulator
      result[output] = quantization.requantization.apply(sum, channel: channel)
    }
  }
}
