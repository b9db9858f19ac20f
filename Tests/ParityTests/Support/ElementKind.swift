import TFLiteSchema

/// The element types of operators that move elements without looking at them, or only compare them.
enum ElementKind: String, Sendable, CaseIterable {
  /// The types that most of them take.
  static let allCases: [ElementKind] = [.float32, .uint8, .int8, .int16, .int32, .int64, .bool]
  /// Those types and the other two that arithmetic knows.
  static let wide = narrow + [.float64]
  /// Those types without float64, which the C library often leaves out.
  static let narrow = allCases + [.float16]
  /// Types that few operators know as more than a number of bytes.
  static let rare: [ElementKind] = [.uint16, .uint32, .uint64, .bfloat16, .complex64, .float8E4M3FN, .float8E5M2]
  /// All types of 1, 2, 4 or 8 bytes.
  static let any = wide + rare

  case float32
  case uint8
  case int8
  case int16
  case int32
  case int64
  case bool
  case float16
  case float64
  case uint16
  case uint32
  case uint64
  case bfloat16
  case complex64
  case float8E4M3FN
  case float8E5M2
  case string

  var tensorType: TensorType {
    switch self {
    case .float32: .float32
    case .uint8: .uint8
    case .int8: .int8
    case .int16: .int16
    case .int32: .int32
    case .int64: .int64
    case .bool: .bool
    case .float16: .float16
    case .float64: .float64
    case .uint16: .uint16
    case .uint32: .uint32
    case .uint64: .uint64
    case .bfloat16: .bfloat16
    case .complex64: .complex64
    case .float8E4M3FN: .float8E4M3FN
    case .float8E5M2: .float8E5M2
    case .string: .string
    }
  }

  /// How many different values many random results have at least.
  var distinct: Int { self == .bool ? 1 : self == .string ? 20 : 100 }
}

extension ParityRow {
  /// One row for each of some element types.
  static func rows(
    _ operatorName: String, _ kinds: [ElementKind] = ElementKind.allCases, distinct: Int? = nil,
    makeCase: @escaping @Sendable (inout SplitMix64, ElementKind) -> OperatorCase
  ) -> [ParityRow] {
    kinds.map { kind in
      ParityRow(operatorName, kind.rawValue, distinct: distinct ?? kind.distinct) { makeCase(&$0, kind) }
    }
  }
}

extension ParityRow {
  /// The row of strings, compared with the Python interpreter: the C interface takes none. Bytes count as elements.
  static func stringRow(
    _ operatorName: String, distinct: Int = ElementKind.string.distinct,
    makeCase: @escaping @Sendable (inout SplitMix64, ElementKind) -> OperatorCase
  ) -> [ParityRow] {
    [ParityRow(operatorName, "string", distinct: distinct, reference: .python) { makeCase(&$0, .string) }]
  }
}

extension SplitMix64 {
  /// Any bytes, now and then none. (The Python interpreter takes no empty string without dimensions.)
  mutating func string(canBeEmpty: Bool = true) -> [UInt8] {
    if canBeEmpty, chance(0.1) { return [] }
    if chance(0.3) { return Array(pick(["a", "b", "word", "words", "ä"]).utf8) }
    return (0..<int(1...12)).map { _ in UInt8(int(0...255)) }
  }

  /// A tensor of random values: of 8 and 16 bits with a scale, as converters write them.
  mutating func elements(_ kind: ElementKind, _ shape: [Int], isConstant: Bool = false) -> TensorSketch {
    var sketch: TensorSketch
    switch kind {
    case .uint8: sketch = operand(.uint8, shape)
    case .int8: sketch = operand(.int8, shape)
    case .string:
      let strings = (0..<shape.elementCount).map { _ in string(canBeEmpty: !shape.isEmpty) }
      sketch = TensorSketch(type: .string, shape: shape, bytes: StringBuffer.bytes(of: strings))
    default:
      sketch = TensorSketch(type: kind.tensorType, shape: shape)
      if kind == .int16 { (sketch.scales, sketch.zeroPoints) = ([logUniform(0.001...2)], [0]) }
      for _ in 0..<sketch.elementCount { sketch.bytes += elementBytes(kind) }
    }
    sketch.isConstant = isConstant
    return sketch
  }

  private mutating func elementBytes(_ kind: ElementKind) -> [UInt8] {
    switch kind {
    case .float32: littleEndianBytes(normal() * logUniform(0.01...100))
    case .bool: [chance(0.5) ? 1 : 0]
    default: Array(littleEndianBytes(next()).prefix(kind.byteCount))
    }
  }

  /// A tensor of integers that decide shapes: mostly constant, else known here only when the model runs.
  mutating func parameters(
    _ values: [Int], shape: [Int]? = nil, types: [TensorType] = [.int32], constantShare: Float = 0.7
  ) -> TensorSketch {
    var sketch = indices(values, shape: shape, types: types, constantShare: 1)
    sketch.isFedHere = !chance(constantShare)
    return sketch
  }

  /// A tensor of integers that an operator reads when it runs.
  mutating func indices(
    _ values: [Int], shape: [Int]? = nil, types: [TensorType] = [.int32], constantShare: Float = 0.4
  ) -> TensorSketch {
    let type = pick(types)
    let bytes = values.flatMap { value in
      switch type {
      case .int64: littleEndianBytes(Int64(value))
      case .int16: littleEndianBytes(Int16(truncatingIfNeeded: value))
      case .int8: littleEndianBytes(Int8(truncatingIfNeeded: value))
      default: littleEndianBytes(Int32(truncatingIfNeeded: value))
      }
    }
    return TensorSketch(
      type: type, shape: shape ?? [values.count], bytes: bytes, isConstant: chance(constantShare))
  }
}

extension TensorSketch {
  /// An output whose elements mean what those of this tensor mean.
  func result(_ shape: [Int]) -> TensorSketch {
    TensorSketch(type: type, shape: shape, scales: scales, zeroPoints: zeroPoints)
  }
}

extension Collection<Int> {
  /// The elements of a tensor of this shape.
  var elementCount: Int { reduce(1, *) }
}
