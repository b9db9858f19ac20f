import TFLiteSchema

extension TensorDescriptor {
  /// The values of a float32 constant; nil for an activation.
  var constantFloats: [Float]? {
    guard type == .float32, let constant, constant.count >= 4 * elementCount else { return nil }
    return constant.withUnsafeBytes { bytes in
      (0..<elementCount).map { bytes.loadUnaligned(fromByteOffset: 4 * $0, as: Float.self) }
    }
  }
}
