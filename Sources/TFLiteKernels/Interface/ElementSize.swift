import TFLiteSchema

extension OperatorContext {
  /// The bytes of one element of a tensor whose values an operator only moves.
  func elementSize(of tensor: TensorDescriptor) throws(KernelError) -> Int {
    guard let bits = tensor.type.bitWidth, bits >= 8 else {
      throw .type(identity, tensor.identity, found: tensor.type, expected: "a type whose elements are whole bytes")
    }
    return bits / 8
  }
  /// As ``elementSize(of:)``, for operators that move strings too, which are numbers in a ``StringPool``.
  func elementSizeWithStrings(of tensor: TensorDescriptor) throws(KernelError) -> Int {
    tensor.type == .string ? MemoryLayout<Int64>.size : try elementSize(of: tensor)
  }
}
