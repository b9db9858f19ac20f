/// The specification of RESIZE_NEAREST_NEIGHBOR. `rows` counts the output rows of all images.
///
/// Source: `tflite/kernels/internal/reference/resize_nearest_neighbor.h`.
extension ResizeNearestNeighbor {
  func runReference(_ call: OperatorCall, rows: Range<Int>) {
    let pixelSize = geometry.channels * elementSize
    let input = call.inputBytes(0)
    var result = call.outputBytes(0) + rows.lowerBound * geometry.outputWidth * pixelSize
    var watch = call.stopWatch
    for row in rows {
      let (batch, outputY) = row.quotientAndRemainder(dividingBy: geometry.outputHeight)
      let inputY = nearest(outputY, outputSize: geometry.outputHeight, inputSize: geometry.inputHeight)
      let line = input + (batch * geometry.inputHeight + inputY) * geometry.inputWidth * pixelSize
      for outputX in 0..<geometry.outputWidth {
        let inputX = nearest(outputX, outputSize: geometry.outputWidth, inputSize: geometry.inputWidth)
        result.copyMemory(from: line + inputX * pixelSize, byteCount: pixelSize, call.workers)
        result += pixelSize
        if watch.isOver(after: pixelSize &+ 8) { return }
      }
    }
  }

  /// The input position for an output position along one axis.
  func nearest(_ output: Int, outputSize: Int, inputSize: Int) -> Int {
    let scale =
      geometry.alignCorners && outputSize > 1
      ? Float(inputSize - 1) / Float(outputSize - 1) : Float(inputSize) / Float(outputSize)
    let position = (Float(output) + (geometry.halfPixelCenters ? 0.5 : 0)) * scale
    let rounded = position.rounded(geometry.alignCorners ? .toNearestOrAwayFromZero : .down)
    return max(0, min(Int(rounded), inputSize - 1))
  }
}
