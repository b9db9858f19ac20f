import TFLiteSchema

extension ParityRow {
  static let mul =
    rows("MUL", [.float32, .int32, .int64, .int16, .uint32]) { random, kind in
      // The lower bound of RELU_N1_TO_1 is no unsigned number.
      let activation = kind == .uint32 ? random.pick([.none, .relu, .relu6]) : random.activation()
      return random.plainBinary(.mul, kind, options: MulOptions { $0.fusedActivationFunction = activation })
    } + Quantized8.allCases.map { kind in ParityRow("MUL", kind.rawValue) { $0.product(kind) } }
    + [
      ParityRow("MUL", "int16 quantized") { $0.product16() }
    ]

  static let div =
    rows("DIV", [.float32, .int32]) { random, kind in
      let activation = random.activation()
      return random.plainBinary(
        .div, kind, options: DivOptions { $0.fusedActivationFunction = activation },
        // Upstream, the lowest integer divided by -1 ends the process.
        random.chance(0.5) ? -2_000_000...2_000_000 : -Int(Int32.max)...Int(Int32.max), -900...900,
        avoidingRight: random.chance(0.05) ? nil : 0)
    } + Quantized8.allCases.map { kind in ParityRow("DIV", kind.rawValue) { $0.quotient(kind) } } + [
      ParityRow("DIV", "int16 quantized") { $0.quotient16() }
    ]

  private static let divisible: [ElementKind] = [.float32, .int32, .int16, .int8]

  static let floorDiv = rows("FLOOR_DIV", divisible) { $0.floorDivision(.floorDiv, $1, FloorDivOptions()) }
  static let floorMod = rows("FLOOR_MOD", divisible + [.int64]) { random, kind in
    var made = random.floorDivision(.floorMod, kind, FloorModOptions())
    // Upstream, the lowest 32- or 64-bit integer must not be divided by -1.
    if kind == .int64 || kind == .int32 {
      made.inputs[0] = random.numbers(kind, made.inputs[0]?.shape ?? [], -1_000_000_000...1_000_000_000)
    }
    return made
  }

  static let pow = rows("POW", [.float32, .int32]) { random, kind in
    var made = random.plainBinary(.pow, kind, options: PowOptions(), kind == .int32 ? -40...40 : 0...20, -3...8)
    if kind == .int32, var exponents = made.inputs[1], !random.chance(0.05) {
      exponents.bytes = random.numbers(.int32, exponents.shape, 0...9).bytes
      made.inputs[1] = exponents
    }
    // One whole exponent for all elements takes another way.
    if random.chance(0.3), var exponents = made.inputs[1], made.inputs[0]?.shape == made.outputs[0].shape {
      exponents.shape = []
      exponents.bytes =
        kind == .int32
        ? littleEndianBytes(Int32(random.int(0...12)))
        : littleEndianBytes(Float(random.int(-2...12)) + (random.chance(0.3) ? 0.000_002 : 0))
      made.inputs[1] = exponents
    }
    return made
  }

  static let squaredDifference =
    rows("SQUARED_DIFFERENCE", [.float32, .int32]) { random, kind in
      random.plainBinary(.squaredDifference, kind, options: SquaredDifferenceOptions())
    } + [ParityRow("SQUARED_DIFFERENCE", "int8") { $0.squaredDifference() }]

  private static let orderable: [ElementKind] = [.float32, .uint8, .int8, .int16, .int32, .int64]

  static let maximum = rows("MAXIMUM", orderable) { $0.extremum(.maximum, $1) }
  static let minimum = rows("MINIMUM", orderable) { $0.extremum(.minimum, $1) }
}

extension Spread {
  /// The spread of the products of independent values.
  fileprivate init(ofProduct a: Spread, _ b: Spread) {
    let square = (a.deviation * a.deviation + a.mean * a.mean) * (b.deviation * b.deviation + b.mean * b.mean)
    self.init(mean: a.mean * b.mean, deviation: max(square - a.mean * a.mean * b.mean * b.mean, 0).squareRoot())
  }
}

extension SplitMix64 {
  fileprivate mutating func product(_ kind: Quantized8) -> OperatorCase {
    let shapes = broadcastShapes()
    let activation = activation()
    var left = operand(kind, shapes.left, scales: 0.005...0.5)
    let right = operand(kind, shapes.right, scales: 0.005...0.5)
    var spread = Spread(ofProduct: Spread(of: left, kind: kind), Spread(of: right, kind: kind))
    left.scales[0] *= targetDeviation(activation) / max(spread.deviation, 1e-6)
    spread = Spread(ofProduct: Spread(of: left, kind: kind), Spread(of: right, kind: kind))
    var output = outputAffine(kind, spread: spread, activation: activation)
    // With smaller scales, the activation's bounds have no stored values.
    output.scale = max(output.scale, 1e-8)
    var made = OperatorCase(
      code: .mul, options: MulOptions { $0.fusedActivationFunction = activation }, inputs: [left, right],
      outputs: [.quantized(kind, shapes.output, output)], activation: activation)
    makeOneConstant(&made)
    spoilPair(&made)
    return made
  }

  fileprivate mutating func product16() -> OperatorCase {
    let shapes = broadcastShapes()
    let activation = activation()
    let left = operand16(shapes.left, scale: logUniform(1e-5...1e-3))
    let right = operand16(shapes.right, scale: logUniform(1e-5...1e-3))
    let scale = left.scales[0] * right.scales[0] * logUniform(2000...40000)
    var made = OperatorCase(
      code: .mul, options: MulOptions { $0.fusedActivationFunction = activation }, inputs: [left, right],
      outputs: [.result16(shapes.output, scale: scale)], activation: activation)
    makeOneConstant(&made)
    spoilPair(&made)
    return made
  }

  fileprivate mutating func quotient(_ kind: Quantized8) -> OperatorCase {
    let shapes = broadcastShapes()
    let activation = activation()
    var left = operand(kind, shapes.left)
    var right = operand(kind, shapes.right, scales: 0.005...0.5)
    // Quotients of stored values are about 1.
    left.scales[0] = right.scales[0] * targetDeviation(activation)
    // A divisor of 0 is refused.
    let zero = UInt8(truncatingIfNeeded: right.zeroPoints[0])
    if !chance(0.05) { right.bytes = right.bytes.map { $0 == zero ? zero ^ 1 : $0 } }
    let ratio = left.scales[0] / right.scales[0]
    let middle = kind == .uint8 ? 128 : 0
    let output = Affine(
      scale: ratio * logUniform(0.01...0.2), zeroPoint: chance(0.1) ? zeroPoint(kind) : middle + int(-40...40))
    var made = OperatorCase(
      code: .div, options: DivOptions { $0.fusedActivationFunction = activation }, inputs: [left, right],
      outputs: [.quantized(kind, shapes.output, output)], activation: activation)
    makeOneConstant(&made)
    spoilPair(&made)
    return made
  }

  fileprivate mutating func quotient16() -> OperatorCase {
    let shapes = broadcastShapes()
    let activation = activation()
    let left = operand16(shapes.left, scale: logUniform(1e-4...1e-2))
    var right = operand16(shapes.right, scale: logUniform(1e-4...1e-2))
    right.bytes = numbers(.int16, shapes.right, avoiding: chance(0.05) ? nil : 0).bytes
    let scale = left.scales[0] / right.scales[0] * logUniform(0.0001...0.1)
    return OperatorCase(
      code: .div, options: DivOptions { $0.fusedActivationFunction = activation }, inputs: [left, right],
      outputs: [.result16(shapes.output, scale: scale)], activation: activation)
  }

  fileprivate mutating func floorDivision(
    _ code: BuiltinOperator, _ kind: ElementKind, _ options: any OperatorOptions
  ) -> OperatorCase {
    var made = plainBinary(
      code, kind, options: options, nil, -900...900, avoidingRight: chance(0.05) ? nil : 0, isFinite: true)
    // FLOOR_DIV refuses a float divisor of 0, FLOOR_MOD takes it.
    if kind == .float32, let left = made.inputs[0] {
      made.inputs[0] = numbers(.float32, left.shape, -100_000...100_000, isFinite: true)
    }
    if kind == .float32, !chance(0.05), var right = made.inputs[1] {
      right.bytes = (0..<right.elementCount).flatMap { _ in littleEndianBytes(normal() + (chance(0.5) ? 9 : -9)) }
      made.inputs[1] = right
    }
    // The lowest small integer divided by -1 does not fit; upstream, it depends on the processor what becomes of it.
    if kind == .int8 || kind == .int16, var left = made.inputs[0] {
      left.bytes = numbers(kind, left.shape, kind.integerRange.lowerBound + 1...kind.integerRange.upperBound).bytes
      made.inputs[0] = left
    }
    return made
  }

  fileprivate mutating func squaredDifference() -> OperatorCase {
    let shapes = broadcastShapes()
    let left = operand(.int8, shapes.left, scales: 0.01...0.3)
    let right = operand(.int8, shapes.right, scales: 0.01...0.3)
    let scale = max(left.scales[0], right.scales[0])
    let output = Affine(scale: scale * scale * logUniform(20...400), zeroPoint: chance(0.7) ? -128 : zeroPoint(.int8))
    var made = OperatorCase(
      code: .squaredDifference, options: SquaredDifferenceOptions(), inputs: [left, right],
      outputs: [.quantized(.int8, shapes.output, output)])
    makeOneConstant(&made)
    spoilPair(&made)
    return made
  }

  /// Stored values are compared whatever their scales.
  fileprivate mutating func extremum(_ code: BuiltinOperator, _ kind: ElementKind) -> OperatorCase {
    var made = plainBinary(code, kind, options: MaximumMinimumOptions())
    if kind == .uint8 || kind == .int8 {
      let affine = affine(kind == .uint8 ? .uint8 : .int8)
      for index in 0...1 {
        made.inputs[index]?.scales = [affine.scale]
        made.inputs[index]?.zeroPoints = [affine.zeroPoint]
      }
      (made.outputs[0].scales, made.outputs[0].zeroPoints) = ([affine.scale], [affine.zeroPoint])
    }
    return made
  }
}
