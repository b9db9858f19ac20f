import TFLiteSchema

extension Tensor {
  /// The type of one element.
  ///
  /// TensorFlowLiteSwift has eight of them: `bool`, `uInt8`, `int16`, `int32`, `int64`, `float16`, `float32` and `float64`.
  /// A `switch` needs a `default` for the others.
  public enum DataType: CaseIterable, Equatable, Hashable, Sendable {
    /// One byte, 0 or 1.
    case bool
    /// 8 bits without sign.
    case uInt8
    /// 8 bits with sign.
    case int8
    /// 16 bits without sign.
    case uInt16
    /// 16 bits with sign.
    case int16
    /// 32 bits without sign.
    case uInt32
    /// 32 bits with sign.
    case int32
    /// 64 bits without sign.
    case uInt64
    /// 64 bits with sign.
    case int64
    /// 4 bits with sign, two in a byte, the first in the low bits.
    case int4
    /// 4 bits without sign, two in a byte, the first in the low bits.
    case uInt4
    /// 2 bits with sign, four in a byte, the first in the lowest bits.
    case int2
    /// IEEE binary16.
    case float16
    /// The upper half of IEEE binary32.
    case bfloat16
    /// 8 bits: 4 of exponent, 3 of mantissa, no infinities.
    case float8E4M3FN
    /// 8 bits: 5 of exponent, 2 of mantissa.
    case float8E5M2
    /// IEEE binary32.
    case float32
    /// IEEE binary64.
    case float64
    /// A real and an imaginary part in binary32.
    case complex64
    /// A real and an imaginary part in binary64.
    case complex128
    /// Text: a count and offsets, 32 bits each, then the bytes of all.
    case string

    /// nil for types whose values cannot be copied out of a model.
    init?(_ type: TensorType) {
      switch type {
      case .bool: self = .bool
      case .uint8: self = .uInt8
      case .int8: self = .int8
      case .uint16: self = .uInt16
      case .int16: self = .int16
      case .uint32: self = .uInt32
      case .int32: self = .int32
      case .uint64: self = .uInt64
      case .int64: self = .int64
      case .int4: self = .int4
      case .uint4: self = .uInt4
      case .int2: self = .int2
      case .float16: self = .float16
      case .bfloat16: self = .bfloat16
      case .float8E4M3FN: self = .float8E4M3FN
      case .float8E5M2: self = .float8E5M2
      case .float32: self = .float32
      case .float64: self = .float64
      case .complex64: self = .complex64
      case .complex128: self = .complex128
      case .string: self = .string
      default: return nil
      }
    }
  }
}
