import TFLiteSchema

extension ParityRow {
  static let functions: [ParityRow] =
    plain("ABS", .abs, AbsOptions(), [.float32, .int32, .int16])
    + plain("NEG", .neg, NegOptions(), [.float32, .int64, .int32, .int16, .int8])
    + plain("FLOOR", .floor, nil, [.float32]) + plain("SQUARE", .square, SquareOptions(), [.float32])
    + plain("EXP", .exp, ExpOptions(), [.float32]) + plain("LOG", .log, nil, [.float32])
    + plain("SQRT", .sqrt, nil, [.float32]) + plain("RSQRT", .rsqrt, nil, [.float32])
    + plain("SIN", .sin, nil, [.float32]) + plain("COS", .cos, CosOptions(), [.float32])
    + [
      ParityRow("CEIL", "float32", reference: .onlyKernels) { $0.plainFunction(.ceil, .float32, nil) },
      ParityRow("ROUND", "float32", reference: .onlyKernels) { $0.rounding() },
      ParityRow("SIGN", "float32", distinct: 2, reference: .onlyKernels) { $0.sign(.float32) },
      ParityRow("SIGN", "float64", distinct: 2, reference: .onlyKernels) { $0.sign(.float64) },
      ParityRow("SIGN", "int32", distinct: 2, reference: .onlyKernels) { $0.sign(.int32) },
      ParityRow("ATAN2", "float32", reference: .onlyKernels) { $0.angle(.float32) },
      ParityRow("ATAN2", "float64", reference: .onlyKernels) { $0.angle(.float64) },
      ParityRow("ABS", "int8") { $0.quantizedFunction(.abs, .int8, AbsOptions(), results: 0.3...2) },
      ParityRow("ABS", "int16 quantized") { $0.quantizedFunction(.abs, .int16, AbsOptions(), results: 0.3...2) },
      ParityRow("EXP", "int8") { $0.exponential(.int8) },
      ParityRow("EXP", "int16 quantized") { $0.exponential(.int16) },
      ParityRow("LOG", "int8") { $0.logarithm(.int8) },
      ParityRow("LOG", "int16 quantized") { $0.logarithm(.int16) },
      ParityRow("SQRT", "int8") { $0.root(.sqrt, .int8) },
      ParityRow("SQRT", "int16 quantized") { $0.root(.sqrt, .int16) },
      ParityRow("RSQRT", "int8") { $0.root(.rsqrt, .int8) },
      ParityRow("RSQRT", "int16 quantized") { $0.root(.rsqrt, .int16) },
    ]

  static let zerosLike = [ElementKind.float32, .int32, .int64].map { kind in
    ParityRow("ZEROS_LIKE", kind.rawValue, distinct: 0) { random in
      random.plainFunction(.zerosLike, kind, ZerosLikeOptions())
    }
  }

  private static func plain(
    _ name: String, _ code: BuiltinOperator, _ options: (any OperatorOptions)?, _ kinds: [ElementKind]
  ) -> [ParityRow] {
    rows(name, kinds) { $0.plainFunction(code, $1, options) }
  }
}

extension SplitMix64 {
  fileprivate mutating func plainFunction(
    _ code: BuiltinOperator, _ kind: ElementKind, _ options: (any OperatorOptions)?
  ) -> OperatorCase {
    let shape = shape(rank: int(0...5))
    return OperatorCase(
      code: code, options: options, inputs: [numbers(kind, shape)],
      outputs: [TensorSketch(type: kind.tensorType, shape: shape)])
  }

  fileprivate mutating func angle(_ kind: ElementKind) -> OperatorCase {
    var made = plainFunction(.atan2, kind, nil)
    made.inputs.append(numbers(kind, made.outputs[0].shape))
    return made
  }

  /// Half of the numbers lie halfway between whole ones.
  fileprivate mutating func rounding() -> OperatorCase {
    var made = plainFunction(.round, .float32, nil)
    guard var input = made.inputs[0] else { return made }
    for element in 0..<input.elementCount where chance(0.5) {
      input.bytes.replaceSubrange(4 * element..<4 * element + 4, with: littleEndianBytes(Float(int(-99...99)) / 2))
    }
    made.inputs[0] = input
    return made
  }

  fileprivate mutating func sign(_ type: TensorType) -> OperatorCase {
    let shape = shape(rank: int(0...5))
    var input = TensorSketch(type: type, shape: shape)
    for _ in 0..<input.elementCount {
      let value = int(-2...2)
      switch type {
      case .int32: input.bytes += littleEndianBytes(Int32(truncatingIfNeeded: value * int(0...1 << 30)))
      case .float64: input.bytes += littleEndianBytes(Double(value) * Double(normal()))
      default: input.bytes += littleEndianBytes(Float(value) * normal())
      }
    }
    return OperatorCase(
      code: .sign, options: SignOptions(), inputs: [input], outputs: [TensorSketch(type: type, shape: shape)])
  }

  /// A function of quantized values; `results` is the ratio of the output's scale to the input's.
  fileprivate mutating func quantizedFunction(
    _ code: BuiltinOperator, _ kind: ElementKind, _ options: (any OperatorOptions)?, results: ClosedRange<Float>
  ) -> OperatorCase {
    let shape = shape(rank: int(0...5))
    var input = elements(kind, shape)
    if kind == .int16 { input.bytes = numbers(.int16, shape).bytes }
    var output = input.result(shape)
    if !chance(0.3) { output.scales = [input.scales[0] * logUniform(results)] }
    if kind == .int8 { output.zeroPoints = [int(-128...20)] }
    return OperatorCase(code: code, options: options, inputs: [input], outputs: [output])
  }

  fileprivate mutating func exponential(_ kind: ElementKind) -> OperatorCase {
    var made = quantizedFunction(.exp, kind, ExpOptions(), results: 1...1)
    let limit: Float = kind == .int8 ? 127 : 32767
    let reach = logUniform(0.3...6)
    made.inputs[0]?.scales = [reach / limit]
    if kind == .int8 { made.inputs[0]?.zeroPoints = [int(-40...100)] }
    made.outputs[0].scales = [_exp(reach) / limit * uniform(0.3...1.5)]
    return made
  }

  fileprivate mutating func logarithm(_ kind: ElementKind) -> OperatorCase {
    var made = quantizedFunction(.log, kind, nil, results: 1...1)
    let limit: Float = kind == .int8 ? 127 : 32767
    made.inputs[0]?.scales = [logUniform(0.5...30) / limit]
    if kind == .int8 {
      made.inputs[0]?.zeroPoints = [int(-128 ... -100)]
      made.outputs[0].zeroPoints = [int(-30...60)]
    }
    made.outputs[0].scales = [uniform(3...8) / limit]
    return made
  }

  /// Numbers below 0 are refused.
  fileprivate mutating func root(_ code: BuiltinOperator, _ kind: ElementKind) -> OperatorCase {
    var made = quantizedFunction(code, kind, nil, results: 1...1)
    guard var input = made.inputs[0] else { return made }
    let zeroPoint = kind == .int8 ? int(-128 ... -60) : 0
    let lowest = chance(0.04) ? zeroPoint - 1 : chance(0.5) ? zeroPoint : zeroPoint + 1
    input.bytes =
      numbers(kind, input.shape, max(lowest, kind.integerRange.lowerBound)...kind.integerRange.upperBound).bytes
    input.zeroPoints = [zeroPoint]
    input.scales = [logUniform(0.002...0.5)]
    made.inputs[0] = input
    let limit: Float = kind == .int8 ? 200 : 32767
    let highest = (input.scales[0] * (kind == .int8 ? 255 : 32767)).squareRoot()
    made.outputs[0].scales = [
      code == .sqrt ? highest / limit * uniform(0.8...2) : 1 / input.scales[0].squareRoot() / limit * uniform(0.1...1)
    ]
    return made
  }

  private func _exp(_ value: Float) -> Float {
    // e^x to the precision that a scale needs.
    (0..<40).reversed().reduce(1) { sum, step in 1 + value / Float(step + 1) * sum }
  }
}
