import TFLiteSchema

extension ParityRow {
  static let buckets = rows("BUCKETIZE", [.float32, .float64, .int32, .int64], distinct: 15) { $0.bucketize($1) }
  static let fakeQuant = [ParityRow("FAKE_QUANT", "float32") { $0.fakeQuant() }]
  /// The shapes of the results follow from values, and NaN counts as the smallest number.
  static let unique = [ElementKind.float32, .uint8, .int8, .int16, .int32, .int64].map { kind in
    ParityRow("UNIQUE", kind.rawValue, reference: .python) { $0.unique(kind) }
  }
}

extension SplitMix64 {
  fileprivate mutating func bucketize(_ kind: ElementKind) -> OperatorCase {
    let shape = shape(rank: int(0...4), limit: 400)
    var boundaries = (0..<int(1...24)).map { _ in chance(0.3) ? Float(int(-20...20)) : 10 * normal() }
    if !chance(0.05) { boundaries.sort() }
    var input = TensorSketch(type: kind.tensorType, shape: shape)
    for _ in 0..<shape.elementCount {
      let isBoundary = chance(0.2)
      let value = isBoundary ? boundaries.first ?? 0 : 12 * normal()
      switch kind {
      case .float32: input.bytes += littleEndianBytes(chance(0.02) ? .nan : value)
      case .float64: input.bytes += littleEndianBytes(Double(value) + (chance(0.5) ? 1e-12 : 0))
      case .int32: input.bytes += littleEndianBytes(chance(0.02) ? Int32(truncatingIfNeeded: next()) : Int32(value))
      default: input.bytes += littleEndianBytes(chance(0.02) ? Int64(truncatingIfNeeded: next()) : Int64(value))
      }
    }
    return OperatorCase(
      code: .bucketize, options: BucketizeOptions { $0.boundaries = boundaries }, inputs: [input],
      outputs: [TensorSketch(type: .int32, shape: shape)])
  }

  fileprivate mutating func fakeQuant() -> OperatorCase {
    let shape = shape(rank: int(0...4), limit: 600)
    let range = logUniform(0.01...100)
    // Bounds of the same sign are moved, too.
    let low = chance(0.1) ? range * 0.1 : -range * uniform(0...1)
    let input = floatOperand(shape, deviation: range)
    return OperatorCase(
      code: .fakeQuant,
      options: FakeQuantOptions {
        $0.min = low
        $0.max = low + range
        $0.numBits = Int32(pick([2, 4, 8, 8, 8, int(1...16), 16]))
        $0.narrowRange = chance(0.03)
      }, inputs: [input], outputs: [.float(shape)])
  }

  fileprivate mutating func unique(_ kind: ElementKind) -> OperatorCase {
    let count = int(1...200)
    var input = numbers(kind, [count], chance(0.6) ? -9...9 : -100...100)
    if kind == .float32, chance(0.3) {
      for _ in 0..<int(1...4) {
        let place = 4 * int(0...count - 1)
        input.bytes.replaceSubrange(place..<place + 4, with: littleEndianBytes(chance(0.5) ? Float.nan : -0.0))
      }
    }
    let indexType: TensorType = chance(0.5) ? .int32 : .int64
    return OperatorCase(
      code: .unique, options: UniqueOptions { $0.idxOutType = indexType }, inputs: [input],
      outputs: [input.result([count]), TensorSketch(type: indexType, shape: [count])])
  }
}
