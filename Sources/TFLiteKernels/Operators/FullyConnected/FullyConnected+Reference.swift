/// The specification of FULLY_CONNECTED.
///
/// Source: `tflite/kernels/internal/reference/fully_connected.h` and `reference/integer_ops/fully_connected.h`.
extension FullyConnected {
  @specialized(where Element == UInt8)
  @specialized(where Element == Int8)
  func runReference(_ call: OperatorCall) {
    let input = call.input(0, as: Element.self)
    let weights = call.input(1, as: Element.self)
    let bias = call.optionalInput(2, as: Int32.self)
    let output = call.output(0, as: Element.self)

    var watch = call.stopWatch
    for row in 0..<rows {
      let values = input + row * depth
      for unit in 0..<units {
        let unitWeights = weights + unit * depth
        var accumulator: Int32 = 0
        for index in 0..<depth {
          let value = Int32(truncatingIfNeeded: values[index]) &- inputZeroPoint
          let weight = Int32(truncatingIfNeeded: unitWeights[index]) &- weightsZeroPoint
          accumulator &+= value &* weight
        }
        if let bias { accumulator &+= bias[unit] }
        output[row * units + unit] = requantization.apply(accumulator, channel: unit)
        if watch.isOver(after: depth) { return }
      }
    }
  }
}
