import TFLiteFlatBuffers

/// The type of a tensor's elements.
public enum TensorType: Int8, SchemaEnum {
  /// 32-bit IEEE floating point.
  case float32 = 0
  /// 16-bit IEEE floating point.
  case float16 = 1
  /// 32-bit signed integer.
  case int32 = 2
  /// 8-bit unsigned integer.
  case uint8 = 3
  /// 64-bit signed integer.
  case int64 = 4
  /// Strings, packed into one buffer: a count, the offset of each and of the end, and the bytes.
  case string = 5
  /// One byte: 0 is false.
  case bool = 6
  /// 16-bit signed integer.
  case int16 = 7
  /// Real and imaginary part in 32-bit floating point.
  case complex64 = 8
  /// 8-bit signed integer.
  case int8 = 9
  /// 64-bit IEEE floating point.
  case float64 = 10
  /// Real and imaginary part in 64-bit floating point.
  case complex128 = 11
  /// 64-bit unsigned integer.
  case uint64 = 12
  /// A handle of a variable or a table.
  case resource = 13
  /// A value whose type is known at run time only.
  case variant = 14
  /// 32-bit unsigned integer.
  case uint32 = 15
  /// 16-bit unsigned integer.
  case uint16 = 16
  /// 4-bit signed integer, two in a byte, the first in the low bits.
  case int4 = 17
  /// The upper half of a 32-bit floating point value.
  case bfloat16 = 18
  /// 2-bit signed integer, four in a byte, the first in the lowest bits.
  case int2 = 19
  /// 4-bit unsigned integer, two in a byte, the first in the low bits.
  case uint4 = 20
  /// 8-bit floating point: 4 bits of exponent, 3 of mantissa, no infinities.
  case float8E4M3FN = 21
  /// 8-bit floating point: 5 bits of exponent, 2 of mantissa.
  case float8E5M2 = 22

  /// The schema's spelling of each value.
  public static let schemaNames = [
    "FLOAT32", "FLOAT16", "INT32", "UINT8", "INT64", "STRING", "BOOL", "INT16", "COMPLEX64", "INT8", "FLOAT64",
    "COMPLEX128", "UINT64", "RESOURCE", "VARIANT", "UINT32", "UINT16", "INT4", "BFLOAT16", "INT2", "UINT4",
    "FLOAT8_E4M3FN", "FLOAT8_E5M2",
  ]

  /// Bits of one element; nil for types whose elements have no fixed size in memory.
  public var bitWidth: Int? {
    switch self {
    case .int2: 2
    case .int4, .uint4: 4
    case .uint8, .int8, .bool, .float8E4M3FN, .float8E5M2: 8
    case .float16, .bfloat16, .int16, .uint16: 16
    case .float32, .int32, .uint32: 32
    case .float64, .int64, .uint64, .complex64: 64
    case .complex128: 128
    case .string, .resource, .variant: nil
    }
  }

  /// Bytes that `elementCount` elements occupy, the last byte filled up; nil for types without a fixed size and for
  /// counts whose bytes cannot be counted in an `Int`.
  public func byteCount(elementCount: Int) -> Int? {
    guard let bitWidth, elementCount >= 0 else { return nil }
    if bitWidth >= 8 {
      let (bytes, overflow) = elementCount.multipliedReportingOverflow(by: bitWidth / 8)
      return overflow ? nil : bytes
    }
    let perByte = 8 / bitWidth
    return elementCount / perByte + (elementCount % perByte == 0 ? 0 : 1)
  }

  /// Bytes of a dense tensor; nil for types without a fixed size, for negative dimensions, and where the product of the
  /// dimensions above 0 cannot be counted in bytes.
  ///
  /// A dimension of 0 does not make the others harmless: kernels multiply some of them.
  public func byteCount(shape: [Int]) -> Int? {
    guard let elementCount = shape.elementCount,
      let largest = shape.filter({ $0 > 0 }).elementCount.flatMap({ byteCount(elementCount: $0) })
    else { return nil }
    return elementCount == 0 ? 0 : largest
  }

  /// The integers that fit the type; nil for types that hold none.
  public var integerRange: ClosedRange<Int64>? {
    switch self {
    case .int2: -2...1
    case .int4: -8...7
    case .uint4: 0...15
    case .int8: -128...127
    case .uint8: 0...255
    case .int16: -32768...32767
    case .uint16: 0...65535
    case .int32: Int64(Int32.min)...Int64(Int32.max)
    case .uint32: 0...Int64(UInt32.max)
    case .int64: .min ... .max
    default: nil
    }
  }
}

extension Collection where Element: FixedWidthInteger {
  /// The product of dimensions; nil if one is negative or the product of those above 0 does not fit an `Int`.
  var elementCount: Int? {
    var count = 1
    for size in self where size != 0 {
      let (product, overflow) = count.multipliedReportingOverflow(by: Int(size))
      guard size > 0, !overflow else { return nil }
      count = product
    }
    return contains(0) ? 0 : count
  }
}
