/// The specification of SOFTMAX on int16: exponentials and the reciprocal of their sum are interpolated between stored
/// results.
///
/// Source: `tflite/kernels/internal/reference/softmax.h`, SoftmaxInt16.
extension WideSoftmax {
  func runReference(_ call: OperatorCall) {
    let (input, output) = (call.input(0, as: Int16.self), call.output(0, as: Int16.self))
    let depth = outputShape[outputShape.count - 1]
    var watch = call.stopWatch
    for row in 0..<(depth > 0 ? outputShape.dropLast().reduce(1, *) : 0) {
      let (values, results) = (input + row * depth, output + row * depth)
      var largest = Int16.min
      watch.forEachPart(of: 0..<depth) { part in
        for index in part { largest = max(largest, values[index]) }
      }
      var sum: Int32 = 0
      watch.forEachPart(of: 0..<depth, stepsPerElement: 8) { part in
        for index in part {
          let difference = multiplier.apply(Int32(values[index]) &- Int32(largest)) &+ 32767
          results[index] = exponential(Int16(clamping: difference))
          sum &+= Int32(results[index])
        }
      }
      if watch.isOver(after: 8) { return }
      // The sum is 1 … 2 times a power of two, which the shift at the end divides by.
      let headroom = Int64(UInt32(bitPattern: sum).leadingZeroBitCount)
      let significand = (Int64(sum) << (headroom - 1) + 1 << 13) >> 14
      let quotient = Int64(reciprocal(Int16(clamping: significand - 1 << 15 - 1 << 16)))
      let shift = 31 - headroom
      watch.forEachPart(of: 0..<depth, stepsPerElement: 4) { part in
        for index in part {
          let scaled = (Int64(results[index]) * quotient + 1 << (shift - 1)) >> shift
          results[index] = Int16(truncatingIfNeeded: min(max(scaled, 0), 32767))
        }
      }
    }
  }
}
