import TFLiteSchema

extension ParityRow {
  /// Operators that compute each element from the element in the same place.
  static let activations: [ParityRow] =
    reluFamily.flatMap { code, name in
      [ParityRow(name, "float32") { $0.floatActivation(code) }]
        + Quantized8.allCases.map { kind in ParityRow(name, kind.rawValue) { $0.activation(code, kind) } }
    }
    + [
      ParityRow("LOGISTIC", "float32") { $0.floatActivation(.logistic) },
      ParityRow("TANH", "float32") { $0.floatActivation(.tanh) },
      ParityRow("HARD_SWISH", "float32") { $0.floatActivation(.hardSwish) },
      ParityRow("LEAKY_RELU", "float32") { $0.floatActivation(.leakyRelu) },
      ParityRow("GELU", "float32") { $0.floatActivation(.gelu) },
      ParityRow("ELU", "float32", reference: .onlyKernels) { $0.floatActivation(.elu) },
      ParityRow("ELU", "int8", reference: .onlyKernels) { $0.activation(.elu, .int8) },
      ParityRow("PRELU", "float32") { $0.floatPrelu() },
      ParityRow("PRELU", "int16 with int8") { $0.widePrelu() },
      ParityRow("SOFTMAX", "float32") { $0.floatSoftmax(.softmax) },
      ParityRow("LOG_SOFTMAX", "float32") { $0.floatSoftmax(.logSoftmax) },
      ParityRow("L2_NORMALIZATION", "float32") { $0.floatSoftmax(.l2Normalization) },
      ParityRow("LOCAL_RESPONSE_NORMALIZATION", "float32") { $0.localResponseNormalization() },
    ]
    + Quantized8.allCases.flatMap { kind in
      [
        ParityRow("TANH", kind.rawValue) { $0.activation(.tanh, kind) },
        ParityRow("HARD_SWISH", kind.rawValue) { $0.activation(.hardSwish, kind) },
        ParityRow("LEAKY_RELU", kind.rawValue) { $0.activation(.leakyRelu, kind) },
        ParityRow("GELU", kind.rawValue) { $0.activation(.gelu, kind) },
        ParityRow("PRELU", kind.rawValue) { $0.prelu(kind) },
        ParityRow("LOG_SOFTMAX", kind.rawValue) { $0.logSoftmax(kind) },
        ParityRow("L2_NORMALIZATION", kind.rawValue) { $0.l2Normalization(kind) },
      ]
    }

  private static let reluFamily: [(BuiltinOperator, String)] = [
    (.relu, "RELU"), (.relu6, "RELU6"), (.reluN1To1, "RELU_N1_TO_1"), (.relu0To1, "RELU_0_TO_1"),
  ]
}

extension SplitMix64 {
  /// The options of an activation operator, where it has any.
  private mutating func activationOptions(_ code: BuiltinOperator) -> (any OperatorOptions)? {
    switch code {
    case .leakyRelu:
      let alpha = pick([0.1, 0.2, 0.01, 1.5, -0.3, uniform(0...1)])
      return LeakyReluOptions { $0.alpha = alpha }
    case .gelu:
      let isApproximate = chance(0.5)
      return GeluOptions { $0.approximate = isApproximate }
    default: return nil
    }
  }

  fileprivate mutating func localResponseNormalization() -> OperatorCase {
    let shape = (0..<4).map { _ in int(1...7) }
    let (radius, bias, alpha, beta) = (
      int(0...5), uniform(0.5...2), uniform(0...1), pick([0.5, 0.75, 1, 2] as [Float])
    )
    let options = LocalResponseNormalizationOptions {
      ($0.radius, $0.bias, $0.alpha, $0.beta) = (Int32(radius), bias, alpha, beta)
    }
    return OperatorCase(
      code: .localResponseNormalization, options: options, inputs: [numbers(.float32, shape)],
      outputs: [TensorSketch(type: .float32, shape: shape)])
  }

  /// The version of an operator on 8-bit tensors; the C library knows some operators in one version only.
  private func version8(_ code: BuiltinOperator) -> Int {
    switch code {
    case .elu, .hardSwish, .reluN1To1, .relu0To1: 1
    default: 2
    }
  }

  fileprivate mutating func floatActivation(_ code: BuiltinOperator) -> OperatorCase {
    let shape = shape(rank: int(0...5))
    var made = OperatorCase(
      code: code, options: activationOptions(code), inputs: [floatOperand(shape, deviation: logUniform(0.5...12))],
      outputs: [.float(shape)])
    if chance(0.04) { made.outputs[0].type = .int32 }
    return made
  }

  fileprivate mutating func activation(_ code: BuiltinOperator, _ kind: Quantized8) -> OperatorCase {
    let shape = shape(rank: int(0...5))
    let input = operand(kind, shape, scales: 0.004...0.2)
    // HARD_SWISH must not scale up much, others may a little.
    var output = Affine(scale: input.scales[0] * logUniform(0.4...2), zeroPoint: zeroPoint(kind))
    // Most results of the RELU family are not below 0, which should not all be saturated.
    if code == .relu { output.zeroPoint = kind.range.lowerBound + int(0...150) }
    if code == .relu0To1 || code == .reluN1To1 { output.scale = min(output.scale, 1 / 120) }
    return OperatorCase(
      code: code, version: version8(code), options: activationOptions(code), inputs: [input],
      outputs: [.quantized(kind, shape, output)])
  }

  fileprivate mutating func floatPrelu() -> OperatorCase {
    let shapes = slopeShapes()
    return OperatorCase(
      code: .prelu,
      inputs: [floatOperand(shapes.input), floatOperand(shapes.slope, deviation: 0.4, isConstant: chance(0.8))],
      outputs: [.float(shapes.input)])
  }

  fileprivate mutating func prelu(_ kind: Quantized8) -> OperatorCase {
    let shapes = slopeShapes()
    let input = operand(kind, shapes.input, scales: 0.01...0.2)
    var slope = operand(kind, shapes.slope, scales: 0.002...0.02)
    slope.isConstant = chance(0.8)
    let output = Affine(scale: input.scales[0] * logUniform(0.7...2), zeroPoint: zeroPoint(kind))
    return OperatorCase(
      code: .prelu, inputs: [input, slope], outputs: [.quantized(kind, shapes.input, output)])
  }

  fileprivate mutating func widePrelu() -> OperatorCase {
    let shapes = slopeShapes()
    let input = operand16(shapes.input, scale: logUniform(1e-4...1e-2))
    var slope = operand(.int8, shapes.slope, scales: 0.002...0.02)
    slope.isConstant = chance(0.8)
    return OperatorCase(
      code: .prelu, inputs: [input, slope],
      outputs: [.result16(shapes.input, scale: input.scales[0] * logUniform(0.7...2))])
  }

  /// An input, and a shape that can be broadcast to it, or, now and then, to something larger, which is refused.
  private mutating func slopeShapes() -> (input: [Int], slope: [Int]) {
    var input = shape(rank: int(1...4), limit: 1500)
    var slope = input.map { chance(0.4) ? 1 : $0 }
    if chance(0.5) { slope.removeFirst(int(0...slope.count - 1)) }
    if chance(0.04), input.count == slope.count { input[0] = 1 }
    return (input, slope)
  }

  fileprivate mutating func floatSoftmax(_ code: BuiltinOperator) -> OperatorCase {
    let depth = chance(0.1) ? int(91...1001) : pick([1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 13, 17])
    let shape = shape(rank: int(0...3), limit: 60) + [depth]
    let beta = chance(0.6) ? 1 : logUniform(0.1...3)
    let options: any OperatorOptions =
      switch code {
      case .softmax: SoftmaxOptions { $0.beta = beta }
      case .l2Normalization: L2NormOptions()
      default: LogSoftmaxOptions()
      }
    return OperatorCase(
      code: code, options: options,
      inputs: [floatOperand(shape, deviation: logUniform(0.3...8), mean: 4 * normal())], outputs: [.float(shape)])
  }

  fileprivate mutating func logSoftmax(_ kind: Quantized8) -> OperatorCase {
    let depth = chance(0.1) ? int(91...200) : pick([1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 13, 17])
    let shape = shape(rank: int(0...3), limit: 60) + [depth]
    var output = Affine(scale: 16 / 256, zeroPoint: kind.range.upperBound)
    if chance(0.05) { if chance(0.5) { output.scale = 1 / 32 } else { output.zeroPoint -= 1 } }
    return OperatorCase(
      code: .logSoftmax, version: 2, options: LogSoftmaxOptions(),
      inputs: [operand(kind, shape, scales: chance(0.8) ? 0.004...0.06 : 0.06...1.5)],
      outputs: [.quantized(kind, shape, output)])
  }

  fileprivate mutating func l2Normalization(_ kind: Quantized8) -> OperatorCase {
    let depth = chance(0.1) ? int(91...200) : pick([2, 3, 4, 5, 6, 7, 8, 9, 11, 13, 17])
    let shape = shape(rank: int(0...3), limit: 60) + [depth]
    var output = Affine(scale: 1 / 128, zeroPoint: kind == .uint8 ? 128 : 0)
    if chance(0.05) { if chance(0.5) { output.scale = 1 / 64 } else { output.zeroPoint -= 1 } }
    return OperatorCase(
      code: .l2Normalization, version: 2, options: L2NormOptions(), inputs: [operand(kind, shape)],
      outputs: [.quantized(kind, shape, output)])
  }
}
