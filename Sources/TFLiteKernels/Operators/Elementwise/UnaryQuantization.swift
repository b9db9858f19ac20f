import TFLiteSchema

extension OperatorContext {
  /// Checks that a tensor has the quantization that an operator prescribes.
  func require(_ tensor: TensorDescriptor, scale: Float, zeroPoint: Int32) throws(KernelError) {
    let expected = AffineQuantization(scale: scale, zeroPoint: zeroPoint)
    guard try perTensorQuantization(tensor) == expected else {
      throw .quantization(identity, tensor.identity, expected: "scale \(scale) and zero point \(zeroPoint)")
    }
  }
}
