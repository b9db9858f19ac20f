/// The specification of FULLY_CONNECTED in float32: a sum over the depth for each row and unit, then the bias.
///
/// Source: `tflite/kernels/internal/reference/fully_connected.h`.
extension FloatFullyConnected {
  func runReference(_ call: OperatorCall, rows: Range<Int>) {
    let input = call.input(0, as: Float.self)
    let weights = call.input(1, as: Float.self)
    let bias = call.optionalInput(2, as: Float.self)
    let output = call.output(0, as: Float.self)
    let (depth, units) = (layer.depth, layer.units)

    var watch = call.stopWatch
    for row in rows {
      for unit in 0..<units {
        var sum: Float = 0
        for index in 0..<depth { sum.add(input[row * depth + index], times: weights[unit * depth + index], numerics) }
        output[row * units + unit] = layer.range.clamp(sum + (bias?[unit] ?? 0))
        if watch.isOver(after: depth) { return }
      }
    }
  }
}
