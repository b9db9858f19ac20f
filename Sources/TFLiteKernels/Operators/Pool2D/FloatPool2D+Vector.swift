/// Pooling in float32 with all channels of a pixel side by side, on the vectors that the compiler makes of plain loops.
/// The values of a window are combined in the order of the specification. `rows` counts the output rows of all images.
extension FloatPool2D {
  func runSideBySide<Pooling: FloatPooling>(_ call: OperatorCall, rows: Range<Int>, _ pooling: Pooling.Type) {
    let input = call.input(0, as: Float.self)
    let (vertical, horizontal) = (window.vertical, window.horizontal)
    var result = call.output(0, as: Float.self) + rows.lowerBound * horizontal.outputSize * channels

    for row in rows {
      let (batch, outputY) = row.quotientAndRemainder(dividingBy: vertical.outputSize)
      let image = input + batch * vertical.inputSize * horizontal.inputSize * channels
      let tapsY = vertical.tapsInside(output: outputY)
      for outputX in 0..<horizontal.outputSize {
        let tapsX = horizontal.tapsInside(output: outputX)
        result.update(repeating: Pooling.start, count: channels)
        for tapY in tapsY {
          let inputY = vertical.inputPosition(output: outputY, tap: tapY)
          for tapX in tapsX {
            let inputX = horizontal.inputPosition(output: outputX, tap: tapX)
            let values = image + (inputY * horizontal.inputSize + inputX) * channels
            for channel in 0..<channels { result[channel] = Pooling.combine(result[channel], values[channel]) }
          }
        }
        let count = tapsY.count * tapsX.count
        for channel in 0..<channels { result[channel] = range.clamp(Pooling.finish(result[channel], count: count)) }
        result += channels
      }
    }
  }
}
