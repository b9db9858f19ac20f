import TFLiteSchema

extension ParityRow {
  private static let ordered: [ElementKind] = [.float32, .uint8, .int8, .int16, .int32, .int64]

  static let comparisons =
    comparison("EQUAL", .equal, EqualOptions(), [.bool] + ordered)
    + stringRow("EQUAL", distinct: 1) { random, _ in random.stringComparison(.equal, EqualOptions()) }
    + stringRow("NOT_EQUAL", distinct: 1) { random, _ in random.stringComparison(.notEqual, NotEqualOptions()) }
    + comparison("NOT_EQUAL", .notEqual, NotEqualOptions(), [.bool] + ordered)
    + comparison("LESS", .less, LessOptions(), ordered)
    + comparison("LESS_EQUAL", .lessEqual, LessEqualOptions(), ordered)
    + comparison("GREATER", .greater, GreaterOptions(), ordered)
    + comparison("GREATER_EQUAL", .greaterEqual, GreaterEqualOptions(), ordered)

  static let logic =
    [
      ParityRow("LOGICAL_AND", "bool", distinct: 1) {
        $0.plainBinary(.logicalAnd, .bool, options: LogicalAndOptions())
      },
      ParityRow("LOGICAL_OR", "bool", distinct: 1) { $0.plainBinary(.logicalOr, .bool, options: LogicalOrOptions()) },
      ParityRow("LOGICAL_NOT", "bool", distinct: 1) { random in
        let shape = random.shape(rank: random.int(0...5))
        return OperatorCase(
          code: .logicalNot, options: LogicalNotOptions(), inputs: [random.numbers(.bool, shape)],
          outputs: [TensorSketch(type: .bool, shape: shape)])
      },
    ]

  static let selects =
    rows("SELECT", ElementKind.any) { $0.select($1) } + rows("SELECT_V2", ElementKind.any) { $0.selectV2($1) }

  private static func comparison(
    _ name: String, _ code: BuiltinOperator, _ options: any OperatorOptions, _ kinds: [ElementKind]
  ) -> [ParityRow] {
    kinds.map { kind in
      ParityRow(name, kind.rawValue, distinct: 1) { $0.comparison(code, kind, options) }
    }
  }
}

extension SplitMix64 {
  /// Few different values, so that many are the same.
  fileprivate mutating func comparison(
    _ code: BuiltinOperator, _ kind: ElementKind, _ options: any OperatorOptions
  ) -> OperatorCase {
    let range = kind == .uint8 ? 120...130 : kind == .bool ? 0...1 : -5...5
    var made = plainBinary(code, kind, options: options, result: .bool, range, range)
    // Upstream, NOT_EQUAL does nothing for plain 16-bit integers.
    let isQuantized = kind == .uint8 || kind == .int8 || (kind == .int16 && (code == .notEqual || chance(0.5)))
    if isQuantized {
      let scale = logUniform(0.001...0.4)
      for index in 0...1 {
        // Upstream, scales of 1 or more end the process.
        made.inputs[index]?.scales = [chance(0.5) ? scale : scale * uniform(0.5...2)]
        made.inputs[index]?.zeroPoints = [kind == .int16 ? 0 : kind == .uint8 ? int(118...132) : int(-7...7)]
      }
    }
    return made
  }

  /// Few different strings, so that many are the same.
  fileprivate mutating func stringComparison(
    _ code: BuiltinOperator, _ options: any OperatorOptions
  ) -> OperatorCase {
    let words = (0..<int(1...4)).map { _ in string() }
    func operand(_ random: inout SplitMix64, _ shape: [Int]) -> TensorSketch {
      let strings = (0..<shape.elementCount).map { _ in random.pick(words) }
      // The Python interpreter takes no empty string without dimensions.
      return TensorSketch(
        type: .string, shape: shape, bytes: StringBuffer.bytes(of: strings),
        isConstant: shape.isEmpty || random.chance(0.3))
    }
    // The original broadcasts up to four dimensions.
    let output = shape(rank: int(0...4), limit: 300)
    let shapes = (0..<2).map { _ in chance(0.5) ? output : output.map { chance(0.4) ? 1 : $0 } }
    let result = output.indices.map { axis in max(shapes[0][axis], shapes[1][axis]) }
    var made = OperatorCase(
      code: code, options: options, inputs: shapes.map { operand(&self, $0) },
      outputs: [TensorSketch(type: .bool, shape: result)])
    if made.inputs.allSatisfy({ $0?.isConstant == true }) { made.inputs[0]?.isConstant = shapes[0].isEmpty }
    if chance(0.05), let last = result.last, last > 1 { made.inputs[1] = operand(&self, [last + 1]) }
    return made
  }

  fileprivate mutating func select(_ kind: ElementKind) -> OperatorCase {
    let rank = int(0...5)
    let shape = shape(rank: rank, limit: 1000)
    let conditionShape =
      switch int(0...3) {
      case 0: [Int]()
      case 1 where rank > 0: [shape[0]]
      default: shape
      }
    var made = OperatorCase(
      code: .select, options: SelectOptions(),
      inputs: [numbers(.bool, conditionShape), elements(kind, shape), elements(kind, shape)],
      outputs: [TensorSketch(type: kind.tensorType, shape: shape)])
    shareScale(&made)
    if chance(0.05), rank > 0 { made.inputs[0] = numbers(.bool, [shape[0] + 1]) }
    return made
  }

  fileprivate mutating func selectV2(_ kind: ElementKind) -> OperatorCase {
    let output = shape(rank: chance(0.4) ? 6 : int(0...5), limit: 1000)
    let shapes = (0..<3).map { _ in
      guard chance(0.5) else { return output }
      return output.map { chance(0.4) ? 1 : $0 }
    }
    let result = output.indices.map { axis in shapes.map { $0[axis] }.max() ?? 1 }
    let trimmed = shapes.map { shape in Array(shape.drop { $0 == 1 && chance(0.5) }) }
    var made = OperatorCase(
      code: .selectV2, options: SelectV2Options(),
      inputs: [numbers(.bool, trimmed[0]), elements(kind, trimmed[1]), elements(kind, trimmed[2])],
      outputs: [TensorSketch(type: kind.tensorType, shape: result)])
    shareScale(&made)
    if chance(0.05), let last = result.last, last > 1 { made.inputs[0] = numbers(.bool, [last + 1]) }
    return made
  }

  private func shareScale(_ made: inout OperatorCase) {
    guard let first = made.inputs[1] else { return }
    made.inputs[2]?.scales = first.scales
    made.inputs[2]?.zeroPoints = first.zeroPoints
    (made.outputs[0].scales, made.outputs[0].zeroPoints) = (first.scales, first.zeroPoints)
  }
}
