/// The specification of TransformTensorBilinear: all in float32, but for sums of which one product has a factor of 1 less
/// a weight. These are in double.
///
/// Source: `mediapipe/util/tflite/operations/transform_tensor_bilinear.cc`, TransformTensor and
/// TransformTensorBilinearV2.
extension TransformTensorBilinear {
  func runReference(_ call: OperatorCall, rows: Range<Int>) {
    let (image, matrix) = (call.input(0, as: Float.self), call.input(1, as: Float.self))
    var (horizontal, vertical) = (MatrixRow(matrix), MatrixRow(matrix + 4))
    if hasMiddles { (horizontal, vertical) = (horizontal.forMiddles, vertical.forMiddles) }
    var result = call.output(0, as: Float.self) + rows.lowerBound * outputWidth * channels
    var watch = call.stopWatch
    for row in rows {
      for column in 0..<outputWidth {
        let x = horizontal.times(Float(column), Float(row))
        let y = vertical.times(Float(column), Float(row))
        // What is no number is not outside.
        let isOutside = x < 0 || x > Float(width - 1) || y < 0 || y > Float(height - 1)
        for part in (0..<channels).parts {
          for channel in part {
            result.pointee = isOutside ? 0 : interpolate(image + channel, x, y)
            result += 1
          }
          if watch.isOver(after: 8 &* part.count) { return }
        }
      }
    }
  }

  private func interpolate(_ image: UnsafePointer<Float>, _ x: Float, _ y: Float) -> Float {
    let (left, top) = (x.rounded(.down), y.rounded(.down))
    func pixel(_ row: Float, _ column: Float) -> Float {
      guard row >= 0, row < Float(height), column >= 0, column < Float(width) else { return 0 }
      return image[(Int(row) * width + Int(column)) * channels]
    }
    let (rightShare, lowerShare) = (x - left, y - top)
    func between(_ first: Float, _ second: Float, _ share: Float) -> Float {
      Float((1 - Double(share)) * Double(first) + Double(share * second))
    }
    let upper = between(pixel(top, left), pixel(top, left + 1), rightShare)
    let lower = between(pixel(top + 1, left), pixel(top + 1, left + 1), rightShare)
    return Float(Double(lowerShare * lower) + (1 - Double(lowerShare)) * Double(upper))
  }
}
