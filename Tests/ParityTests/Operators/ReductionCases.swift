import TFLiteSchema

extension ParityRow {
  static let reductions: [ParityRow] =
    rows("SUM", [.bool, .float32, .int32, .int64]) { $0.plainReduction(.sum, $1) }
    + rows("MEAN", [.float32, .int32, .int64]) { $0.plainReduction(.mean, $1) }
    + rows("REDUCE_PROD", [.bool, .float32, .int32, .int64, .uint8, .int8, .int16]) {
      $0.plainReduction(.reduceProd, $1, $1 == .float32 ? -2...2 : nil)
    }
    + rows("REDUCE_MAX") { $0.sameScaleReduction(.reduceMax, $1) }
    + rows("REDUCE_MIN") { $0.sameScaleReduction(.reduceMin, $1) }
    + rows("REDUCE_ANY", [.bool]) { $0.plainReduction(.reduceAny, $1) }
    + rows("REDUCE_ALL", [.bool]) { $0.plainReduction(.reduceAll, $1) }
    // The C library's reference kernel reads int8 and int16 operands of SUM as uint8; here they are what they are.
    + rows("SUM", [.uint8]) { $0.quantizedSum(.sum, $1) }
    + rows("MEAN", [.uint8, .int8, .int16]) { $0.quantizedSum(.mean, $1) }
    + [
      ParityRow("REDUCE_PROD", "int8 quantized") { $0.quantizedProduct(.int8) },
      ParityRow("REDUCE_PROD", "int16 quantized") { $0.quantizedProduct(.int16) },
    ]

  static let positions: [ParityRow] =
    [ElementKind.float32, .uint8, .int8, .int32, .bool].flatMap { kind in
      [
        ParityRow("ARG_MAX", kind.rawValue, distinct: kind == .bool ? 4 : 8) { $0.position(.argMax, kind) },
        ParityRow("ARG_MIN", kind.rawValue, distinct: kind == .bool ? 4 : 8) { $0.position(.argMin, kind) },
      ]
    }

  static let cumsum = rows("CUMSUM", [.float32, .int32, .int64]) { random, kind in
    let rank = random.int(1...5)
    let shape = random.shape(rank: rank)
    let axis = random.chance(0.05) ? rank : random.int(-rank...rank - 1)
    return OperatorCase(
      code: .cumsum,
      options: CumsumOptions {
        $0.exclusive = random.chance(0.5)
        $0.reverse = random.chance(0.5)
      },
      inputs: [
        random.numbers(kind, shape, isFinite: true), random.parameters([axis], shape: random.chance(0.5) ? [] : [1]),
      ],
      outputs: [TensorSketch(type: kind.tensorType, shape: shape)])
  }

  static let addN = rows("ADD_N", [.float32, .int32]) { random, kind in
    let shape = random.shape(rank: random.int(0...5))
    return OperatorCase(
      code: .addN, options: AddNOptions(), inputs: (0..<random.int(2...6)).map { _ in random.numbers(kind, shape) },
      outputs: [TensorSketch(type: kind.tensorType, shape: shape)])
  }
}

extension SplitMix64 {
  /// A reduction of a tensor along some dimensions, which may be named twice and counted from the end.
  private mutating func reduction(_ code: BuiltinOperator, _ input: TensorSketch) -> OperatorCase {
    let rank = input.shape.count
    var axes = Set((0..<rank).filter { _ in chance(0.5) })
    if chance(0.2) { axes = Set(0..<rank) }
    var stored = axes.sorted().map { chance(0.3) ? $0 - rank : $0 }
    if chance(0.3) { stored.reverse() }
    if chance(0.1), let first = stored.first { stored.append(first < 0 ? first + rank : first - rank) }
    let keepsDimensions = chance(0.5)
    let shape = input.shape.indices.compactMap { axis in
      axes.contains(axis) ? (keepsDimensions ? 1 : nil) : input.shape[axis]
    }
    // An axis out of bounds is refused, but MEAN upstream skips it; for a scalar, axes mean nothing.
    if chance(0.04), rank > 0, code != .mean { stored.append(rank) }
    let holderShape = stored.count == 1 && chance(0.5) ? [] : [stored.count]
    return OperatorCase(
      code: code, options: ReducerOptions { $0.keepDims = keepsDimensions },
      inputs: [input, parameters(stored, shape: holderShape, constantShare: stored.isEmpty ? 1 : 0.8)],
      outputs: [input.result(shape)])
  }

  fileprivate mutating func plainReduction(
    _ code: BuiltinOperator, _ kind: ElementKind, _ range: ClosedRange<Int>? = nil
  ) -> OperatorCase {
    reduction(code, numbers(kind, shape(rank: int(0...5)), range))
  }

  fileprivate mutating func sameScaleReduction(_ code: BuiltinOperator, _ kind: ElementKind) -> OperatorCase {
    var made = reduction(code, elements(kind, shape(rank: int(0...5))))
    if chance(0.05), !made.outputs[0].scales.isEmpty { made.outputs[0].scales[0] *= 2 }
    return made
  }

  fileprivate mutating func quantizedSum(_ code: BuiltinOperator, _ kind: ElementKind) -> OperatorCase {
    var made = reduction(code, elements(kind, shape(rank: int(0...5))))
    guard let input = made.inputs[0] else { return made }
    let count = Float(max(1, input.elementCount / max(1, made.outputs[0].elementCount)))
    made.outputs[0].scales = [input.scales[0] * (code == .sum ? count : 1) * logUniform(0.3...2)]
    if kind != .int16 { made.outputs[0].zeroPoints = [zeroPoint(kind == .uint8 ? .uint8 : .int8)] }
    return made
  }

  /// Few factors, and scales that keep the product within bounds.
  fileprivate mutating func quantizedProduct(_ kind: ElementKind) -> OperatorCase {
    var input = elements(kind, (0..<int(1...4)).map { _ in int(1...3) })
    input.scales = [(kind == .int8 ? 1 / 60 : 1 / 15000) * uniform(0.5...1.5)]
    var made = reduction(.reduceProd, input)
    made.outputs[0].scales = [kind == .int8 ? 0.02 : 0.0001 * uniform(0.5...2)]
    if kind == .int8 { made.outputs[0].zeroPoints = [int(-20...20)] }
    return made
  }

  /// Few different values, so that many are the same; those of float32 are no NaN.
  fileprivate mutating func position(_ code: BuiltinOperator, _ kind: ElementKind) -> OperatorCase {
    let rank = int(1...5)
    let shape = shape(rank: rank)
    let range = kind == .bool ? 0...1 : kind == .uint8 ? 0...40 : -20...20
    let input = chance(0.5) ? numbers(kind, shape, range) : numbers(kind, shape)
    let axis = int(0...rank - 1)
    var output = shape
    output.remove(at: axis)
    let type = pick([TensorType.int32, .int64])
    let stored = chance(0.05) ? rank : chance(0.4) ? axis - rank : axis
    let options: any OperatorOptions =
      code == .argMax ? ArgMaxOptions { $0.outputType = type } : ArgMinOptions { $0.outputType = type }
    return OperatorCase(
      code: code, options: options,
      inputs: [input, parameters([stored], shape: chance(0.5) ? [] : [1], types: [.int32, .int64])],
      outputs: [TensorSketch(type: type, shape: output)])
  }
}
