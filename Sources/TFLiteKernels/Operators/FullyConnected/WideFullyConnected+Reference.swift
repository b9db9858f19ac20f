/// The specification of FULLY_CONNECTED with int16 results.
///
/// Source: `tflite/kernels/fully_connected.cc`, FullyConnectedInt16FilterInt16Impl and its neighbors;
/// `tflite/kernels/internal/reference/fully_connected.h` and `reference/integer_ops/fully_connected.h`.
extension WideFullyConnected {
  @specialized(where Element == Int16, Weight == Int8)
  @specialized(where Element == Int16, Weight == Int16)
  @specialized(where Element == UInt8, Weight == UInt8)
  func runReference(_ call: OperatorCall, rows: Range<Int>) {
    let input = call.input(0, as: Element.self)
    let weights = call.input(1, as: Weight.self)
    let output = call.output(0, as: Int16.self)
    var watch = call.stopWatch
    for row in rows {
      let values = input + row * depth
      for unit in 0..<units {
        let unitWeights = weights + unit * depth
        var sum: Int64 = 0
        for index in 0..<depth {
          let value = Int64(truncatingIfNeeded: values[index]) &- Int64(inputZeroPoint)
          sum &+= value &* (Int64(truncatingIfNeeded: unitWeights[index]) &- Int64(weightsZeroPoint))
        }
        switch biasType {
        case .int64?: sum &+= call.input(2, as: Int64.self)[unit]
        case .int32?: sum &+= Int64(call.input(2, as: Int32.self)[unit])
        default: break
        }
        if sumsAreNarrow { sum = Int64(Int32(truncatingIfNeeded: sum)) }
        output[row * units + unit] = Int16(scaled(sum, unit) &+ outputZeroPoint, clampedTo: range)
        if watch.isOver(after: depth) { return }
      }
    }
  }

  @inline(__always)
  private func scaled(_ sum: Int64, _ unit: Int) -> Int32 {
    switch scaling {
    case .fixedPoint(let multipliers): return multipliers[unit].apply(wide: sum)
    case .double(let multipliers):
      let real = (Double(sum) * multipliers[unit]).rounded(.toNearestOrAwayFromZero)
      return Int32(min(max(real, -0x1p31), 0x1p31 - 1))
    }
  }
}
