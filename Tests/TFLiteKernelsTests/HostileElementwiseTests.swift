import TFLiteKernels
import TFLiteSchema
import Testing

/// Elementwise operators and reductions that no honest converter writes. Each must be refused, with an error that names
/// what is wrong.
@Suite struct HostileElementwiseTests {
  typealias Case = HostileOperator

  @Test(
    arguments: shapes + otherShapes + types + quantizations + reductionAxes + positionAxes + cumulativeAxes + empties)
  func isRefused(_ hostile: Case) throws {
    try hostile.expectRefusal()
  }

  // MARK: - Shapes of pairs (row 14)

  static let binaries: [BuiltinOperator] = [
    .add, .sub, .mul, .div, .floorDiv, .floorMod, .pow, .squaredDifference, .maximum, .minimum, .equal, .notEqual,
    .less,
    .lessEqual, .greater, .greaterEqual,
  ]

  static func pair(
    _ code: BuiltinOperator, _ left: TensorDescriptor, _ right: TensorDescriptor, _ output: TensorType? = nil
  ) -> OperatorContext {
    let isComparison = [.equal, .notEqual, .less, .lessEqual, .greater, .greaterEqual].contains(code)
    return OperatorContext(
      code, nil, inputs: [left, right],
      outputs: [.activation(2, [2, 3], output ?? (isComparison ? .bool : left.type))])
  }

  static let shapes: [Case] =
    binaries.map { code in
      Case(
        "\(code.schemaName) of shapes that cannot be broadcast", code,
        pair(code, .activation(0, [2, 3], .float32), .activation(1, [2, 4], .float32)), "tensor 1", "[2, 4]", "[2, 3]")
    }

  static let otherShapes: [Case] = [
    Case(
      "AND of shapes that cannot be broadcast", .logicalAnd,
      pair(.logicalAnd, .activation(0, [5], .bool), .activation(1, [0], .bool)), "tensor 1", "[0]", "[5]"),
    Case(
      "SELECT with a long condition", .select, select(.select, [3], [2, 3], [2, 3]), "tensor 0", "[3]", "[2, 3]"),
    Case("SELECT of two shapes", .select, select(.select, [2], [2, 3], [2, 4]), "tensor 2", "[2, 4]"),
    Case("SELECT of a scalar by a vector", .select, select(.select, [4], [], []), "tensor 0", "[4]"),
    Case(
      "SELECT_V2 of shapes that cannot be broadcast", .selectV2, select(.selectV2, [2, 1], [2, 3], [2, 4]), "tensor 2",
      "[2, 4]"),
    Case(
      "ADD_N of two shapes", .addN, pair(.addN, .activation(0, [2, 3], .float32), .activation(1, [3, 2], .float32)),
      "tensor 1", "[2, 3]"),
  ]

  static func select(_ code: BuiltinOperator, _ condition: [Int], _ first: [Int], _ second: [Int]) -> OperatorContext {
    OperatorContext(
      code, nil,
      inputs: [
        .activation(0, condition, .bool), .activation(1, first, .float32), .activation(2, second, .float32),
      ], outputs: [.activation(3, first, .float32)])
  }

  // MARK: - Types and quantization

  static func unary(
    _ code: BuiltinOperator, _ input: TensorDescriptor, _ output: TensorDescriptor? = nil
  ) -> OperatorContext {
    OperatorContext(code, nil, inputs: [input], outputs: [output ?? .activation(1, input.shape, input.type)])
  }

  static let types: [Case] =
    binaries.map { code in
      Case(
        "\(code.schemaName) of two types", code,
        pair(code, .activation(0, [3], .float32), .activation(1, [3], .int32)), "tensor 1", "INT32", "FLOAT32")
    }
    + [.abs, .neg, .exp, .log, .sqrt, .rsqrt, .sin, .cos, .floor, .ceil, .round, .square, .sign].map { code in
      Case("\(code.schemaName) of strings", code, unary(code, .activation(0, [3], .string)), "tensor 0", "STRING")
    }

  static let quantizations: [Case] =
    [BuiltinOperator.add, .sub].map { code in
      Case(
        "\(code.schemaName) of bytes into what the file says are floats, with a zero point that is no byte", code,
        OperatorContext(
          code, nil, inputs: [.activation(0, [3], .int8), .activation(1, [3], .int8)],
          outputs: [.activation(2, [3], .float32, zeroPoint: [-300])]),
        "tensor 2", "zero point", "INT8", "-300")
    } + otherQuantizations

  private static let otherQuantizations: [Case] = [
    Case(
      "ADD without a scale", .add,
      pair(.add, .activation(0, [3], .int8, scale: []), .activation(1, [3], .int8)), "tensor 0", "scale"),
    Case(
      "SUB of 16 bits with a zero point", .sub,
      pair(.sub, .activation(0, [3], .int16, zeroPoint: [4]), .activation(1, [3], .int16)), "tensor 0",
      "zero point 0"),
    Case(
      "MUL with infinite scales", .mul,
      pair(.mul, .activation(0, [3], .int8, scale: [3e38]), .activation(1, [3], .int8, scale: [3e38])), "tensor 2",
      "finite"),
    Case(
      "ADD with a table of another operator", .add,
      OperatorContext(
        .add, MulOptions(), inputs: [.activation(0, [3], .float32), .activation(1, [3], .float32)],
        outputs: [.activation(2, [3], .float32)]), "AddOptions"),
    Case(
      "ADD with an activation that does not clamp", .add,
      OperatorContext(
        .add, with(AddOptions()) { $0.fusedActivationFunction = .tanh },
        inputs: [.activation(0, [3], .float32), .activation(1, [3], .float32)],
        outputs: [.activation(2, [3], .float32)]), "fused_activation_function", "TANH"),
    Case(
      "comparison into numbers", .less, pair(.less, .activation(0, [3], .int32), .activation(1, [3], .int32), .int32),
      "tensor 2", "BOOL"),
    Case(
      "order of truth values", .less, pair(.less, .activation(0, [3], .bool), .activation(1, [3], .bool)),
      "tensor 0", "BOOL"),
    Case(
      "AND of numbers", .logicalAnd, pair(.logicalAnd, .activation(0, [3], .int32), .activation(1, [3], .int32)),
      "tensor 0", "INT32"),
    Case(
      "CAST of strings", .cast, unary(.cast, .activation(0, [3], .string), .activation(1, [3], .int32)),
      "tensor 0", "STRING"),
    Case(
      "CAST of 4 bits to 64", .cast, unary(.cast, .activation(0, [3], .int4), .activation(1, [3], .int64)),
      "tensor 1", "FLOAT32"),
    Case(
      "SELECT by numbers", .select,
      OperatorContext(
        .select, nil, inputs: [.activation(0, [3], .int32), .activation(1, [3]), .activation(2, [3])],
        outputs: [.activation(3, [3])]), "tensor 0", "INT32"),
    Case(
      "REDUCE_MAX that rescales", .reduceMax,
      reduction(.reduceMax, .activation(0, [2, 3], .int8), [1], output: .activation(2, [2], .int8, scale: [9])),
      "tensor 2", "scale 0.5"),
    Case("REDUCE_ANY of numbers", .reduceAny, reduction(.reduceAny, .activation(0, [2, 3], .int32), [1]), "BOOL"),
    Case(
      "SUM of 16 bits with a zero point", .sum,
      reduction(.sum, .activation(0, [2, 3], .int16, zeroPoint: [4]), [1]), "tensor 0", "zero point 0"),
    Case("CUMSUM of bytes", .cumsum, reduction(.cumsum, .activation(0, [2, 3]), [1]), "tensor 0", "UINT8"),
    Case(
      "ARG_MAX of real indices", .argMax,
      reduction(.argMax, .activation(0, [2, 3]), [1], with(ArgMaxOptions()) { $0.outputType = .float32 }),
      "output_type", "FLOAT32"),
    Case("ADD of one operand", .add, unary(.add, .activation(0, [3], .float32)), "1 inputs"),
    Case("ADD_N of one operand", .addN, unary(.addN, .activation(0, [3], .float32)), "1 inputs"),
  ]

  // MARK: - Axes (row 15)

  static func reduction(
    _ code: BuiltinOperator, _ input: TensorDescriptor, _ axes: [Int32], _ options: (any OperatorOptions)? = nil,
    output: TensorDescriptor? = nil
  ) -> OperatorContext {
    OperatorContext(
      code, options, inputs: [input, .constant(1, [axes.count], axes)],
      outputs: [output ?? .activation(2, [2], input.type, scale: input.quantization?.scale ?? [])])
  }

  static let reductionAxes: [Case] =
    [BuiltinOperator.sum, .mean, .reduceProd, .reduceMax, .reduceMin].flatMap { code in
      [
        Case(
          "\(code.schemaName) along an axis beyond", code, reduction(code, .activation(0, [2, 3], .float32), [2]),
          "tensor 1", "axis 2", "-2 to 1"),
        Case(
          "\(code.schemaName) along an axis far below", code,
          reduction(code, .activation(0, [2, 3], .float32), [0, -100000]), "tensor 1", "-100000"),
      ]
    }

  static let positionAxes: [Case] =
    [BuiltinOperator.argMax, .argMin].flatMap { code in
      [
        Case("\(code.schemaName) along an axis beyond", code, position(code, [2, 3], [2]), "tensor 1", "axis 2"),
        Case("\(code.schemaName) along an axis below", code, position(code, [2, 3], [-3]), "tensor 1", "axis -3"),
        Case("\(code.schemaName) far below", code, position(code, [2, 3], [.min]), "tensor 1", "-2147483648"),
        Case("\(code.schemaName) of a scalar", code, position(code, [], [0]), "tensor 1", "axis 0"),
        Case("\(code.schemaName) along two axes", code, position(code, [2, 3], [0, 1]), "tensor 1", "[2]"),
      ]
    }

  static let cumulativeAxes: [Case] = [
    Case(
      "CUMSUM along an axis beyond", .cumsum, reduction(.cumsum, .activation(0, [2, 3], .float32), [7]), "axis 7"),
    Case(
      "CUMSUM along no axis", .cumsum, reduction(.cumsum, .activation(0, [2, 3], .float32), []), "tensor 1", "[0]"),
  ]

  static func position(_ code: BuiltinOperator, _ shape: [Int], _ axes: [Int32]) -> OperatorContext {
    let options: any OperatorOptions =
      code == .argMax
      ? with(ArgMaxOptions()) { $0.outputType = .int32 } : with(ArgMinOptions()) { $0.outputType = .int32 }
    return reduction(code, .activation(0, shape, .float32), axes, options, output: .activation(2, [], .int32))
  }

  // MARK: - Nothing to choose from (row 36)

  static let empties: [Case] = [BuiltinOperator.argMax, .argMin].map { code in
    Case("\(code.schemaName) of nothing", code, position(code, [2, 0], [1]), "tensor 0", "[2, 0]", "at least 1")
  }

  @Test func extremesOfNothingAreTheLimits() throws {
    func extreme(_ code: BuiltinOperator) throws -> [Float] {
      try Self.reduction(code, .activation(0, [2, 0], .float32, scale: []), [1]).run(
        code, [[], stored([Int32(1)])], as: Float.self)
    }
    #expect(try extreme(.reduceMax) == [-.greatestFiniteMagnitude, -.greatestFiniteMagnitude])
    #expect(try extreme(.reduceMin) == [.greatestFiniteMagnitude, .greatestFiniteMagnitude])
    #expect(try extreme(.sum) == [0, 0])
    #expect(try extreme(.reduceProd) == [1, 1])
    #expect(try extreme(.mean).allSatisfy(\.isNaN))
    #expect(
      try Self.pair(.maximum, .activation(0, [2, 0], .float32), .activation(1, [2, 1], .float32))
        .run(.maximum, [[], stored([Float(1), 2])], as: Float.self).isEmpty)
  }

  // MARK: - Division by zero (row 35) and other bad values

  @Test(arguments: [BuiltinOperator.div, .floorDiv, .floorMod], [TensorType.int32, .int8])
  func divisionByZeroIsRefused(code: BuiltinOperator, type: TensorType) throws {
    let context = Self.pair(code, .activation(0, [3], type), .activation(1, [3], type))
    let error = #expect(throws: KernelError.self) {
      _ =
        type == .int32
        ? try context.run(code, [stored([Int32(1), 2, 3]), stored([Int32(1), 0, 3])], as: Int32.self).count
        : try context.run(code, [stored([Int8(1), 2, 3]), stored([Int8(1), 0, 3])], as: Int8.self).count
    }
    let message = try #require(error).description
    #expect(message.contains("tensor 1") && message.contains("holds 0 at 1"), "\(message)")
  }

  /// The quotient that does not fit wraps around, and the remainder is 0.
  @Test func lowestIntegersAreDivided() throws {
    func divide<Element: FixedWidthInteger & BitwiseCopyable>(
      _ code: BuiltinOperator, _ type: TensorType, _ element: Element.Type
    ) throws -> [Element] {
      try Self.pair(code, .activation(0, [2], type, scale: []), .activation(1, [1], type, scale: []))
        .run(code, [stored([Element.min, Element.max]), stored([Element(truncatingIfNeeded: -1)])], as: element)
    }
    #expect(try divide(.div, .int32, Int32.self) == [.min, -.max])
    #expect(try divide(.floorDiv, .int32, Int32.self) == [.min, -.max])
    #expect(try divide(.floorDiv, .int8, Int8.self) == [-128, -127])
    #expect(try divide(.floorMod, .int32, Int32.self) == [0, 0])
    #expect(try divide(.floorMod, .int64, Int64.self) == [0, 0])
  }

  @Test func negativeExponentsAreRefused() {
    #expect(throws: KernelError.self) {
      _ = try Self.pair(.pow, .activation(0, [2], .int32), .activation(1, [2], .int32))
        .run(.pow, [stored([Int32(2), 2]), stored([Int32(2), -1])], as: Int32.self)
    }
  }

  @Test(arguments: [BuiltinOperator.sqrt, .rsqrt]) func rootsOfNegativesAreRefused(code: BuiltinOperator) {
    #expect(throws: KernelError.self) {
      _ = try Self.unary(code, .activation(0, [2], .int8)).run(code, [stored([Int8(4), -1])], as: Int8.self)
    }
  }
}
