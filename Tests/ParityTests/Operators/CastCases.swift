import TFLiteSchema

extension ParityRow {
  private static let castTypes: [TensorType] = [
    .bool, .uint8, .int8, .uint16, .int16, .uint32, .int32, .int64, .float16, .bfloat16, .float32, .float64, .complex64,
  ]

  /// One row for each source type; the target is drawn.
  static let cast =
    castTypes.map { source in
      ParityRow("CAST", "\(source)".lowercased(), distinct: source == .bool ? 2 : 100) { random in
        random.cast(source, random.pick(castTypes))
      }
    }
    // Types of which several share a byte are exchanged with float32 alone.
    + [TensorType.int4, .uint4, .int2].flatMap { packed in
      let name = "\(packed)".lowercased()
      return [
        ParityRow("CAST", name, distinct: 2) { $0.castPacked(packed, .float32) },
        ParityRow("CAST", "float32 to \(name)", distinct: 50) { $0.castPacked(.float32, packed) },
      ]
    }
}

extension SplitMix64 {
  fileprivate mutating func cast(_ source: TensorType, _ target: TensorType) -> OperatorCase {
    let shape = shape(rank: int(0...5))
    var input = TensorSketch(type: source, shape: shape)
    for _ in 0..<input.elementCount { input.bytes += castBytes(source, to: target) }
    return OperatorCase(
      code: .cast,
      options: chance(0.5)
        ? nil
        : CastOptions {
          $0.inDataType = source
          $0.outDataType = target
        },
      inputs: [input], outputs: [TensorSketch(type: target, shape: shape)])
  }

  fileprivate mutating func castPacked(_ source: TensorType, _ target: TensorType) -> OperatorCase {
    let shape = shape(rank: int(0...5))
    let count = shape.elementCount
    let bytes =
      source == .float32
      ? (0..<count).flatMap { _ in littleEndianBytes(normal() * logUniform(0.5...20)) }
      : (0..<(source.byteCount(elementCount: count) ?? 0)).map { _ in UInt8(truncatingIfNeeded: next()) }
    return OperatorCase(
      code: .cast, version: 6, inputs: [TensorSketch(type: source, shape: shape, bytes: bytes)],
      outputs: [TensorSketch(type: target, shape: shape)])
  }

  /// Real numbers mostly fit the target: what does not has a defined outcome from float32 to int32, int16 and uint8
  /// alone.
  private mutating func castBytes(_ source: TensorType, to target: TensorType) -> [UInt8] {
    guard [.float16, .bfloat16, .float32, .float64, .complex64].contains(source) else {
      return source == .bool
        ? [chance(0.5) ? 1 : 0] : Array(littleEndianBytes(next()).prefix((source.bitWidth ?? 8) / 8))
    }
    var limit = target.integerRange.map { Double(min($0.upperBound, 1 << 62)) } ?? 60000
    if source == .float16 { limit = min(limit, 60000) }
    let isSigned = target.integerRange.map { $0.lowerBound < 0 } ?? true
    var value = Double(uniform(isSigned ? -1...1 : 0...1)) * limit * 0.99
    if chance(0.5) { value *= Double(logUniform(1e-6...1)) }
    if chance(0.03) { value = 0 }
    if source == .float32, [.int32, .int16, .uint8].contains(target), chance(0.1) { value *= 1e5 }
    switch source {
    case .float16: return littleEndianBytes(halfBits(value))
    // Towards zero, lest it leave the target's range.
    case .bfloat16: return littleEndianBytes(UInt16(truncatingIfNeeded: Float(value).bitPattern >> 16))
    case .complex64: return littleEndianBytes(Float(value)) + littleEndianBytes(normal())
    case .float32: return littleEndianBytes(Float(value))
    default: return littleEndianBytes(value)
    }
  }

  /// A float16 number towards zero from a value.
  private func halfBits(_ value: Double) -> UInt16 {
    let sign: UInt16 = value < 0 ? 0x8000 : 0
    let magnitude = Float(value.magnitude)
    guard magnitude >= 0x1p-14 else { return sign | UInt16(magnitude * 0x1p24) }
    return sign | UInt16(truncatingIfNeeded: (magnitude.bitPattern >> 13) &- (112 << 10))
  }
}
