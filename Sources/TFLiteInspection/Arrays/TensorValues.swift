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

  /// The number of elements; 1 for a scalar.
  public var elementCount: Int { shape.reduce(1, *) }

  /// The elements as numbers, exact but for 64-bit integers beyond 2^53; the real part of complex ones. Truth values are
  /// 0 and 1.
  public var numbers: [Double] { Array(RealValues(self, nil)) }

  /// The bytes of so many numbers, each made when its turn comes.
  @inline(__always)
  static func byteList<Value: BitwiseCopyable>(_ count: Int, _ value: (_ position: Int) -> Value) -> [UInt8] {
    let size = MemoryLayout<Value>.size
    return Array(unsafeUninitializedCapacity: count * size) { bytes, initialized in
      let bytes = UnsafeMutableRawBufferPointer(bytes)
      for place in 0..<count { bytes.storeBytes(of: value(place), toByteOffset: place * size, as: Value.self) }
      initialized = count * size
    }
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
