import TFLiteSchema

extension OperatorContext {
  /// Checks that a tensor has the quantization that an operator prescribes.
  ///
  /// - Parameter tolerance: which part of the scale it may be off.
  func require(
    _ tensor: TensorDescriptor, scale: Float, zeroPoint: Int32, tolerance: Float = 0
  ) throws(KernelError) {
    let found = try perTensorQuantization(tensor)
    guard found.zeroPoint == zeroPoint, abs(found.scale - scale) <= tolerance * scale else {
      throw .quantization(identity, tensor.identity, expected: "scale \(scale) and zero point \(zeroPoint)")
    }
  }
}
