import TFLiteSchema

extension ParityRow {
  private static let plain: [ElementKind] = [.float32, .int32, .int64]

  /// ADD of 8-bit values has a file of its own.
  static let addPlain =
    rows("ADD", plain + [.int16]) { random, kind in
      let activation = random.activation()
      return random.plainBinary(.add, kind, options: AddOptions { $0.fusedActivationFunction = activation })
    } + [
      ParityRow("ADD", "int16 quantized") { $0.sum16(.add) },
      ParityRow("ADD", "int16 power of two") { $0.powerOfTwoSum(.add) },
    ]

  static let sub =
    rows("SUB", plain) { random, kind in
      let activation = random.activation()
      return random.plainBinary(.sub, kind, options: SubOptions { $0.fusedActivationFunction = activation })
    } + Quantized8.allCases.map { kind in ParityRow("SUB", kind.rawValue) { $0.difference(kind) } }
    + [
      ParityRow("SUB", "int16 quantized") { $0.sum16(.sub) },
      ParityRow("SUB", "int16 power of two") { $0.powerOfTwoSum(.sub) },
    ]
}

extension SplitMix64 {
  fileprivate mutating func difference(_ kind: Quantized8) -> OperatorCase {
    let shapes = broadcastShapes()
    let activation = activation()
    let scale = targetDeviation(activation) / 74
    let left = operand(kind, shapes.left, scales: scale * 0.2...scale * 1.5)
    let right = operand(kind, shapes.right, scales: scale * 0.2...scale * 1.5)
    let (a, b) = (Spread(of: left, kind: kind), Spread(of: right, kind: kind))
    let spread = Spread(
      mean: a.mean - b.mean, deviation: (a.deviation * a.deviation + b.deviation * b.deviation).squareRoot())
    var output = outputAffine(kind, spread: spread, activation: activation)
    // The difference is scaled down to the output; upstream has no defined outcome where it would be scaled up.
    output.scale = max(output.scale, max(left.scales[0], right.scales[0]) / 1000)
    var made = OperatorCase(
      code: .sub, options: SubOptions { $0.fusedActivationFunction = activation }, inputs: [left, right],
      outputs: [.quantized(kind, shapes.output, output)], activation: activation)
    makeOneConstant(&made)
    spoilPair(&made)
    return made
  }

  fileprivate mutating func sum16(_ code: BuiltinOperator) -> OperatorCase {
    let shapes = broadcastShapes()
    let activation = activation()
    let scale = targetDeviation(activation) / 20000
    let left = operand16(shapes.left, scale: scale * logUniform(0.2...1.5))
    let right = operand16(shapes.right, scale: scale * logUniform(0.2...1.5))
    let output = TensorSketch.result16(shapes.output, scale: max(left.scales[0], right.scales[0]) * uniform(0.5...3))
    var made = OperatorCase(
      code: code, options: sumOptions(code, activation, hasPowerOfTwoScales: chance(0.3)), inputs: [left, right],
      outputs: [output], activation: activation)
    makeOneConstant(&made)
    spoilPair(&made)
    dropOptions(&made)
    return made
  }

  /// One operand has the output's scale, the other one a smaller one. ADD does not broadcast shapes here.
  fileprivate mutating func powerOfTwoSum(_ code: BuiltinOperator) -> OperatorCase {
    var shapes = broadcastShapes()
    if code == .add { shapes = BroadcastShapes(left: shapes.output, right: shapes.output, output: shapes.output) }
    let activation = activation()
    let outputScale = Float(sign: .plus, exponent: int(-15 ... -9), significand: 1)
    var scales = [outputScale, outputScale / Float(1 << int(0...8))]
    if chance(0.5) { scales.swapAt(0, 1) }
    // A scale that is larger than the output's is refused.
    if chance(0.05) { scales[0] = outputScale * 4 }
    var made = OperatorCase(
      code: code, options: sumOptions(code, activation, hasPowerOfTwoScales: true),
      inputs: [operand16(shapes.left, scale: scales[0]), operand16(shapes.right, scale: scales[1])],
      outputs: [.result16(shapes.output, scale: outputScale)], activation: activation)
    dropOptions(&made)
    return made
  }

  private func sumOptions(
    _ code: BuiltinOperator, _ activation: ActivationFunctionType, hasPowerOfTwoScales: Bool
  ) -> any OperatorOptions {
    if code == .add {
      return AddOptions {
        $0.fusedActivationFunction = activation
        $0.potScaleInt16 = hasPowerOfTwoScales
      }
    }
    return SubOptions {
      $0.fusedActivationFunction = activation
      $0.potScaleInt16 = hasPowerOfTwoScales
    }
  }
}
