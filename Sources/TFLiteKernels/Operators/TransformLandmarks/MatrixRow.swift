import TFLiteSchema

/// A row of a matrix that moves points of a plane.
struct MatrixRow {
  private let x: Float
  private let y: Float
  private let z: Float
  private var translation: Float

  /// - Parameter scale: what the translation is multiplied with.
  init(_ row: UnsafePointer<Float>, scale: Float = 1) {
    (x, y, z, translation) = (row[0], row[1], row[2], row[3] * scale)
  }

  /// The same row for points that are the middles of pixels, where it was for their corners.
  ///
  /// Source: `mediapipe/util/tflite/operations/transform_tensor_bilinear.cc`, TransformTensorBilinearV2.
  var forMiddles: MatrixRow {
    var row = self
    row.translation = Float(Double(translation) + (Double(x) * 0.5 + Double(y) * 0.5 - 0.5))
    return row
  }

  /// The product with a point. Nothing is left out, not even what a third coordinate of 0 adds.
  func times(_ pointX: Float, _ pointY: Float) -> Float { x * pointX + y * pointY + z * 0 + translation * 1 }
}

extension OperatorContext {
  /// Checks that an input is a matrix of 4 rows and 4 columns.
  func requireMatrix(_ position: Int) throws(KernelError) {
    let matrix = try input(position)
    try require(matrix, type: .float32)
    guard matrix.shape.allSatisfy({ $0 <= 16 }), matrix.shape.wrappingProduct == 16 else {
      throw .shape(identity, matrix.identity, found: matrix.shape, expected: "16 elements, those of a matrix")
    }
  }

  /// Whether the operator's version is 1, where there is a version 2.
  func isFirstOfTwoVersions() throws(KernelError) -> Bool {
    guard (1...2).contains(version) else {
      throw .option(identity, name: "version", found: "\(version)", expected: "1 or 2")
    }
    return version == 1
  }
}
