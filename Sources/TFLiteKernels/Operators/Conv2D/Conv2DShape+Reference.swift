/// The way that every integer CONV_2D takes through its operands: output elements in order, and for each the taps of
/// its window that lie inside the image, as if the padding held what means 0.
///
/// Source: `tflite/kernels/internal/reference/conv.h`.
extension Conv2DShape {
  /// Computes some output rows, which are counted over all images.
  ///
  /// - Parameters:
  ///   - zero: an empty sum.
  ///   - add: adds the products of a tap's ``filterChannels`` values and weights, the first of which are given.
  ///   - store: stores what a sum comes to.
  @inline(__always)
  func forEachOutput<Sum>(
    _ workers: any Workers, rows: Range<Int>, zero: Sum,
    add: (_ sum: inout Sum, _ batch: Int, _ values: Int, _ weights: Int) -> Void,
    store: (_ sum: Sum, _ batch: Int, _ channel: Int, _ output: Int) -> Void
  ) {
    let (vertical, horizontal) = (window.vertical, window.horizontal)
    var output = rows.lowerBound * horizontal.outputSize * outputChannels
    var watch = StopWatch(workers)
    for row in rows {
      let (batch, outputY) = row.quotientAndRemainder(dividingBy: vertical.outputSize)
      let tapsY = vertical.tapsInside(output: outputY)
      for outputX in 0..<horizontal.outputSize {
        let tapsX = horizontal.tapsInside(output: outputX)
        for channel in 0..<outputChannels {
          let firstInputChannel = channel / outputChannelsPerGroup * filterChannels
          var sum = zero
          for tapY in tapsY {
            let inputY = batch * vertical.inputSize + vertical.inputPosition(output: outputY, tap: tapY)
            for tapX in tapsX {
              let inputX = horizontal.inputPosition(output: outputX, tap: tapX)
              add(
                &sum, batch, (inputY * horizontal.inputSize + inputX) * inputChannels + firstInputChannel,
                channel * filterSize + (tapY * horizontal.windowSize + tapX) * filterChannels)
            }
          }
          store(sum, batch, channel, output)
          output += 1
          if watch.isOver(after: filterSize) { return }
        }
      }
    }
  }
}
