import TFLiteSchema

/// TransformLandmarks: points are moved by a matrix, as far as their first two coordinates go.
///
/// Inputs, float32: landmarks; a matrix of 4 rows and 4 columns, whose first two rows count. Output: the landmarks' shape
/// and type. Version 1 takes landmarks [1, height, width, coordinates], several of them in a row; its options say how many
/// coordinates a landmark has (`dimensions`, 2 or 3), and with what the matrix's translation is multiplied (`scale`). Version
/// 2 takes landmarks [1, count, 2 or 3], and has no options.
///
/// MediaPipe takes several images, and computes the first one; here that is an error.
///
/// Source: `mediapipe/util/tflite/operations/transform_landmarks.cc`.
enum TransformLandmarksOperator: OperatorDefinition {
  static let kernels: [KernelDeclaration] = [.plain(.float32)]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    try context.requireOperands(inputs: 2...2)
    try context.requireActivationType(of: Self.self)
    let landmarks = try context.input(0)
    try context.requireMatrix(1)
    try context.require(context.output(0), type: .float32)
    let isFirst = try context.isFirstOfTwoVersions()
    try context.require(landmarks, rank: isFirst ? 4...4 : 3...3)
    let coordinates = landmarks.shape[landmarks.rank - 1]
    var (dimensions, scale) = (coordinates, Float(1))
    if isFirst {
      let options = try CustomOptions(context)
      dimensions = options.has("dimensions") ? try options.integer("dimensions", in: 2...3) : 3
      scale = options.has("scale") ? try options.number("scale") : 1
      guard scale != 0 else {
        throw KernelError.option(context.identity, name: "scale", found: "0", expected: "another number")
      }
    }
    guard landmarks.shape[0] == 1, (2...3).contains(dimensions), coordinates % dimensions == 0 else {
      let last = isFirst ? "a last dimension that \(dimensions) divides" : "2 or 3 coordinates"
      throw KernelError.shape(
        context.identity, landmarks.identity, found: landmarks.shape, expected: "1 as its first dimension, and \(last)")
    }
    return TransformLandmarks(outputShape: landmarks.shape, dimensions: dimensions, scale: scale)
  }
}

/// TransformLandmarks of points with known coordinates.
struct TransformLandmarks: TotalOperator {
  let outputShape: [Int]
  /// Coordinates of a point.
  let dimensions: Int
  /// What the translation is multiplied with.
  let scale: Float

  var outputShapes: [[Int]] { [outputShape] }

  func run(_ call: OperatorCall) { runReference(call) }
}
