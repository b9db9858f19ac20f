import LiteRTPythonReference
import LiteRTReference
import TFLite
import TFLiteFlatBuffers
import TFLiteSchema
import Testing

/// Generated models with branches, loops, composites and variables give the same bits here and in the C library.
@Suite(.enabled(if: Oracle.isSupported, "the TFLite C library is published for Linux on x86-64 only"))
struct ControlFlowParityTests {
  /// The operators that compute nothing by themselves: they call subgraphs, or keep values.
  static let operatorNames = [
    "ASSIGN_VARIABLE", "CALL_ONCE", "HASHTABLE", "HASHTABLE_FIND", "HASHTABLE_IMPORT", "HASHTABLE_SIZE", "IF",
    "READ_VARIABLE", "STABLEHLO_CASE", "STABLEHLO_COMPOSITE", "VAR_HANDLE",
    "WHILE",
  ]
  /// The types of the values, of which the operators that compute in the subgraphs know most.
  static let kinds: [ElementKind] = [.float32, .int32, .int64, .uint8, .int8, .int16, .bool]
  /// Models of each kind.
  static let modelCount = 100

  /// One round of a test: a model, and what it is fed in each of its invocations.
  private struct Round {
    let model: [UInt8]
    let runs: [[[UInt8]]]
  }

  @Test(arguments: kinds) func branches(of kind: ElementKind) throws {
    try compare("IF", kind) { random in
      let shape = random.shape(rank: random.int(1...3), limit: 200)
      let model = try Self.model(
        code: .if,
        options: IfOptions {
          $0.thenSubgraphIndex = 1
          $0.elseSubgraphIndex = 2
        }, inputs: [(.bool, []), (kind.tensorType, shape)], outputs: [(kind.tensorType, shape)],
        graphs: [random.step(kind, shape), random.step(kind, shape)])
      return Round(model: model, runs: [[[random.chance(0.5) ? 1 : 0], random.values(kind, shape)]])
    }
  }

  /// Numbers without a subgraph choose the last one. (The C library's reference resolver lacks the operator.)
  @Test(arguments: kinds) func cases(of kind: ElementKind) throws {
    try compare("STABLEHLO_CASE", kind, kernelMode: .builtin) { random in
      let shape = random.shape(rank: random.int(1...3), limit: 200)
      let count = random.int(1...4)
      let model = try Self.model(
        code: .stablehloCase,
        options: StablehloCaseOptions { $0.branchSubgraphIndices = (1...count).map { Int32($0) } },
        inputs: [(.int32, []), (kind.tensorType, shape)], outputs: [(kind.tensorType, shape)],
        graphs: (0..<count).map { _ in random.step(kind, shape) })
      return Round(
        model: model, runs: [[littleEndianBytes(Int32(random.int(-1...count))), random.values(kind, shape)]])
    }
  }

  @Test(arguments: kinds) func loops(of kind: ElementKind) throws {
    try compare("WHILE", kind) { random in
      let shape = random.shape(rank: random.int(1...3), limit: 200)
      let variables: [(TensorType, [Int])] = [(.int32, []), (kind.tensorType, shape)]
      var condition = GraphSketch(inputs: variables)
      let limit = condition.add(.int32, [], littleEndianBytes(Int32(random.int(0...7))))
      condition.outputs = [condition.apply(.less, [0, limit], .bool, [])]
      var body = GraphSketch(inputs: variables)
      let one = body.add(.int32, [], littleEndianBytes(Int32(1)))
      let constant = body.add(kind.tensorType, shape, random.values(kind, shape))
      body.outputs = [
        body.apply(.add, [0, one], .int32, []),
        body.apply(random.pick(kind.stepOperators), [1, constant], kind.tensorType, shape),
      ]
      let model = try Self.model(
        code: .while,
        options: WhileOptions {
          $0.condSubgraphIndex = 1
          $0.bodySubgraphIndex = 2
        }, inputs: variables, outputs: variables, graphs: [condition, body])
      return Round(
        model: model, runs: [[littleEndianBytes(Int32(random.int(-2...4))), random.values(kind, shape)]])
    }
  }

  @Test(arguments: kinds) func composites(of kind: ElementKind) throws {
    // The C library wants attributes, if only an empty table of them.
    let attributes = ByteSlice(try FlexBufferValue.map([:]).encoded())
    try compare("STABLEHLO_COMPOSITE", kind) { random in
      let shape = random.shape(rank: random.int(1...3), limit: 200)
      let model = try Self.model(
        code: .stablehloComposite,
        options: StableHLOCompositeOptions {
          $0.name = "test.composite"
          $0.compositeAttributes = attributes
          $0.decompositionSubgraphIndex = 1
        },
        inputs: [(kind.tensorType, shape)], outputs: [(kind.tensorType, shape)], graphs: [random.step(kind, shape)])
      return Round(model: model, runs: [[random.values(kind, shape)]])
    }
  }

  /// CALL_ONCE, VAR_HANDLE, ASSIGN_VARIABLE and READ_VARIABLE: a value that starts as a constant, and changes in each of
  /// five invocations.
  @Test(arguments: kinds) func variables(of kind: ElementKind) throws {
    try compare("READ_VARIABLE", kind) { random in
      let shape = random.shape(rank: random.int(1...3), limit: 200)
      let handle = VarHandleOptions { $0.sharedName = "value" }
      var main = GraphSketch(inputs: [(kind.tensorType, shape)])
      main.operators.append((.callOnce, CallOnceOptions { $0.initSubgraphIndex = 1 }, [], []))
      let variable = main.apply(.varHandle, [], .resource, [], handle)
      let value = main.apply(.readVariable, [variable], kind.tensorType, shape, ReadVariableOptions())
      main.outputs = [main.apply(random.pick(kind.stepOperators), [value, 0], kind.tensorType, shape)]
      main.operators.append((.assignVariable, AssignVariableOptions(), [variable, main.outputs[0]], []))
      var initializer = GraphSketch(inputs: [])
      let start = initializer.add(kind.tensorType, shape, random.elements(kind, shape).bytes)
      let same = initializer.apply(.varHandle, [], .resource, [], handle)
      initializer.operators.append((.assignVariable, AssignVariableOptions(), [same, start], []))
      return Round(
        model: try Self.model([main, initializer]), runs: (0..<5).map { _ in [random.elements(kind, shape).bytes] })
    }
  }

  /// HASHTABLE and its kin: a table that a called subgraph or the main one fills with constants, in the first of three
  /// invocations; keys that it has and others.
  @Test(arguments: [ElementKind.int64, .string]) func tables(withKeysOf kind: ElementKind) throws {
    // There are no reference kernels.
    try compare("HASHTABLE_FIND", kind, oracle: PythonOracle.usual) { random in
      let valueKind: ElementKind = kind == .string ? .int64 : .string
      let (count, shape) = (random.int(1...30), random.shape(rank: random.int(1...3), limit: 60))
      let options = HashtableOptions {
        $0.tableId = Int32(random.int(0...5))
        ($0.keyDtype, $0.valueDtype) = (kind.tensorType, valueKind.tensorType)
      }
      // Few keys, so that some occur twice, and some are not there.
      func keys(_ random: inout SplitMix64, _ shape: [Int]) -> [UInt8] {
        let numbers = (0..<shape.elementCount).map { _ in random.int(0...40) }
        guard kind == .string else { return numbers.flatMap { littleEndianBytes(Int64($0)) } }
        return StringBuffer.bytes(of: numbers.map { $0 == 0 ? [] : Array("\($0)".utf8) })
      }
      func fill(_ graph: inout GraphSketch, _ random: inout SplitMix64) {
        let handle = graph.apply(.hashtable, [], .resource, [1], options)
        let (first, second) = (
          graph.add(kind.tensorType, [count], keys(&random, [count])),
          graph.add(valueKind.tensorType, [count], random.elements(valueKind, [count]).bytes)
        )
        graph.operators.append((.hashtableImport, nil, [handle, first, second], []))
      }
      var main = GraphSketch(inputs: [(kind.tensorType, shape)])
      var initializer = GraphSketch(inputs: [])
      let isCalled = random.chance(0.5)
      if isCalled {
        main.operators.append((.callOnce, CallOnceOptions { $0.initSubgraphIndex = 1 }, [], []))
        fill(&initializer, &random)
      } else {
        fill(&main, &random)
      }
      let handle = main.apply(.hashtable, [], .resource, [1], options)
      let otherwise = main.add(valueKind.tensorType, [1], random.elements(valueKind, [1]).bytes)
      let found = main.apply(.hashtableFind, [handle, 0, otherwise], valueKind.tensorType, shape)
      main.outputs = [found, main.apply(.hashtableSize, [handle], .int64, [1])]
      return Round(
        model: try Self.model(isCalled ? [main, initializer] : [main]),
        runs: (0..<3).map { _ in [keys(&random, shape)] })
    }
  }

  /// Models that run several times are compared with the Python interpreter, which keeps what they leave behind.
  private func compare(
    _ name: String, _ kind: ElementKind, kernelMode: LiteRTKernelMode = .reference,
    oracle: OracleProcess = PythonOracle.shared,
    _ make: (inout SplitMix64) throws -> Round
  ) throws {
    let reference = LiteRTEngine(library: try Oracle.shared(), kernelMode: kernelMode)
    var (elements, differing) = (0, 0)
    var distinct: Set<[UInt8]> = []
    var models: [[UInt8]] = []
    for number in 0..<Self.modelCount {
      let label = "\(name) \(kind) \(number), seed \(TestEnvironment.seed)"
      var random = SplitMix64(seed: TestEnvironment.seed, stream: "\(name) \(kind) \(number)")
      let round = try make(&random)
      models.append(round.model)
      let model = try Model(ByteSlice(round.model))
      let expected: [[EngineOutput]]
      if round.runs.count > 1 {
        expected = try oracle.run(
          model: round.model, runs: round.runs, tensors: model.subgraphs[0].outputs.map { Int($0) }
        ).map { $0.map(EngineOutput.init) }
      } else {
        switch reference.run(model: round.model, feeds: round.runs[0]) {
        case .ran(let outputs): expected = [outputs]
        case .refused(let reason):
          Issue.record("the C library refuses \(label): \(reason)")
          continue
        }
      }
      let interpreter = try Interpreter(model: model)
      try interpreter.allocate()
      for (feeds, expected) in zip(round.runs, expected) {
        let found = try interpreter.run(feeds)
        #expect(expected == found, "\(label)")
        elements += expected.reduce(0) { $0 + $1.shape.elementCount }
        differing += zip(expected, found).reduce(0) { $0 + ($1.0 == $1.1 ? 0 : $1.0.shape.elementCount) }
        distinct.formUnion(expected.map(\.bytes))
      }
    }
    print(
      "parity of control flow \(padded(name, 20)) \(padded(kind.rawValue, 8)) \(Self.modelCount) models, ",
      "\(elements) elements, \(distinct.count) distinct tensors, \(differing) differing")
    #expect(distinct.count > Self.modelCount / 2)
    try FuzzingSeed.write("\(name) \(kind)", smallestOf: models)
  }

  /// A model whose main graph has one operator, which calls the other graphs.
  private static func model(
    code: BuiltinOperator, options: any OperatorOptions, inputs: [(TensorType, [Int])],
    outputs: [(TensorType, [Int])], graphs: [GraphSketch]
  ) throws -> [UInt8] {
    var main = GraphSketch(inputs: inputs)
    let results = outputs.map { main.add($0.0, $0.1) }
    main.operators.append((code, options, inputs.indices.map { Int32($0) }, results))
    main.outputs = results
    return try model([main] + graphs)
  }

  private static func model(_ graphs: [GraphSketch]) throws -> [UInt8] {
    var model = Model()
    model.version = 3
    model.buffers = [Buffer()]
    model.subgraphs = graphs.enumerated().map { $1.subgraph(named: "graph \($0)", in: &model) }
    return try model.serialized()
  }
}

extension ElementKind {
  /// What subgraphs compute with.
  fileprivate var stepOperators: [BuiltinOperator] {
    switch self {
    case .float32, .int32, .int64: [.add, .sub, .mul, .maximum, .minimum]
    case .bool: [.logicalAnd, .logicalOr]
    default: [.maximum, .minimum]
    }
  }
}

extension SplitMix64 {
  fileprivate mutating func values(_ kind: ElementKind, _ shape: [Int]) -> [UInt8] {
    kind == .float32 ? floats(shape.elementCount).flatMap(littleEndianBytes) : elements(kind, shape).bytes
  }

  /// A graph with one operator on its input and a constant.
  fileprivate mutating func step(_ kind: ElementKind, _ shape: [Int]) -> GraphSketch {
    var graph = GraphSketch(inputs: [(kind.tensorType, shape)])
    let constant = graph.add(kind.tensorType, shape, values(kind, shape))
    graph.outputs = [graph.apply(pick(kind.stepOperators), [0, constant], kind.tensorType, shape)]
    return graph
  }
}

/// A subgraph in the making.
fileprivate struct GraphSketch {
  private var tensors: [(type: TensorType, shape: [Int], constant: [UInt8]?)]
  private let inputCount: Int
  var outputs: [Int32] = []
  var operators: [(code: BuiltinOperator, options: (any OperatorOptions)?, inputs: [Int32], outputs: [Int32])] = []

  init(inputs: [(TensorType, [Int])]) {
    tensors = inputs.map { ($0.0, $0.1, nil) }
    inputCount = inputs.count
  }

  mutating func add(_ type: TensorType, _ shape: [Int], _ constant: [UInt8]? = nil) -> Int32 {
    tensors.append((type, shape, constant))
    return Int32(tensors.count - 1)
  }

  /// Adds an operator with one result.
  mutating func apply(
    _ code: BuiltinOperator, _ inputs: [Int32], _ type: TensorType, _ shape: [Int],
    _ options: (any OperatorOptions)? = nil
  ) -> Int32 {
    let result = add(type, shape)
    operators.append((code, options, inputs, [result]))
    return result
  }

  func subgraph(named name: String, in model: inout Model) -> Subgraph {
    var subgraph = Subgraph()
    subgraph.name = name
    for (index, sketch) in tensors.enumerated() {
      var tensor = TensorInfo()
      tensor.name = "\(name) tensor \(index)"
      (tensor.type, tensor.shape, tensor.hasRank) = (sketch.type, sketch.shape.map { Int32($0) }, true)
      if let constant = sketch.constant {
        tensor.buffer = UInt32(model.buffers.count)
        model.buffers.append(Buffer(data: ByteSlice(constant)))
      }
      subgraph.tensors.append(tensor)
    }
    for step in operators {
      subgraph.operators.append(
        Operator {
          $0.opcodeIndex = UInt32(model.operatorCodes.count)
          // StableHLO's options have a field of their own.
          let isSecond = step.options is StableHLOCompositeOptions || step.options is StablehloCaseOptions
          ($0.builtinOptions, $0.builtinOptions2) = isSecond ? (nil, step.options) : (step.options, nil)
          ($0.inputs, $0.outputs) = (step.inputs, step.outputs)
        })
      model.operatorCodes.append(OperatorCode(step.code, version: 1))
    }
    subgraph.inputs = (0..<inputCount).map { Int32($0) }
    subgraph.outputs = outputs
    return subgraph
  }
}
