import TFLiteSchema

extension SplitMix64 {
  /// A tensor of plain numbers without a scale: integers from a range, floats mostly of that order of magnitude.
  mutating func numbers(
    _ kind: ElementKind, _ shape: [Int], _ range: ClosedRange<Int>? = nil, avoiding avoided: Int? = nil,
    isFinite: Bool = false
  ) -> TensorSketch {
    var sketch = TensorSketch(type: kind.tensorType, shape: shape)
    let limits = kind.integerRange
    let range = range.map { kind == .float32 ? $0 : $0.clamped(to: limits) } ?? limits
    for _ in 0..<sketch.elementCount {
      guard kind != .float32 else {
        sketch.bytes += littleEndianBytes(real(range, isFinite: isFinite))
        continue
      }
      var value = chance(0.05) ? pick([range.lowerBound, range.upperBound]) : int(range)
      while value == avoided { value = int(range) }
      sketch.bytes += littleEndianBytes(value).prefix(kind.byteCount)
    }
    return sketch
  }

  /// A float32 number; now and then a whole one, a zero of either sign or an infinity.
  private mutating func real(_ range: ClosedRange<Int>, isFinite: Bool) -> Float {
    switch int(0...49) {
    case 0: return 0
    case 1: return -0.0
    case 2 where !isFinite: return chance(0.5) ? .infinity : -.infinity
    case 3, 4: return Float(int(max(range.lowerBound, -9)...min(range.upperBound, 9)))
    default:
      let bounded = range.clamped(to: -1_000_000...1_000_000)
      return uniform(Float(bounded.lowerBound)...Float(bounded.upperBound)) * logUniform(1e-3...1)
    }
  }
}

extension ElementKind {
  /// The integers that fit; for float32, those that are fed.
  var integerRange: ClosedRange<Int> {
    switch self {
    case .float16, .float32, .float64, .bfloat16, .complex64, .float8E4M3FN, .float8E5M2: -100...100
    case .uint8: 0...255
    case .int8: -128...127
    case .int16: -32768...32767
    case .uint16: 0...65535
    case .int32: Int(Int32.min)...Int(Int32.max)
    case .uint32: 0...Int(UInt32.max)
    case .uint64: 0 ... .max
    case .int64: .min ... .max
    case .bool, .string: 0...1
    }
  }

  var byteCount: Int { (tensorType.bitWidth ?? 8) / 8 }
}
