import TFLiteFlatBuffers
import TFLiteSchema

/// The values of a tensor apart from any model: a type, a shape, and the elements as a model stores them.
public struct TensorValues: Equatable, Sendable {
  /// The type of the elements.
  public let type: TensorType
  /// The size of each dimension; empty for a scalar.
  public let shape: [Int]
  /// The elements, little-endian, in row-major order; those of fewer than 8 bits are packed.
  public let bytes: [UInt8]

  /// Takes the bytes of a tensor.
  ///
  /// - Throws: ``InspectionError/wrongByteCount(type:shape:expected:found:)`` where they are not as many as the shape
  ///   and the type ask for, ``InspectionError/noArrayType(tensor:type:)`` for elements without a fixed size.
  public init(type: TensorType, shape: [Int], bytes: [UInt8]) throws(InspectionError) {
    guard type.bitWidth != nil else { throw .noArrayType(tensor: "", type: type.schemaName) }
    let expected = type.byteCount(shape: shape)
    guard expected == bytes.count else {
      throw .wrongByteCount(
        type: type.schemaName, shape: shape, expected: expected ?? Int.max, found: bytes.count)
    }
    self.init(type: type, shape: shape, checked: bytes)
  }

  /// The bytes are known to fit.
  init(type: TensorType, shape: [Int], checked bytes: [UInt8]) {
    self.type = type
    self.shape = shape
    self.bytes = bytes
  }

  /// 32-bit floating point numbers.
  init(floats: [Float], shape: [Int]) {
    self.init(type: .float32, shape: shape, checked: floats.withUnsafeBytes { Array($0) })
  }

  /// The number of elements; 1 for a scalar.
  public var elementCount: Int { shape.reduce(1, *) }

  /// The elements as numbers, exact but for 64-bit integers beyond 2^53; the real part of complex ones. Truth values are
  /// 0 and 1.
  public var numbers: [Double] {
    switch type {
    case .float32: elements(Float.self) { Double($0) }
    case .float64: elements(UInt64.self) { Double(bitPattern: $0) }
    case .float16: elements(UInt16.self) { Double(HalfPrecision.float(bits: $0)) }
    case .bfloat16: elements(UInt16.self) { Double(Float(bitPattern: UInt32($0) << 16)) }
    case .uint8: elements(UInt8.self) { Double($0) }
    case .int8: elements(Int8.self) { Double($0) }
    case .bool: elements(UInt8.self) { $0 == 0 ? 0 : 1 }
    case .int16: elements(Int16.self) { Double($0) }
    case .uint16: elements(UInt16.self) { Double($0) }
    case .int32: elements(Int32.self) { Double($0) }
    case .uint32: elements(UInt32.self) { Double($0) }
    case .int64: elements(Int64.self) { Double($0) }
    case .uint64: elements(UInt64.self) { Double($0) }
    case .complex64: elements(UInt64.self) { Double(Float(bitPattern: UInt32(truncatingIfNeeded: $0))) }
    case .complex128: everyOther(elements(UInt64.self) { Double(bitPattern: $0) })
    case .int4: packed(bits: 4).map { Double(Int8(truncatingIfNeeded: $0 << 4) >> 4) }
    case .uint4: packed(bits: 4).map { Double($0) }
    case .int2: packed(bits: 2).map { Double(Int8(truncatingIfNeeded: $0 << 6) >> 6) }
    case .float8E4M3FN: bytes.map { Double(EightBitFloat.e4m3fn($0)) }
    case .float8E5M2: bytes.map { Double(EightBitFloat.e5m2($0)) }
    case .string, .resource, .variant: []
    }
  }

  private func elements<Element: BitwiseCopyable>(
    _ type: Element.Type, _ number: (Element) -> Double
  ) -> [Double] {
    bytes.withUnsafeBytes { bytes in
      let size = MemoryLayout<Element>.size
      return (0..<bytes.count / size).map {
        number(bytes.loadUnaligned(fromByteOffset: $0 * size, as: Element.self))
      }
    }
  }

  private func everyOther(_ values: [Double]) -> [Double] {
    stride(from: 0, to: values.count, by: 2).map { values[$0] }
  }

  /// Elements of fewer than 8 bits, the first in the lowest bits.
  private func packed(bits: Int) -> [UInt8] {
    let perByte = 8 / bits
    let mask: UInt8 = (1 << bits) - 1
    return (0..<elementCount).map { bytes[$0 / perByte] >> UInt8(bits * ($0 % perByte)) & mask }
  }
}

/// 16-bit floating point numbers, on processors that have them and on those that do not.
enum HalfPrecision {
  static func float(bits: UInt16) -> Float {
    let sign: Float = bits >> 15 == 0 ? 1 : -1
    let exponent = Int(bits >> 10 & 0x1F)
    let fraction = Float(bits & 0x3FF)
    switch exponent {
    case 0: return sign * fraction * 0x1p-24
    case 0x1F: return fraction == 0 ? sign * .infinity : .nan
    default: return sign * (1 + fraction * 0x1p-10) * Float(sign: .plus, exponent: exponent - 15, significand: 1)
    }
  }
}

/// 8-bit floating point numbers.
enum EightBitFloat {
  /// 4 bits of exponent with bias 7, 3 of fraction; no infinities.
  static func e4m3fn(_ bits: UInt8) -> Float {
    if bits & 0x7F == 0x7F { return .nan }
    return value(bits, exponentBits: 4, bias: 7)
  }

  /// 5 bits of exponent with bias 15, 2 of fraction: the upper half of a 16-bit number.
  static func e5m2(_ bits: UInt8) -> Float { HalfPrecision.float(bits: UInt16(bits) << 8) }

  private static func value(_ bits: UInt8, exponentBits: Int, bias: Int) -> Float {
    let fractionBits = 7 - exponentBits
    let sign: Float = bits >> 7 == 0 ? 1 : -1
    let exponent = Int(bits & 0x7F) >> fractionBits
    let fraction = Float(Int(bits) & (1 << fractionBits - 1)) / Float(1 << fractionBits)
    let power = Float(sign: .plus, exponent: max(exponent, 1) - bias, significand: 1)
    return sign * (exponent == 0 ? fraction : 1 + fraction) * power
  }
}
