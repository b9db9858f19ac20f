import TFLite
import TFLiteFlatBuffers
import TFLiteKernels
import TFLiteSchema
import Testing

/// What operators keep beside their tensors counts: a small file may ask for many times its size.
@Suite struct KeptMemoryTests {
  /// FULLY_CONNECTED operators one behind the other, all with the same weights and bias.
  private func sharedWeights(_ count: Int, type: TensorType = .int8) throws -> Model {
    let units: Int32 = 256
    var builder = ModelBuilder()
    let elementSize = type == .int8 ? 1 : 4
    let scale: Float? = type == .int8 ? 0.5 : nil
    let weights = builder.tensor(
      type, [units, units], scale: scale, constant: Array(repeating: 0, count: Int(units * units) * elementSize))
    let input = builder.tensor(type, [1, units], scale: scale)
    var last = input
    for _ in 0..<count {
      let output = builder.tensor(type, [1, units], scale: scale)
      builder.add(
        OperatorCode(.fullyConnected), FullyConnectedOptions(), inputs: [last, weights, -1], outputs: [output])
      last = output
    }
    return try builder.build(inputs: [input], outputs: [last])
  }

  private func interpreter(_ model: Model, memoryLimit: Int? = nil) throws -> Interpreter {
    var options = Interpreter.Options()
    options.memoryLimit = memoryLimit
    return try Interpreter(model: model, options: options)
  }

  @Test(arguments: [TensorType.int8, .float32]) func weightsPackedManyTimesAreRefused(type: TensorType) throws {
    let limit = 16 << 20
    let model = try sharedWeights(400, type: type)
    let error = #expect(throws: InterpreterError.self) { try interpreter(model, memoryLimit: limit).allocate() }
    let message = try #require(error).description
    #expect(message.contains("FULLY_CONNECTED: the weights of all operators"), "\(message)")
    try interpreter(model).allocate()
    try interpreter(sharedWeights(40, type: type), memoryLimit: limit).allocate()
  }

  /// What an allocation has kept is free for the next one.
  @Test func countsWhatIsKeptNow() throws {
    let interpreter = try interpreter(sharedWeights(100), memoryLimit: 16 << 20)
    for rows in 1...20 {
      try interpreter.resizeInput(at: 0, to: [rows, 256])
      try interpreter.allocate()
      try interpreter.invoke()
    }
  }

  /// Weights without elements, of two thousand million channels each with its multiplier.
  @Test func channelsWithoutWeightsCount() throws {
    var builder = ModelBuilder()
    let weights = builder.tensor(.int8, [.max, 0], scale: 0.5, constant: [])
    let input = builder.tensor(.int8, [0, 0], scale: 0.5)
    let output = builder.tensor(.int8, [0, .max], scale: 0.5)
    builder.add(
      OperatorCode(.fullyConnected), FullyConnectedOptions(), inputs: [input, weights, -1], outputs: [output])
    let model = try builder.build(inputs: [input], outputs: [output])
    #expect(throws: InterpreterError.self) { try interpreter(model).allocate() }
  }

  /// Constants at odd addresses are copied, each for itself.
  @Test func copiesOfMisplacedConstantsCount() throws {
    var model = Model()
    model.version = 3
    let data = ByteSlice([UInt8](repeating: 0, count: 4 * 1024 + 1))
    model.buffers = [Buffer(), Buffer(data: data[1..<4 * 1024 + 1])]
    var graph = Subgraph()
    for _ in 0..<100 {
      var tensor = TensorInfo()
      (tensor.type, tensor.shape, tensor.buffer) = (.float32, [1024], 1)
      graph.tensors.append(tensor)
    }
    graph.outputs = [0]
    model.subgraphs = [graph]
    let error = #expect(throws: InterpreterError.self) {
      try interpreter(model, memoryLimit: 100_000).allocate()
    }
    #expect(try #require(error).description.contains("copies of such constants need more bytes"))
    try interpreter(model, memoryLimit: 1_000_000).allocate()
  }
}
