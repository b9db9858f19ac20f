/// The element types of tensors, with the codes of the C interface (`LiteRtElementType`).
package enum LiteRTElementType: Int32, Sendable, CaseIterable {
  case float32 = 1
  case int32 = 2
  case uint8 = 3
  case int64 = 4
  case bool = 6
  case int16 = 7
  case complex64 = 8
  case int8 = 9
  case float16 = 10
  case float64 = 11
  case complex128 = 12
  case uint64 = 13
  case uint32 = 16
  case uint16 = 17
  case int4 = 18
  case bfloat16 = 19
  case int2 = 20
  case uint4 = 21
  case float8E4M3FN = 22
  case float8E5M2 = 23

  /// The size of one element. Types of fewer than 8 bits are packed.
  package var bits: Int {
    switch self {
    case .int2: 2
    case .int4, .uint4: 4
    case .bool, .int8, .uint8, .float8E4M3FN, .float8E5M2: 8
    case .int16, .uint16, .float16, .bfloat16: 16
    case .int32, .uint32, .float32: 32
    case .int64, .uint64, .float64, .complex64: 64
    case .complex128: 128
    }
  }
}

/// An input or an output of a compiled model.
package struct LiteRTTensor: Equatable, Sendable {
  /// The tensor's name in the model file.
  package let name: String
  /// The tensor's index in its subgraph. Inputs and outputs may stand in another order than in the subgraph's lists.
  package let index: Int
  /// The type of the elements.
  package let type: LiteRTElementType
  /// The shape the tensor has when the model runs; for outputs, it may differ from the one in the file.
  package let shape: [Int]

  /// The number of elements; 1 for a scalar.
  package var elementCount: Int { shape.reduce(1, *) }
  /// The number of bytes the elements take.
  package var byteCount: Int { (elementCount * type.bits + 7) / 8 }
}

/// One output of one run.
package struct LiteRTOutput: Equatable, Sendable {
  /// What the bytes are.
  package let tensor: LiteRTTensor
  /// The elements as the library stored them, row by row.
  package let bytes: [UInt8]

  /// The output's name in the model file.
  package var name: String { tensor.name }
  /// The type of the elements.
  package var type: LiteRTElementType { tensor.type }
  /// The shape at run time.
  package var shape: [Int] { tensor.shape }

  /// The elements as values of type `Element`, which must have the size of the tensor's type.
  package func elements<Element: BitwiseCopyable>(as _: Element.Type) -> [Element] {
    bytes.withUnsafeBytes { raw in
      (0..<raw.count / MemoryLayout<Element>.stride).map {
        raw.loadUnaligned(fromByteOffset: $0 * MemoryLayout<Element>.stride, as: Element.self)
      }
    }
  }
}

/// `LiteRtRankedTensorType` in memory: an `int32` type code and a 68-byte layout, which is a 32-bit word whose low
/// seven bits are the rank, eight `int32` dimensions and eight `uint32` strides.
struct RankedTensorType {
  static let byteCount = 72
  static let layoutOffset = 4
  static let layoutByteCount = 68

  /// The shape held by the layout at `layout`.
  static func shape(ofLayout layout: UnsafeRawPointer) -> [Int] {
    let rank = Int(layout.loadUnaligned(as: UInt32.self) & 0x7f)
    return (0..<min(rank, 8)).map { Int(layout.loadUnaligned(fromByteOffset: 4 + 4 * $0, as: Int32.self)) }
  }
}
