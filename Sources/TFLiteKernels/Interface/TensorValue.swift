import TFLiteSchema

/// The values of a tensor, apart from any memory of an interpreter.
package struct TensorValue: Sendable {
  package let type: TensorType
  package let shape: [Int]
  /// The elements as stored, in row-major order.
  package let bytes: [UInt8]

  package init(type: TensorType, shape: [Int], bytes: [UInt8]) {
    self.type = type
    self.shape = shape
    self.bytes = bytes
  }

  /// A copy of what an operator reads in a run.
  init(_ tensor: TensorDescriptor, at address: UnsafeRawPointer) {
    self.init(
      type: tensor.type, shape: tensor.shape,
      bytes: Array(UnsafeRawBufferPointer(start: address, count: tensor.byteCount)))
  }
}

extension TensorDescriptor {
  /// The bytes of the elements; 0 for types whose elements have no fixed size.
  package var byteCount: Int { type.storedByteCount(shape: shape) ?? 0 }
}

extension TensorType {
  /// Bytes of a tensor in the memory of an interpreter, where a resource is a number; nil for types whose elements have no
  /// fixed size.
  package func storedByteCount(shape: [Int]) -> Int? { (self == .resource ? .int64 : self).byteCount(shape: shape) }
}
