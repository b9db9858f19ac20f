/// The specification of TransformLandmarks. A third coordinate stays as it is.
///
/// Source: `mediapipe/util/tflite/operations/transform_landmarks.cc`, TransformLandmarks and TransformLandmarksV2.
extension TransformLandmarks {
  func runReference(_ call: OperatorCall) {
    let (landmarks, matrix) = (call.input(0, as: Float.self), call.input(1, as: Float.self))
    let output = call.output(0, as: Float.self)
    let horizontal = MatrixRow(matrix, scale: scale)
    let vertical = MatrixRow(matrix + 4, scale: scale)
    var watch = call.stopWatch
    for start in stride(from: 0, to: outputShape.wrappingProduct, by: dimensions) {
      if watch.isOver(after: dimensions) { return }
      let (x, y) = (landmarks[start], landmarks[start + 1])
      output[start] = horizontal.times(x, y)
      output[start + 1] = vertical.times(x, y)
      if dimensions == 3 { output[start + 2] = landmarks[start + 2] }
    }
  }
}
