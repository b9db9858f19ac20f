import TFLiteFlatBuffers
import TFLiteSchema
import TestModels

extension SplitMix64 {
  /// A case in which one to three things are not as they should be: operands that are missing or too many, shapes, types,
  /// scales, constants, options.
  mutating func damaged(_ whole: OperatorCase) -> OperatorCase {
    var made = whole
    for _ in 0..<int(1...3) { damage(&made) }
    return made
  }

  private mutating func damage(_ made: inout OperatorCase) {
    switch int(0...9) {
    case 0...2 where made.code == .custom: damageCustomOptions(&made)
    case 0:
      made.options = chance(0.2) ? nil : made.options.map { damagedOptions($0) }
    case 1, 2:
      made.options = made.options.map { damagedOptions($0) }
    case 3:
      guard !made.inputs.isEmpty else { return }
      switch int(0...3) {
      case 0: made.inputs.removeLast()
      case 1: made.inputs.append(chance(0.5) ? nil : made.inputs[0])
      default: made.inputs[int(0...made.inputs.count - 1)] = nil
      }
    case 4 where chance(0.3):
      if chance(0.5), made.outputs.count > 1 { made.outputs.removeLast() } else { made.outputs.append(made.outputs[0]) }
    case 5 where chance(0.3):
      damage(&made.outputs[int(0...made.outputs.count - 1)])
    default:
      guard !made.inputs.isEmpty else { return }
      let index = int(0...made.inputs.count - 1)
      guard var tensor = made.inputs[index] else { return }
      damage(&tensor)
      made.inputs[index] = tensor
    }
  }

  private mutating func damageCustomOptions(_ made: inout OperatorCase) {
    let odd = [-1, 0, 1, 2, 3, 17, 4096, Int(Int32.min), Int(Int32.max)]
    if chance(0.1) {
      made.customOptions = pick([nil, .null, .vector([])])
      made.customFields = nil
    } else if var fields = made.customFields {
      if chance(0.1) { fields.removeLast(int(1...fields.count)) }
      if !fields.isEmpty { fields[int(0...fields.count - 1)] = Int32(pick(odd)) }
      made.customFields = fields
    } else if case .map(var map)? = made.customOptions, let key = map.keys.sorted().randomElement(using: &self) {
      let values: [FlexBufferValue?] = [nil, .null, .float(.nan), .float(1e30), .string("x"), .vector([])]
      map[key] = pick(values + odd.map { .int(Int64($0)) })
      made.customOptions = .map(map)
    }
  }

  private mutating func damage(_ tensor: inout TensorSketch) {
    switch int(0...7) {
    case 0, 1:
      guard !tensor.shape.isEmpty else { return tensor.shape.append(int(0...2)) }
      tensor.shape[int(0...tensor.shape.count - 1)] = pick([0, 1, 2, 3, 7, 64])
    case 2: tensor.shape.insert(pick([0, 1, 2]), at: int(0...tensor.shape.count))
    case 3: if !tensor.shape.isEmpty { tensor.shape.remove(at: int(0...tensor.shape.count - 1)) }
    case 4: tensor.type = pick(TensorType.allCases.filter { $0.bitWidth != nil })
    case 5:
      tensor.scales = pick([[], [0.5], [1e-30], [3e38]])
      tensor.zeroPoints = tensor.scales.map { _ in pick([0, 0, 1, -1, 127]) }
      tensor.quantizedDimension = 0
    case 6:
      tensor.isConstant.toggle()
      tensor.isVariable = false
    default: damageElements(&tensor)
    }
    // As many bytes as the shape asks for, if they can be had.
    guard !tensor.bytes.isEmpty || tensor.isConstant, let count = tensor.type.byteCount(shape: tensor.shape),
      count <= 1 << 16
    else { return }
    tensor.bytes = Array(tensor.bytes.prefix(count)) + Array(repeating: 1, count: max(0, count - tensor.bytes.count))
  }

  /// Gives a few elements values that nobody expects: integers that mean sizes, places and axes, or floats at the end of
  /// their range and beyond.
  private mutating func damageElements(_ tensor: inout TensorSketch) {
    let values: [[UInt8]]
    switch tensor.type {
    case .int32, .int64:
      let size = tensor.type == .int32 ? 4 : 8
      values = [-1, 0, 1, -2, 5, 100, Int(Int32.min), Int(Int32.max), .min, .max].map {
        Array(littleEndianBytes($0).prefix(size))
      }
    case .float32:
      values = [.nan, .infinity, -.infinity, .greatestFiniteMagnitude, -3e38, 1e-42, -0.0 as Float].map {
        littleEndianBytes($0.bitPattern)
      }
    case .float64:
      values = [.nan, .infinity, -.infinity, .greatestFiniteMagnitude, 1e-310, -0.0 as Double].map {
        littleEndianBytes($0.bitPattern)
      }
    // Infinity, what is not a number, and the largest number.
    case .float16: values = [0x7c00, 0xfc00, 0x7e00, 0x7bff as UInt16].map { littleEndianBytes($0) }
    case .bfloat16: values = [0x7f80, 0xff80, 0x7fc0, 0x7f7f as UInt16].map { littleEndianBytes($0) }
    default: return
    }
    guard let size = values.first?.count, tensor.bytes.count >= size else { return }
    for _ in 0..<int(1...3) {
      let start = int(0...tensor.bytes.count / size - 1) * size
      tensor.bytes.replaceSubrange(start..<start + size, with: pick(values))
    }
  }

  private mutating func damagedOptions(_ options: any OperatorOptions) -> any OperatorOptions {
    func visit(_ options: some OperatorOptions, _ visitor: inout some FieldVisitor) -> any OperatorOptions {
      var options = options
      // These fields cannot fail to be visited.
      try? options.visitFields(&visitor)
      return options
    }
    var counter = FieldDamage(random: self, field: nil)
    _ = visit(options, &counter)
    guard counter.count > 0 else { return options }
    var visitor = FieldDamage(random: self, field: int(0...counter.count - 1))
    return visit(options, &visitor)
  }
}

/// Gives one field of some options an odd value.
private struct FieldDamage: OptionFieldVisitor {
  var random: SplitMix64
  /// Which of the fields that can be changed; nil to count them.
  let field: Int?
  private(set) var count = 0

  init(random: SplitMix64, field: Int?) {
    self.random = random
    self.field = field
  }

  private mutating func isHit() -> Bool {
    defer { count += 1 }
    return count == field
  }

  mutating func visit<Scalar: FlatBufferScalar>(
    _ number: Int, _ name: StaticString, _ value: inout Scalar, default defaultValue: Scalar
  ) throws(ModelError) {
    guard isHit() else { return }
    let odd = random.pick([-1, 0, 1, 2, 3, 17, Int(Int32.min), Int(Int32.max)])
    let values: [Any] = [
      Int32(odd), UInt32(truncatingIfNeeded: odd), Int64(odd), Int8(truncatingIfNeeded: odd), odd % 2 == 0,
      random.pick([0, -1, 1e30, .nan, .infinity] as [Float]),
    ]
    value = values.lazy.compactMap { $0 as? Scalar }.first ?? value
  }

  mutating func visit<Value: SchemaEnum, Stored: FlatBufferScalar & FixedWidthInteger>(
    _ number: Int, _ name: StaticString, _ value: inout Value, storedAs stored: Stored.Type, default defaultValue: Value
  ) throws(ModelError) {
    if isHit() { value = random.pick(Array(Value.allCases)) }
  }
}
