import TFLiteFlatBuffers
import TFLiteSchema

// What operators that move elements ask for.
extension OperatorContext {
  /// The one value of an integer tensor: a scalar, or a vector of one element.
  func integer(
    _ tensor: TensorDescriptor, types: [TensorType] = [.int32, .int64]
  ) throws(KernelError) -> Int {
    try requireOneElement(tensor)
    return try integers(tensor, types: types)[0]
  }

  /// Checks that a tensor has one element, whatever its rank.
  func requireOneElement(_ tensor: TensorDescriptor) throws(KernelError) {
    guard tensor.shape.allSatisfy({ $0 == 1 }) else {
      throw .shape(identity, tensor.identity, found: tensor.shape, expected: "one element")
    }
  }

  /// Resolves an axis that a tensor holds and that may count from the end.
  func axis(_ value: Int, heldBy tensor: TensorDescriptor, rank: Int) throws(KernelError) -> Int {
    guard value >= -rank, value < rank else {
      throw .value(identity, tensor.identity, "holds the axis \(value), expected \(-rank) to \(rank - 1)")
    }
    return value < 0 ? value + rank : value
  }

  /// The bytes of a tensor's values, which decide what the operator does.
  ///
  /// - Throws: ``KernelError/valuesUnknown(_:_:)`` while only a run can tell them; the operator is then prepared again.
  func values(_ tensor: TensorDescriptor) throws(KernelError) -> ByteSlice {
    guard tensor.elementCount > 0 else { return [] }
    guard let bytes = tensor.constant else { throw .valuesUnknown(identity, tensor.identity) }
    return bytes
  }

  /// Checks that a stored integer means the same in both tensors.
  ///
  /// As in the C library, a tensor without a scale, or with one for each channel, counts as scale 0.
  func require(_ tensor: TensorDescriptor, sameMeaningAs other: TensorDescriptor) throws(KernelError) {
    guard [.uint8, .int8, .int16].contains(tensor.type) else { return }
    guard tensor.storedMeaning != other.storedMeaning else { return }
    let (scale, zeroPoint) = other.storedMeaning
    throw .quantization(
      identity, tensor.identity, expected: "scale \(scale) and zero point \(zeroPoint), those of \(other.identity)")
  }
}

extension TensorDescriptor {
  fileprivate var storedMeaning: (scale: Float, zeroPoint: Int64) {
    guard let quantization, quantization.scale.count == 1 else { return (0, 0) }
    return (quantization.scale[0], quantization.zeroPoint.first ?? 0)
  }
}
