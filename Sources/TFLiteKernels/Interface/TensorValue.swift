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
  /// Bits of one element in the memory of an interpreter, where a resource and a string are numbers; nil for types whose
  /// elements have no fixed size.
  package var storedBitWidth: Int? { stored.bitWidth }

  /// Bytes of a tensor in the memory of an interpreter; nil for types whose elements have no fixed size.
  package func storedByteCount(shape: [Int]) -> Int? { stored.byteCount(shape: shape) }

  /// Bytes of so many elements in the memory of an interpreter; nil for types whose elements have no fixed size.
  package func storedByteCount(elementCount: Int) -> Int? { stored.byteCount(elementCount: elementCount) }

  private var stored: TensorType { self == .resource || self == .string ? .int64 : self }
}
