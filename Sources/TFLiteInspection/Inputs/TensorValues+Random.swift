import TFLiteSchema

extension TensorValues {
  /// Noise that follows from a seed: uniform over the whole range of an integer type; in [-1, 1) for floating point
  /// types; either for truth values.
  ///
  /// - Throws: ``InspectionError/noArrayType(tensor:type:)`` for types without numbers.
  static func random(type: TensorType, shape: [Int], seed: UInt64) throws(InspectionError) -> TensorValues {
    guard let byteCount = type.byteCount(shape: shape) else {
      throw .noArrayType(tensor: "", type: type.schemaName)
    }
    var random = SeededRandom(seed: seed)
    let count = shape.reduce(1, *)
    let bytes: [UInt8]
    switch type {
    case .float32, .complex64:
      bytes = byteList(byteCount / 4) { _ in random.symmetricUnit() }
    case .float64, .complex128:
      bytes = byteList(byteCount / 8) { _ in Double(random.symmetricUnit()).bitPattern }
    case .float16:
      bytes = byteList(count) { _ in HalfPrecision.bits(ofUnit: random.symmetricUnit()) }
    case .bfloat16:
      // The upper half of the bits alone: rounds towards zero, and stays within the range.
      bytes = byteList(count) { _ in UInt16(random.symmetricUnit().bitPattern >> 16) }
    case .bool:
      bytes = byteList(count) { _ in UInt8(random.next() >> 63) }
    case .float8E4M3FN, .float8E5M2:
      // Numbers below 1: the bits of exponents beyond, of infinities and of what is no number stay out.
      let one: UInt8 = type == .float8E5M2 ? 0x3C : 0x38
      bytes = byteList(count) { _ in
        UInt8(truncatingIfNeeded: random.next() >> 63) << 7 | UInt8.random(in: 0..<one, using: &random)
      }
    default:
      bytes = byteList(byteCount) { _ in UInt8(truncatingIfNeeded: random.next() >> 56) }
    }
    return TensorValues(type: type, shape: shape, checked: bytes)
  }
}

extension HalfPrecision {
  /// The bits of a number in [-1, 1), cut off towards zero.
  static func bits(ofUnit value: Float) -> UInt16 {
    let sign: UInt16 = value < 0 ? 0x8000 : 0
    let magnitude = abs(value)
    guard magnitude >= 0x1p-14 else { return sign | UInt16(magnitude * 0x1p24) }
    let bits = magnitude.bitPattern
    return sign | UInt16((bits >> 23) - 112) << 10 | UInt16(bits >> 13 & 0x3FF)
  }
}
