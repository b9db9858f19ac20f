import TFLiteKernels
import TFLiteSchema
import TestRandomness
import Testing

/// The types of 8-bit elements.
enum ByteType: String, CaseIterable, Sendable {
  case uint8
  case int8

  var type: TensorType { self == .uint8 ? .uint8 : .int8 }
}

/// Operators on single elements and on pairs give the same bits with vector and plain loops.
@Suite struct ElementwiseEqualityTests {
  @Test(arguments: ByteType.allCases, Numerics.ofFloats)
  func addition(type: ByteType, numerics: Numerics) throws {
    try VectorEquality("ADD \(type) \(numerics)", numerics: numerics).check { $0.sum(.add, type.type) }
  }

  @Test(arguments: ByteType.allCases, Numerics.ofFloats)
  func subtraction(type: ByteType, numerics: Numerics) throws {
    try VectorEquality("SUB \(type) \(numerics)", numerics: numerics).check { $0.sum(.sub, type.type) }
  }

  @Test(arguments: ByteType.allCases, Numerics.distinct)
  func multiplication(type: ByteType, numerics: Numerics) throws {
    try VectorEquality("MUL \(type) \(numerics)", numerics: numerics).check { $0.product(type.type) }
  }

  @Test(arguments: [BuiltinOperator.add, .sub, .mul, .prelu])
  func pairsOfFloats(code: BuiltinOperator) throws {
    try VectorEquality("\(code) float32", numerics: .reference).check { $0.floatPair(code) }
  }

  @Test(arguments: ByteType.allCases)
  func parametricRelu(type: ByteType) throws {
    try VectorEquality("PRELU \(type)", numerics: .reference).check { $0.parametricRelu(type.type) }
  }

  @Test(arguments: ByteType.allCases, Numerics.ofFloats)
  func leakyRelu(type: ByteType, numerics: Numerics) throws {
    try VectorEquality("LEAKY_RELU \(type) \(numerics)", numerics: numerics).check { random in
      random.map(.leakyRelu, type.type, LeakyReluOptions { $0.alpha = random.float(-0.5...2) })
    }
  }

  @Test(arguments: [BuiltinOperator.relu, .relu6, .reluN1To1, .relu0To1, .tanh, .elu], ByteType.allCases)
  func table(code: BuiltinOperator, type: ByteType) throws {
    // Clamped results may all lie close together.
    try VectorEquality("\(code) \(type)", numerics: .reference, distinctBytes: 50).check { $0.map(code, type.type) }
  }

  @Test(arguments: [BuiltinOperator.exp, .logistic, .tanh, .elu])
  func floatFunction(code: BuiltinOperator) throws {
    try VectorEquality("\(code) float32", numerics: .reference).check { random in
      RandomOperator(
        code: code, inputs: [random.floats(random.shape(), -20...20)],
        outputs: [RandomTensor(type: .float32, shape: [])])
    }
  }

  @Test func floatSoftmax() throws {
    try VectorEquality("SOFTMAX float32", numerics: .reference).check { random in
      RandomOperator(
        code: .softmax, options: SoftmaxOptions { $0.beta = random.oneIn(2) ? 1 : random.float(0.2...3) },
        inputs: [
          random.floats([random.int(1...60), random.oneIn(4) ? random.int(200...1100) : random.int(1...200)], -9...9)
        ],
        outputs: [RandomTensor(type: .float32, shape: [])])
    }
  }

  @Test(arguments: ByteType.allCases)
  func logistic(type: ByteType) throws {
    try VectorEquality("LOGISTIC \(type)", numerics: .reference).check { random in
      var made = random.map(.logistic, type.type)
      made.outputs[0].scales = [1 / 256]
      made.outputs[0].zeroPoints = [type == .uint8 ? 0 : -128]
      return made
    }
  }

  @Test(arguments: ByteType.allCases)
  func hardSwish(type: ByteType) throws {
    try VectorEquality("HARD_SWISH \(type)", numerics: .reference).check { random in
      var made = random.map(.hardSwish, type.type)
      // The output's scale must be above 1/128 of the input's.
      made.outputs[0].scales = [(made.inputs[0]?.scales[0] ?? 1) * random.float(0.1...2)]
      return made
    }
  }

  @Test(arguments: ByteType.allCases)
  func quantizeFloats(type: ByteType) throws {
    try VectorEquality("QUANTIZE float32 \(type)", numerics: .reference).check { random in
      let input = random.floats(random.shape(), -3...3)
      return RandomOperator(
        code: .quantize, options: QuantizeOptions(), inputs: [input],
        outputs: [random.quantized(type.type, [], scale: random.float(0.005...0.05))])
    }
  }

  @Test(arguments: ByteType.allCases, ByteType.allCases)
  func requantize(from: ByteType, to: ByteType) throws {
    for numerics in Numerics.ofFloats {
      try VectorEquality("QUANTIZE \(from) \(to) \(numerics)", numerics: numerics).check { random in
        let input = random.quantized(from.type, random.shape())
        let scale = random.oneIn(3) ? input.scales[0] : input.scales[0] * random.float(0.3...3)
        return RandomOperator(
          code: .quantize, options: QuantizeOptions(), inputs: [input],
          outputs: [random.quantized(to.type, [], scale: scale)])
      }
    }
  }

  @Test(arguments: ByteType.allCases)
  func dequantize(type: ByteType) throws {
    try VectorEquality("DEQUANTIZE \(type)", numerics: .reference).check { random in
      RandomOperator(
        code: .dequantize, options: DequantizeOptions(), inputs: [random.quantized(type.type, random.shape())],
        outputs: [RandomTensor(type: .float32, shape: [])])
    }
  }

  @Test(arguments: ByteType.allCases)
  func softmax(type: ByteType) throws {
    try VectorEquality("SOFTMAX \(type)", numerics: .reference).check { random in
      // Now and then rows that are cut.
      let depth =
        random.oneIn(60) ? random.int(65_000...70_000) : random.oneIn(4) ? random.int(200...1100) : random.int(1...200)
      let input = random.quantized(type.type, [random.int(1...6), depth], scale: random.float(0.001...0.3))
      return RandomOperator(
        code: .softmax, options: SoftmaxOptions { $0.beta = random.oneIn(2) ? 1 : random.float(0.2...3) },
        inputs: [input],
        outputs: [
          RandomTensor(type: type.type, shape: [], scales: [1 / 256], zeroPoints: [type == .uint8 ? 0 : -128])
        ])
    }
  }
}

extension SeededGenerator {
  /// One to four dimensions; now and then so many elements that threads share them.
  mutating func shape() -> [Int] {
    if oneIn(50) { return [int(40_000...140_000)] }
    return oneIn(2) ? [int(1...700)] : [1, int(1...9), int(1...9), channels()]
  }

  /// Two shapes that can be broadcast to one.
  mutating func pairOfShapes() -> (left: [Int], right: [Int]) {
    if oneIn(3) {
      let shape = shape()
      return (shape, shape)
    }
    let full = [int(1...3), int(1...6), int(1...6), oneIn(40) ? int(2000...4000) : channels()]
    func part(_ shape: [Int], _ random: inout SeededGenerator) -> [Int] {
      switch random.int(0...4) {
      case 0: return [shape[3]]
      case 1: return [1]
      case 2: return shape.map { random.oneIn(2) ? 1 : $0 }
      case 3: return [shape[0], 1, 1, shape[3]]
      default: return shape
      }
    }
    return oneIn(2) ? (full, part(full, &self)) : (part(full, &self), full)
  }

  /// An operator with one input and an output of the same type.
  mutating func map(_ code: BuiltinOperator, _ type: TensorType, _ options: (any OperatorOptions)? = nil)
    -> RandomOperator
  {
    let input = quantized(type, shape(), scale: float(0.005...0.1))
    return RandomOperator(
      code: code, options: options, inputs: [input],
      outputs: [quantized(type, [], scale: input.scales[0] * float(0.4...2))])
  }

  /// Makes one operand a constant now and then, sometimes both.
  private mutating func makeConstants(_ made: inout RandomOperator) {
    for index in made.inputs.indices where oneIn(6) { made.inputs[index]?.isConstant = true }
  }

  mutating func sum(_ code: BuiltinOperator, _ type: TensorType) -> RandomOperator {
    let shapes = pairOfShapes()
    let activation = activation()
    // Now and then scales so far apart that XNNPACK leaves the operator to TFLite.
    let left = quantized(type, shapes.left, scale: float(0.005...0.05) * (oneIn(12) ? 1e-4 : 1))
    let right = quantized(type, shapes.right, scale: float(0.005...0.05))
    let output = quantized(type, [], scale: max(left.scales[0], right.scales[0]) * float(0.5...3))
    var made = RandomOperator(
      code: code,
      options: code == .add
        ? AddOptions { $0.fusedActivationFunction = activation } as any OperatorOptions
        : SubOptions { $0.fusedActivationFunction = activation },
      inputs: [left, right], outputs: [output])
    makeConstants(&made)
    return made
  }

  /// ADD, SUB, MUL or PRELU.
  mutating func floatPair(_ code: BuiltinOperator) -> RandomOperator {
    let activation = activation()
    let shapes = pairOfShapes()
    let operands = code == .prelu ? [shapes.left, [shapes.left.last!]] : [shapes.left, shapes.right]
    let options: (any OperatorOptions)? =
      switch code {
      case .add: AddOptions { $0.fusedActivationFunction = activation }
      case .sub: SubOptions { $0.fusedActivationFunction = activation }
      case .mul: MulOptions { $0.fusedActivationFunction = activation }
      default: nil
      }
    var made = RandomOperator(
      code: code, options: options, inputs: operands.map { floats($0) },
      outputs: [RandomTensor(type: .float32, shape: [])])
    makeConstants(&made)
    return made
  }

  mutating func product(_ type: TensorType) -> RandomOperator {
    let shapes = pairOfShapes()
    let activation = activation()
    let (left, right) = (quantized(type, shapes.left), quantized(type, shapes.right))
    let unit = left.scales[0] * right.scales[0]
    let output = quantized(type, [], scale: unit * (oneIn(12) ? float(1e5...1e6) : float(10...200)))
    var made = RandomOperator(
      code: .mul, options: MulOptions { $0.fusedActivationFunction = activation }, inputs: [left, right],
      outputs: [output])
    makeConstants(&made)
    return made
  }

  mutating func parametricRelu(_ type: TensorType) -> RandomOperator {
    let input = quantized(type, [int(1...3), int(1...6), int(1...6), channels()], scale: float(0.005...0.1))
    var slopes = quantized(
      type, oneIn(2) ? [1, 1, input.shape[3]] : oneIn(2) ? Array(input.shape.dropFirst()) : [1],
      scale: float(0.001...0.02))
    slopes.isConstant = !oneIn(4)
    return RandomOperator(
      code: .prelu, inputs: [input, slopes], outputs: [quantized(type, [], scale: input.scales[0] * float(0.5...2))])
  }
}
