/// The specification of AVERAGE_POOL_2D and MAX_POOL_2D. The window is clipped to the image.
///
/// Source: `tflite/kernels/internal/reference/pooling.h` and `reference/integer_ops/pooling.h`.
extension Pool2D {
  @specialized(where Element == UInt8)
  @specialized(where Element == Int8)
  @specialized(where Element == Int16)
  func runReference(_ call: OperatorCall) {
    let input = call.input(0, as: Element.self)
    var result = call.output(0, as: Element.self)
    let (vertical, horizontal) = (window.vertical, window.horizontal)

    var watch = call.stopWatch
    for batch in 0..<batches {
      let image = input + batch * vertical.inputSize * horizontal.inputSize * channels
      for outputY in 0..<vertical.outputSize {
        let tapsY = vertical.tapsInside(output: outputY)
        for outputX in 0..<horizontal.outputSize {
          let tapsX = horizontal.tapsInside(output: outputX)
          for channel in 0..<channels {
            var sum: Int32 = 0
            var largest = Element.range.lowerBound
            for tapY in tapsY {
              let inputY = vertical.inputPosition(output: outputY, tap: tapY)
              for tapX in tapsX {
                let inputX = horizontal.inputPosition(output: outputX, tap: tapX)
                let value = Int32(
                  truncatingIfNeeded: image[(inputY * horizontal.inputSize + inputX) * channels + channel])
                sum &+= value
                largest = Swift.max(largest, value)
              }
            }
            let pooled =
              switch kind {
              case .max: largest
              case .average: roundedQuotient(sum, Int32(truncatingIfNeeded: tapsY.count * tapsX.count))
              }
            result.pointee = Element(pooled, clampedTo: range)
            result += 1
            if watch.isOver(after: tapsY.count &* tapsX.count) { return }
          }
        }
      }
    }
  }
}
