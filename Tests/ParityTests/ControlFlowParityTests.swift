import TFLiteFlatBuffers
import TFLiteSchema
import Testing

/// Generated models with branches and loops give the same bits here and in the C library.
@Suite(.enabled(if: Oracle.isSupported, "the TFLite C library is published for Linux on x86-64 only"))
struct ControlFlowParityTests {
  private static let operators: [BuiltinOperator] = [.add, .sub, .mul, .maximum, .minimum]

  @Test func branches() throws {
    try compare(count: 100, stream: "IF") { random in
      let shape = random.shape(rank: random.int(1...3), limit: 200)
      let model = try self.model(
        code: .if,
        options: IfOptions {
          $0.thenSubgraphIndex = 1
          $0.elseSubgraphIndex = 2
        }, inputs: [(.bool, []), (.float32, shape)], outputs: [(.float32, shape)],
        graphs: [step(&random, shape), step(&random, shape)])
      return (model, [[random.chance(0.5) ? 1 : 0], random.floats(shape.elementCount).flatMap(littleEndianBytes)])
    }
  }

  @Test func loops() throws {
    try compare(count: 100, stream: "WHILE") { random in
      let shape = random.shape(rank: random.int(1...3), limit: 200)
      var condition = GraphSketch(inputs: [(.int32, []), (.float32, shape)])
      let limit = condition.add(.int32, [], littleEndianBytes(Int32(random.int(0...7))))
      condition.outputs = [condition.apply(.less, [0, limit], .bool, [])]
      var body = GraphSketch(inputs: [(.int32, []), (.float32, shape)])
      let one = body.add(.int32, [], littleEndianBytes(Int32(1)))
      let constant = body.add(.float32, shape, random.floats(shape.elementCount).flatMap(littleEndianBytes))
      body.outputs = [
        body.apply(.add, [0, one], .int32, []),
        body.apply(random.pick(Self.operators), [1, constant], .float32, shape),
      ]
      let model = try self.model(
        code: .while,
        options: WhileOptions {
          $0.condSubgraphIndex = 1
          $0.bodySubgraphIndex = 2
        }, inputs: [(.int32, []), (.float32, shape)], outputs: [(.int32, []), (.float32, shape)],
        graphs: [condition, body])
      return (
        model,
        [littleEndianBytes(Int32(random.int(-2...4))), random.floats(shape.elementCount).flatMap(littleEndianBytes)]
      )
    }
  }

  /// A graph with one operator on its input and a constant.
  private func step(_ random: inout SplitMix64, _ shape: [Int]) -> GraphSketch {
    var graph = GraphSketch(inputs: [(.float32, shape)])
    let constant = graph.add(.float32, shape, random.floats(shape.elementCount).flatMap(littleEndianBytes))
    graph.outputs = [graph.apply(random.pick(Self.operators), [0, constant], .float32, shape)]
    return graph
  }

  private func compare(
    count: Int, stream: String, _ make: (inout SplitMix64) throws -> (model: [UInt8], feeds: [[UInt8]])
  ) throws {
    let reference = LiteRTEngine(library: try Oracle.shared())
    var elements = 0
    var distinct: Set<[UInt8]> = []
    for number in 0..<count {
      var random = SplitMix64(seed: TestEnvironment.seed, stream: "\(stream) \(number)")
      let (model, feeds) = try make(&random)
      guard case .ran(let expected) = reference.run(model: model, feeds: feeds) else {
        Issue.record("the C library refuses \(stream) \(number)")
        continue
      }
      guard case .ran(let found) = InterpreterEngine().run(model: model, feeds: feeds) else {
        Issue.record("\(stream) \(number) is refused here")
        continue
      }
      #expect(expected == found, "\(stream) \(number), seed \(TestEnvironment.seed)")
      elements += expected.reduce(0) { $0 + $1.shape.elementCount }
      distinct.formUnion(expected.map(\.bytes))
    }
    print("parity of control flow \(stream): \(count) models, \(elements) elements, \(distinct.count) distinct tensors")
    #expect(distinct.count > count / 2)
  }

  /// A model whose main graph has one operator, which calls the other graphs.
  private func model(
    code: BuiltinOperator, options: any OperatorOptions, inputs: [(TensorType, [Int])],
    outputs: [(TensorType, [Int])], graphs: [GraphSketch]
  ) throws -> [UInt8] {
    var main = GraphSketch(inputs: inputs)
    let results = outputs.map { main.add($0.0, $0.1) }
    main.operators.append((code, options, inputs.indices.map { Int32($0) }, results))
    main.outputs = results
    var model = Model()
    model.version = 3
    model.buffers = [Buffer()]
    model.subgraphs = ([main] + graphs).enumerated().map { $1.subgraph(named: "graph \($0)", in: &model) }
    return try model.serialized()
  }
}

/// A subgraph in the making.
private struct GraphSketch {
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

  mutating func apply(_ code: BuiltinOperator, _ inputs: [Int32], _ type: TensorType, _ shape: [Int]) -> Int32 {
    let result = add(type, shape)
    operators.append((code, nil, inputs, [result]))
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
          $0.builtinOptions = step.options
          ($0.inputs, $0.outputs) = (step.inputs, step.outputs)
        })
      model.operatorCodes.append(OperatorCode(step.code, version: 1))
    }
    subgraph.inputs = (0..<inputCount).map { Int32($0) }
    subgraph.outputs = outputs
    return subgraph
  }
}
