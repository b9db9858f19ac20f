/// The specification of MaxPoolingWithArgmax2D. `rows` counts the output rows of all images.
///
/// Source: `mediapipe/util/tflite/operations/max_pool_argmax.cc`, MaxPoolArgmax.
extension MaxPoolingWithArgmax2D {
  func runReference(_ call: OperatorCall, rows: Range<Int>) {
    let (vertical, horizontal) = (window.vertical, window.horizontal)
    let input = call.input(0, as: Float.self)
    var result = rows.lowerBound * horizontal.outputSize * channels
    let (values, places) = (call.output(0, as: Float.self), call.output(1, as: Float.self))
    var watch = call.stopWatch
    for row in rows {
      let (batch, outputY) = row.quotientAndRemainder(dividingBy: vertical.outputSize)
      let image = input + batch * vertical.inputSize * horizontal.inputSize * channels
      let tapsY = vertical.tapsInside(output: outputY)
      for outputX in 0..<horizontal.outputSize {
        let tapsX = horizontal.tapsInside(output: outputX)
        for channel in 0..<channels {
          var (largest, place) = (-Float.greatestFiniteMagnitude, 0)
          for tapY in tapsY {
            let inputY = vertical.inputPosition(output: outputY, tap: tapY)
            for tapX in tapsX {
              let inputX = horizontal.inputPosition(output: outputX, tap: tapX)
              let value = image[(inputY * horizontal.inputSize + inputX) * channels + channel]
              if value > largest { (largest, place) = (value, tapY * horizontal.windowSize + tapX) }
            }
          }
          values[result] = range.clamp(largest)
          // As the reference counts, in 32 bits.
          places[result] = Float(Int32(truncatingIfNeeded: place)) + 0.1
          result += 1
          if watch.isOver(after: tapsY.count &* tapsX.count) { return }
        }
      }
    }
  }
}
