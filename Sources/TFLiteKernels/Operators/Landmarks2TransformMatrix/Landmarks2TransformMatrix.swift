import TFLiteSchema

/// Landmarks2TransformMatrix: the matrix that leads from the pixels of a crop to places in the image that has some
/// landmarks: the crop is turned so that two of them lie level, and holds a subset of them.
///
/// Input: landmarks of 3 coordinates, float32: [1, 1, 1, 3 · count] in version 1, [1, count, 3] in version 2. Output: a
/// matrix [1, 4, 4], float32, for TransformTensorBilinear and TransformLandmarks.
///
/// MediaPipe reads landmarks wherever an index leads; here one that is not there is an error, and so is a subset of none.
/// Of version 1 its programs have nothing but the formula, which leaves open whether sines are of float32 or double; here
/// they are of float32.
///
/// Source: `mediapipe/util/tflite/operations/landmarks_to_transform_matrix.cc`.
enum Landmarks2TransformMatrixOperator: OperatorDefinition {
  static let kernels: [KernelDeclaration] = [.plain(.float32)]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    try context.requireOperands(inputs: 1...1)
    try context.requireActivationType(of: Self.self)
    try context.require(context.output(0), type: .float32)
    let landmarks = try context.input(0)
    if try context.isFirstOfTwoVersions() {
      try context.require(landmarks, rank: 4...4)
      try context.require(landmarks, shape: [1, 1, 1, landmarks.shape[3]])
      return TransformMatrixV1(try TransformMatrixOptionsV1(context, landmarkCount: landmarks.shape[3] / 3))
    }
    try context.require(landmarks, rank: 3...3)
    try context.require(landmarks, shape: [1, landmarks.shape[1], 3])
    return TransformMatrixV2(try TransformMatrixOptionsV2(context, landmarkCount: landmarks.shape[1]))
  }
}

/// Version 1 of Landmarks2TransformMatrix.
struct TransformMatrixV1: TotalOperator {
  let options: TransformMatrixOptionsV1

  init(_ options: TransformMatrixOptionsV1) { self.options = options }

  var outputShapes: [[Int]] { [[1, 4, 4]] }

  func run(_ call: OperatorCall) { runReference(call) }
}

/// Version 2 of Landmarks2TransformMatrix.
struct TransformMatrixV2: TotalOperator {
  let options: TransformMatrixOptionsV2

  init(_ options: TransformMatrixOptionsV2) { self.options = options }

  var outputShapes: [[Int]] { [[1, 4, 4]] }

  func run(_ call: OperatorCall) { runReference(call) }
}
