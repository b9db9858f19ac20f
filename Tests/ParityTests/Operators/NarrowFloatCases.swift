import TFLiteSchema

extension ParityRow {
  /// Operators on 16-bit floating-point numbers.
  static let narrowFloats =
    unary("SIN", .sin, nil, [.float16]) + unary("COS", .cos, CosOptions(), [.float16])
    + unary("FLOOR", .floor, nil, [.float16, .bfloat16])
    + [ElementKind.float16, .bfloat16].map { kind in
      ParityRow("ROUND", kind.rawValue, reference: .onlyKernels) { random in
        let shape = random.shape(rank: random.int(0...5))
        return OperatorCase(
          code: .round, inputs: [random.narrowFloats(kind, shape)],
          outputs: [TensorSketch(type: kind.tensorType, shape: shape)])
      }
    }
    + unary("NEG", .neg, NegOptions(), [.float16, .bfloat16])
    + unary("LOGISTIC", .logistic, nil, [.float16, .bfloat16])
    + unary("TANH", .tanh, nil, [.float16, .bfloat16])
    + [false, true].map { isApproximate in
      ParityRow("GELU", isApproximate ? "float16, approximate" : "float16") { random in
        let shape = random.shape(rank: random.int(0...5))
        return OperatorCase(
          code: .gelu, version: 2, options: GeluOptions { $0.approximate = isApproximate },
          inputs: [random.narrowFloats(.float16, shape)], outputs: [TensorSketch(type: .float16, shape: shape)])
      }
    }
    + [ParityRow("SOFTMAX", "float16") { $0.narrowSoftmax() }]
    + binary("ADD", .add, AddOptions(), [.float16]) + binary("MUL", .mul, MulOptions(), [.float16])
    + binary("MAXIMUM", .maximum, MaximumMinimumOptions(), [.float16, .bfloat16])
    + binary("MINIMUM", .minimum, MaximumMinimumOptions(), [.float16, .bfloat16])
    + comparison("EQUAL", .equal, EqualOptions(), [.float16])
    + comparison("NOT_EQUAL", .notEqual, NotEqualOptions(), [.float16])
    + comparison("LESS", .less, LessOptions(), [.float16, .bfloat16])
    + comparison("LESS_EQUAL", .lessEqual, LessEqualOptions(), [.float16])
    + comparison("GREATER", .greater, GreaterOptions(), [.float16, .bfloat16])
    + comparison("GREATER_EQUAL", .greaterEqual, GreaterEqualOptions(), [.float16])
    + [ElementKind.float16, .bfloat16].map { kind in
      ParityRow("ATAN2", kind.rawValue, reference: .onlyKernels) { $0.narrowAngle(kind) }
    }

  private static func unary(
    _ name: String, _ code: BuiltinOperator, _ options: (any OperatorOptions)?, _ kinds: [ElementKind]
  ) -> [ParityRow] {
    rows(name, kinds) { random, kind in
      let shape = random.shape(rank: random.int(0...5))
      return OperatorCase(
        code: code, options: options, inputs: [random.narrowFloats(kind, shape)],
        outputs: [TensorSketch(type: kind.tensorType, shape: shape)])
    }
  }

  private static func binary(
    _ name: String, _ code: BuiltinOperator, _ options: any OperatorOptions, _ kinds: [ElementKind]
  ) -> [ParityRow] {
    rows(name, kinds) { $0.narrowPair(code, $1, options) }
  }

  private static func comparison(
    _ name: String, _ code: BuiltinOperator, _ options: any OperatorOptions, _ kinds: [ElementKind]
  ) -> [ParityRow] {
    rows(name, kinds, distinct: 1) { random, kind in
      var made = random.narrowPair(code, kind, options)
      made.outputs[0].type = .bool
      // Some elements are the same.
      if let count = made.inputs[1]?.bytes.count, let other = made.inputs[0]?.bytes, other.count == count,
        random.chance(0.5)
      {
        for index in 0..<count / 2 where random.chance(0.3) {
          made.inputs[1]?.bytes.replaceSubrange(2 * index..<2 * index + 2, with: other[2 * index..<2 * index + 2])
        }
      }
      return made
    }
  }
}

extension SplitMix64 {
  /// Numbers of 16 bits from about a thousandth to about a hundred, and now and then an infinity or a zero.
  fileprivate mutating func narrowFloats(_ kind: ElementKind, _ shape: [Int]) -> TensorSketch {
    var sketch = TensorSketch(type: kind.tensorType, shape: shape)
    for _ in 0..<sketch.elementCount {
      let sign = UInt16(int(0...1)) << 15
      let (exponent, mantissa) = (UInt16(int(0...16)), UInt16(truncatingIfNeeded: next()))
      let magnitude =
        kind == .float16 ? (exponent + 5) << 10 | mantissa & 0x3ff : (exponent + 117) << 7 | mantissa & 0x7f
      let special: UInt16 = chance(0.5) ? 0 : kind == .float16 ? 0x7c00 : 0x7f80
      sketch.bytes += littleEndianBytes(sign | (chance(0.02) ? special : magnitude))
    }
    return sketch
  }

  fileprivate mutating func narrowPair(
    _ code: BuiltinOperator, _ kind: ElementKind, _ options: any OperatorOptions
  ) -> OperatorCase {
    let shapes = broadcastShapes()
    var made = OperatorCase(
      code: code, options: options, inputs: [narrowFloats(kind, shapes.left), narrowFloats(kind, shapes.right)],
      outputs: [TensorSketch(type: kind.tensorType, shape: shapes.output)])
    let activation = activation()
    if var options = options as? AddOptions {
      options.fusedActivationFunction = activation
      made.options = options
    } else if var options = options as? MulOptions {
      options.fusedActivationFunction = activation
      made.options = options
    }
    makeOneConstant(&made)
    spoilPair(&made)
    return made
  }

  /// Without infinities, of which nothing is left.
  fileprivate mutating func narrowSoftmax() -> OperatorCase {
    let shape = shape(rank: int(0...3), limit: 60) + [int(1...19)]
    var input = narrowFloats(.float16, shape)
    for index in stride(from: 0, to: input.bytes.count, by: 2) where input.bytes[index + 1] & 0x7c == 0x7c {
      input.bytes[index + 1] &= 0x83
    }
    let beta = chance(0.6) ? 1 : logUniform(0.1...3)
    return OperatorCase(
      code: .softmax, version: 3, options: SoftmaxOptions { $0.beta = beta }, inputs: [input],
      outputs: [TensorSketch(type: .float16, shape: shape)])
  }

  fileprivate mutating func narrowAngle(_ kind: ElementKind) -> OperatorCase {
    let shape = shape(rank: int(0...5))
    return OperatorCase(
      code: .atan2, inputs: [narrowFloats(kind, shape), narrowFloats(kind, shape)],
      outputs: [TensorSketch(type: kind.tensorType, shape: shape)])
  }
}
