import TFLiteFlatBuffers
import TFLiteSchema

/// Values of 2 or 4 bits that an operator takes as int8: one for each byte, with the sign extended.
///
/// Source: `tflite/kernels/internal/portable_tensor_utils.cc`, UnpackPackedIntToInt8.
struct UnpackedWeights: Sendable {
  private let format: any PackedInteger.Type
  private let count: Int
  /// The values of a constant; nil where each run unpacks an activation.
  let constant: ByteSlice?

  /// How the elements of a type share bytes; nil where they are whole bytes.
  static func format(of type: TensorType) -> (any PackedInteger.Type)? {
    switch type {
    case .int4: PackedInt4.self
    case .uint4: PackedUInt4.self
    case .int2: PackedInt2.self
    default: nil
    }
  }

  /// nil for tensors whose elements are whole bytes.
  init?(_ tensor: TensorDescriptor) {
    guard let format = Self.format(of: tensor.type) else { return nil }
    self.format = format
    count = tensor.elementCount
    let count = count
    constant = tensor.constant.map { stored in
      // One copy serves all interpreters of a model.
      stored.derived("unpacked", [Int(tensor.type.rawValue), count]) {
        let values = [Int8](unsafeUninitializedCapacity: count) { values, initializedCount in
          stored.withUnsafeBytes { Self.unpack(0..<count, of: $0.baseAddress, as: format, into: values.baseAddress) }
          initializedCount = count
        }
        return values.withUnsafeBytes { ByteSlice($0) }
      }
    }
  }

  /// The working memory that a run needs.
  var scratchByteCount: Int { constant == nil ? count + OverReadPadding.byteCount : 0 }

  /// The values, unpacked into working memory if they are no constant.
  func address(stored: UnsafeRawPointer, scratch: UnsafeMutableRawPointer, _ call: OperatorCall) -> UnsafeRawPointer {
    if let constant { return constant.baseAddress ?? stored }
    let values = scratch.assumingMemoryBound(to: Int8.self)
    call.forEachPart(of: 0..<count) { part in Self.unpack(part, of: stored, as: format, into: values) }
    return UnsafeRawPointer(scratch)
  }

  private static func unpack(
    _ elements: Range<Int>, of stored: UnsafeRawPointer?, as format: any PackedInteger.Type,
    into values: UnsafeMutablePointer<Int8>?
  ) {
    guard let stored, let values else { return }
    for element in elements { values[element] = format.value(at: element, of: stored) }
  }
}
