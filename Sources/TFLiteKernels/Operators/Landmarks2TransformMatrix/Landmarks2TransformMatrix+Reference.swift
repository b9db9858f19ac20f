import TFLiteElementaryFunctions

/// The specification of version 1 of Landmarks2TransformMatrix.
///
/// Source: `mediapipe/util/tflite/operations/landmarks_to_transform_matrix.cc`, LandmarksToTransformMatrixV1.
extension TransformMatrixV1 {
  func runReference(_ call: OperatorCall) {
    let landmarks = call.input(0, as: Float.self)
    func turned(_ x: Float, _ y: Float, by angle: Float) -> (x: Float, y: Float) {
      let (cos, sin) = (ElementaryFunctions.cos(angle), ElementaryFunctions.sin(angle))
      return (x * cos - y * sin, x * sin + y * cos)
    }
    let (left, right) = (landmarks + 3 * options.landmarks.left, landmarks + 3 * options.landmarks.right)
    let angle = -ElementaryFunctions.atan((right[1] - left[1]) / (right[0] - left[0]))
    var (high, low): ((x: Float, y: Float), (x: Float, y: Float)) = ((-100_000, -100_000), (100_000, 100_000))
    var watch = call.stopWatch
    for index in options.landmarks.subset {
      if watch.isOver(after: 64) { return }
      let point = turned(landmarks[3 * index], landmarks[3 * index + 1], by: angle)
      high = (high.x < point.x ? point.x : high.x, high.y < point.y ? point.y : high.y)
      low = (point.x < low.x ? point.x : low.x, point.y < low.y ? point.y : low.y)
    }
    let range = Float(options.range)
    let width = (high.x - low.x) * options.multiplier
    let height = (high.y - low.y) * options.multiplier
    let middle = turned((high.x + low.x) / 2, (high.y + low.y) / 2, by: -angle)
    let (cos, sin) = (ElementaryFunctions.cos(-angle), ElementaryFunctions.sin(-angle))
    func centered(_ coordinate: Float) -> Float { Float(Double(coordinate / range) * 2 - 1) }
    func pixels(_ size: Int) -> Float { Float((Double(size) - 1) / 2) }
    func step(_ size: Int) -> Float { Float(2 / (Double(size) - 1)) }

    let toImage = SquareMatrix(
      [pixels(options.input.width), 0, pixels(options.input.width)],
      [0, pixels(options.input.height), pixels(options.input.height)], [0, 0, 1])
    let rotation = SquareMatrix([cos, -sin, centered(middle.x)], [sin, cos, centered(middle.y)], [0, 0, 1])
    let scale = SquareMatrix([width / range, 0, 0], [0, height / range, 0], [0, 0, 1])
    let fromCrop = SquareMatrix([step(options.output.width), 0, -1], [0, step(options.output.height), -1], [0, 0, 1])
    let matrix = toImage * rotation * scale * fromCrop
    let elements: [Float] = [
      matrix[0, 0], matrix[0, 1], 0, matrix[0, 2], matrix[1, 0], matrix[1, 1], 0, matrix[1, 2],
      matrix[2, 0], matrix[2, 1], matrix[2, 2], 0, 0, 0, 0, 1,
    ]
    call.output(0, as: Float.self).update(from: elements, count: 16)
  }
}

/// The specification of version 2 of Landmarks2TransformMatrix.
///
/// Source: `mediapipe/util/tflite/operations/landmarks_to_transform_matrix.cc`, LandmarksToTransformMatrixV2.
extension TransformMatrixV2 {
  func runReference(_ call: OperatorCall) {
    let landmarks = call.input(0, as: Float.self)
    let (left, right) = (landmarks + 3 * options.landmarks.left, landmarks + 3 * options.landmarks.right)
    let angle = options.targetRotation - ElementaryFunctions.atan2(right[1] - left[1], right[0] - left[0])
    var watch = call.stopWatch
    guard let (center, width, height) = crop(landmarks, angle, &watch) else { return }
    let scaleX = options.scaleX * width / Float(options.outputWidth)
    let scaleY = options.scaleY * height / Float(options.outputHeight)
    let matrix =
      SquareMatrix([1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1])
      * shift(center[0], center[1])
      * SquareMatrix(
        [cos(-angle), -sin(-angle), 0, 0], [sin(-angle), cos(-angle), 0, 0], [0, 0, 1, 0], [0, 0, 0, 1])
      * SquareMatrix([scaleX, 0, 0, 0], [0, scaleY, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1])
      * shift(Float(-Double(options.outputWidth) / 2), Float(-Double(options.outputHeight) / 2))
    call.output(0, as: Float.self).update(from: matrix.elements, count: 16)
  }

  /// The middle and the size of what holds the landmarks, turned by the angle; nil where the run has been stopped.
  private func crop(
    _ landmarks: UnsafePointer<Float>, _ angle: Float, _ watch: inout StopWatch
  ) -> (center: [Float], width: Float, height: Float)? {
    func rotation(_ angle: Float) -> SquareMatrix {
      SquareMatrix([cos(angle), -sin(angle), 0], [sin(angle), cos(angle), 0], [0, 0, 1])
    }
    let turned = rotation(angle)
    func place(_ index: Int) -> [Float] { turned * [landmarks[3 * index], landmarks[3 * index + 1], 1] }
    var high = place(options.landmarks.subset[0])
    var low = high
    for index in options.landmarks.subset {
      if watch.isOver(after: 256) { return nil }
      let point = place(index)
      for axis in 0...1 {
        if high[axis] < point[axis] { high[axis] = point[axis] }
        if low[axis] > point[axis] { low[axis] = point[axis] }
      }
    }
    let middle = [(low[0] + high[0]) / 2, (low[1] + high[1]) / 2, low[2]]
    return (rotation(-angle) * middle, high[0] - low[0], high[1] - low[1])
  }

  private func shift(_ x: Float, _ y: Float) -> SquareMatrix {
    SquareMatrix([1, 0, 0, x], [0, 1, 0, y], [0, 0, 1, 0], [0, 0, 0, 1])
  }

  private func cos(_ angle: Float) -> Float { ElementaryFunctions.cos(angle) }
  private func sin(_ angle: Float) -> Float { ElementaryFunctions.sin(angle) }
}
