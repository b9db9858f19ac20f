/// The specification of MaxUnpooling2D. Of values with the same place the last one stays.
///
/// Source: `mediapipe/util/tflite/operations/max_unpooling.cc`, MaxUnpooling;
/// `tflite/kernels/perception/max_unpooling_2d.cc`, MaxUnpooling.
extension MaxUnpooling2D {
  func runReference(_ call: OperatorCall) throws(KernelError) {
    let (values, output) = (call.input(0, as: Float.self), call.output(0, as: Float.self))
    let count = outputShape.wrappingProduct
    let imageSize = outputShape.dropFirst().wrappingProduct
    call.outputBytes(0).fill(with: 0, byteCount: 4 * count, call.workers)
    var watch = call.stopWatch
    let (height, width, channels) = (shape[1], shape[2], shape[3])
    var element = 0
    for batch in 0..<shape[0] {
      for y in 0..<height {
        for x in 0..<width {
          for part in (0..<channels).parts {
            if watch.isOver(after: part.count) { return }
            for channel in part {
              // In a row that is too short, or in another image: what counts is that it is in the output.
              guard let place = place(call, element, start: batch &* imageSize, y: y, x: x, channel: channel),
                (0..<count).contains(place)
              else {
                throw .value(identity, places, "leads out of the output \(outputShape) at \(element)")
              }
              output[place] = values[element]
              element += 1
            }
          }
        }
      }
    }
  }

  /// Where a value belongs in the output, whose image begins at `start`; nil where its place is no number.
  private func place(_ call: OperatorCall, _ element: Int, start: Int, y: Int, x: Int, channel: Int) -> Int? {
    guard let cells else { return start &+ Int(call.input(1, as: Int32.self)[element]) }
    guard let place = Int32(exactly: call.input(1, as: Float.self)[element].rounded(.towardZero)) else { return nil }
    let (row, column) = Int(place).quotientAndRemainder(dividingBy: cells.width)
    let outputY = y * cells.strideY - cells.paddingTop + row
    let outputX = x * cells.strideX - cells.paddingLeft + column
    return start &+ (outputY &* outputShape[2] &+ outputX) &* shape[3] &+ channel
  }
}
