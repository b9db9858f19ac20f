import TFLiteFlatBuffers
import TFLiteSchema
import TestRandomness

extension SeededGenerator {
  mutating func damageOptions(of step: inout Operator) {
    if !step.customOptions.isEmpty { return step.customOptions = damagedCustomOptions(step.customOptions) }
    let isDropped = chance(0.05)
    step.builtinOptions = isDropped ? nil : step.builtinOptions.map { damagedOptions($0) }
    step.builtinOptions2 = isDropped ? nil : step.builtinOptions2.map { damagedOptions($0) }
  }

  /// A FlexBuffers map as a rule, else numbers one after the other.
  private mutating func damagedCustomOptions(_ stored: ByteSlice) -> ByteSlice {
    if chance(0.1) { return stored[0..<int(0...stored.count)] }
    let odd = [-1, 0, 1, 2, 3, 17, 4096, Int(Int32.min), Int(Int32.max)]
    if case .map(var map)? = try? FlexBufferValue(decoding: stored),
      let key = map.keys.sorted().randomElement(using: &self)
    {
      let values: [FlexBufferValue?] = [nil, .null, .float(.nan), .float(1e30), .float(0.5), .string("x"), .vector([])]
      map[key] = pick(values + odd.map { .int(Int64($0)) })
      return (try? FlexBufferValue.map(map).encoded()).map { ByteSlice($0) } ?? stored
    }
    var bytes = stored.withUnsafeBytes { Array($0) }
    guard bytes.count >= 4 else { return stored }
    let start = int(0...bytes.count / 4 - 1) * 4
    bytes.replaceSubrange(start..<start + 4, with: [UInt8]([Int32(pick(odd))]))
    return ByteSlice(bytes)
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
    let field = int(0...counter.count - 1)
    var visitor = FieldDamage(random: self, field: field)
    defer { self = visitor.random }
    return visit(options, &visitor)
  }
}

/// Gives one field of some options an odd value.
private struct FieldDamage: OptionFieldVisitor {
  private(set) var random: SeededGenerator
  /// Which of the fields that can be changed; nil to count them.
  let field: Int?
  private(set) var count = 0

  init(random: SeededGenerator, field: Int?) {
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
    if isHit() { value = odd() ?? value }
  }

  mutating func visit<Value: SchemaEnum, Stored: FlatBufferScalar & FixedWidthInteger>(
    _ number: Int, _ name: StaticString, _ value: inout Value, storedAs stored: Stored.Type, default defaultValue: Value
  ) throws(ModelError) {
    if isHit() { value = random.pick(Array(Value.allCases)) }
  }

  mutating func visit<Scalar: FlatBufferScalar>(
    _ number: Int, _ name: StaticString, _ values: inout [Scalar], required: Bool
  ) throws(ModelError) {
    guard isHit() else { return }
    if values.isEmpty || random.chance(0.2) {
      if let value: Scalar = odd() { values.append(value) }
    } else if random.chance(0.2) {
      values.removeLast()
    } else {
      let index = random.int(0...values.count - 1)
      values[index] = odd() ?? values[index]
    }
  }

  private mutating func odd<Scalar: FlatBufferScalar>() -> Scalar? {
    let integer = random.pick([-1, 0, 1, 2, 3, 17, Int(Int32.min), Int(Int32.max)])
    let values: [Any] = [
      Int32(integer), UInt32(truncatingIfNeeded: integer), Int64(integer), Int8(truncatingIfNeeded: integer),
      integer % 2 == 0, random.pick([0, -1, 1e30, .nan, .infinity] as [Float]),
    ]
    return values.lazy.compactMap { $0 as? Scalar }.first
  }
}
