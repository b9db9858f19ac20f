import Foundation
import TFLiteSchema
import Testing

@testable import TFLite

/// Operators that call subgraphs, and variables that outlive an invocation.
@Suite struct ControlFlowTests {
  private func interpreter(_ model: Model, calls: Int? = nil) throws -> Interpreter {
    var options = Interpreter.Options()
    options.subgraphCallLimit = calls
    let interpreter = try Interpreter(model: model, options: options)
    try interpreter.allocate()
    return interpreter
  }

  /// Runs a model with a truth value as its first input and floats as the second.
  private func choose(_ interpreter: Interpreter, _ condition: Bool, _ values: [Float]) throws -> [Float] {
    try interpreter.copy(Data([condition ? 1 : 0]), toInputAt: 0)
    try interpreter.copy(Data(bytes(values)), toInputAt: 1)
    try interpreter.invoke()
    return try interpreter.output(at: 0).floats()
  }

  /// `condition ? x + 1 : x · 2`, or `x, x` in place of the product.
  private func choice(doublesLength: Bool = false) throws -> Model {
    var builder = ModelBuilder()
    let (condition, x) = (builder.tensor(.bool, []), builder.tensor(.float32, [2]))
    let y = builder.tensor(.float32, [2])
    builder.add(
      OperatorCode(.if),
      IfOptions {
        $0.thenSubgraphIndex = 1
        $0.elseSubgraphIndex = 2
      }, inputs: [condition, x], outputs: [y])
    builder.endSubgraph(inputs: [condition, x], outputs: [y])
    let one = builder.tensor(.float32, [1], constant: bytes([Float(1)]))
    let (a, b) = (builder.tensor(.float32, [2]), builder.tensor(.float32, [2]))
    builder.add(OperatorCode(.add), AddOptions(), inputs: [a, one], outputs: [b])
    builder.endSubgraph(inputs: [a], outputs: [b])
    let (c, d) = (builder.tensor(.float32, [2]), builder.tensor(.float32, [2]))
    if doublesLength {
      builder.add(OperatorCode(.concatenation), ConcatenationOptions(), inputs: [c, c], outputs: [d])
    } else {
      builder.add(OperatorCode(.add), AddOptions(), inputs: [c, c], outputs: [d])
    }
    return try builder.build(inputs: [c], outputs: [d])
  }

  @Test func ifChoosesASubgraph() throws {
    let interpreter = try interpreter(choice())
    #expect(try interpreter.output(at: 0).shape.dimensions == [2])
    #expect(try choose(interpreter, true, [1, 5]) == [2, 6])
    #expect(try choose(interpreter, false, [1, 5]) == [2, 10])
  }

  @Test func branchesMayHaveOtherShapes() throws {
    let interpreter = try interpreter(choice(doublesLength: true))
    #expect(throws: InterpreterError.invokeInterpreterRequired) { try interpreter.output(at: 0) }
    #expect(try choose(interpreter, false, [1, 5]) == [1, 5, 1, 5])
    #expect(try choose(interpreter, true, [1, 5]) == [2, 6])
  }

  /// Adds `step` to x while it is below 10; each round repeats x if it `grows`.
  private func loop(step: Float, grows: Bool = false) throws -> Model {
    var builder = ModelBuilder()
    let (x, y) = (builder.tensor(.float32, []), builder.tensor(.float32, []))
    let (v, w) = (builder.tensor(.float32, [1]), builder.tensor(.float32, [1]))
    builder.add(
      OperatorCode(.while),
      WhileOptions {
        $0.condSubgraphIndex = 1
        $0.bodySubgraphIndex = 2
      }, inputs: [x, v], outputs: [y, w])
    builder.endSubgraph(inputs: [x, v], outputs: [w, y])
    let ten = builder.tensor(.float32, [], constant: bytes([Float(10)]))
    let (a, b) = (builder.tensor(.float32, []), builder.tensor(.float32, [1]))
    let isBelow = builder.tensor(.bool, [])
    builder.add(OperatorCode(.less), LessOptions(), inputs: [a, ten], outputs: [isBelow])
    builder.endSubgraph(inputs: [a, b], outputs: [isBelow])
    let stepTensor = builder.tensor(.float32, [], constant: bytes([step]))
    let (c, d) = (builder.tensor(.float32, []), builder.tensor(.float32, []))
    let (e, f) = (builder.tensor(.float32, [1]), builder.tensor(.float32, [1]))
    builder.add(OperatorCode(.add), AddOptions(), inputs: [c, stepTensor], outputs: [d])
    if grows {
      builder.add(OperatorCode(.concatenation), ConcatenationOptions(), inputs: [e, e], outputs: [f])
    } else {
      builder.add(OperatorCode(.add), AddOptions(), inputs: [e, e], outputs: [f])
    }
    return try builder.build(inputs: [c, e], outputs: [d, f])
  }

  private func runLoop(_ interpreter: Interpreter, from start: Float) throws -> [Float] {
    try interpreter.copy(Data(bytes([start])), toInputAt: 0)
    try interpreter.copy(Data(bytes([Float(1)])), toInputAt: 1)
    try interpreter.invoke()
    return try interpreter.output(at: 0).floats()
  }

  @Test func whileRepeats() throws {
    let interpreter = try interpreter(loop(step: 4))
    #expect(try runLoop(interpreter, from: 0) == [8])
    #expect(try interpreter.output(at: 1).floats() == [12])
    #expect(try runLoop(interpreter, from: 11) == [1])
  }

  @Test func valuesMayGrowInALoop() throws {
    let interpreter = try interpreter(loop(step: 4, grows: true))
    #expect(try runLoop(interpreter, from: 0) == Array(repeating: 1, count: 8))
    #expect(try runLoop(interpreter, from: 8) == [1, 1])
  }

  @Test func endlessLoopsEnd() throws {
    let interpreter = try interpreter(loop(step: 0), calls: 1000)
    let error = #expect(throws: InterpreterError.self) { try runLoop(interpreter, from: 0) }
    let message = try #require(error).description
    #expect(message.contains("operator 0 WHILE") && message.contains("1000 times"), "\(message)")
    #expect(try runLoop(interpreter, from: 10) == [1], "the limit is one for each invocation")
  }

  @Test func aWorkLimitEndsALoop() throws {
    var options = Interpreter.Options()
    options.workLimit = 10_000
    let interpreter = try Interpreter(model: loop(step: 0), options: options)
    try interpreter.allocate()
    let error = #expect(throws: InterpreterError.self) { try runLoop(interpreter, from: 0) }
    let message = try #require(error).description
    #expect(message.contains("operator 0 WHILE") && message.contains("work limit of 10000"), "\(message)")
    #expect(try runLoop(interpreter, from: 10) == [1], "the limit is one for each invocation")
  }

  @Test func aTimeLimitEndsALoop() throws {
    var options = Interpreter.Options()
    options.timeLimit = .milliseconds(50)
    options.subgraphCallLimit = .max
    let interpreter = try Interpreter(model: loop(step: 0), options: options)
    try interpreter.allocate()
    let error = #expect(throws: InterpreterError.self) { try runLoop(interpreter, from: 0) }
    let message = try #require(error).description
    #expect(message.contains("operator 0 WHILE") && message.contains("time limit of 0.05 seconds"), "\(message)")
  }

  @Test func cancellationEndsALoop() async throws {
    let model = try loop(step: 0)
    let task = Task {
      let interpreter = try interpreter(model, calls: .max)
      try await interpreter.invokeAsync()
    }
    try await Task.sleep(for: .milliseconds(50))
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  /// Adds the input to a variable that starts with 5, and reads it.
  private func counter(initializes: Bool = true) throws -> Model {
    var builder = ModelBuilder()
    let x = builder.tensor(.float32, [1])
    let (handle, before, after) = (
      builder.tensor(.resource, []), builder.tensor(.float32, [1]), builder.tensor(.float32, [1])
    )
    if initializes {
      builder.add(OperatorCode(.callOnce), CallOnceOptions { $0.initSubgraphIndex = 1 }, inputs: [], outputs: [])
    }
    builder.add(OperatorCode(.varHandle), VarHandleOptions { $0.sharedName = "sum" }, inputs: [], outputs: [handle])
    builder.add(OperatorCode(.readVariable), ReadVariableOptions(), inputs: [handle], outputs: [before])
    builder.add(OperatorCode(.add), AddOptions(), inputs: [before, x], outputs: [after])
    builder.add(OperatorCode(.assignVariable), AssignVariableOptions(), inputs: [handle, after], outputs: [])
    builder.endSubgraph(inputs: [x], outputs: [after])
    let five = builder.tensor(.float32, [1], constant: bytes([Float(5)]))
    let same = builder.tensor(.resource, [])
    builder.add(OperatorCode(.varHandle), VarHandleOptions { $0.sharedName = "sum" }, inputs: [], outputs: [same])
    builder.add(OperatorCode(.assignVariable), AssignVariableOptions(), inputs: [same, five], outputs: [])
    return try builder.build(inputs: [], outputs: [])
  }

  @Test func variablesOutliveInvocations() throws {
    let interpreter = try interpreter(counter())
    #expect(try interpreter.run([[Float(1)]], as: Float.self) == [6])
    #expect(try interpreter.run([[Float(2)]], as: Float.self) == [8])
    try interpreter.resetVariableTensors()
    #expect(try interpreter.run([[Float(1)]], as: Float.self) == [9], "variables are no variable tensors")
    #expect(try self.interpreter(counter()).run([[Float(2)]], as: Float.self) == [7], "another has its own")
  }

  @Test func aVariableMustBeAssigned() throws {
    let interpreter = try interpreter(counter(initializes: false))
    let error = #expect(throws: InterpreterError.self) { try interpreter.run([[Float(1)]], as: Float.self) }
    #expect(try #require(error).description.contains("operator 1 READ_VARIABLE: tensor 1"))
  }

  @Test func aCompositeIsItsSubgraph() throws {
    var builder = ModelBuilder()
    let (x, y) = (builder.tensor(.float32, [2]), builder.tensor(.float32, [2]))
    builder.add(
      OperatorCode(.stablehloComposite), options2: StableHLOCompositeOptions { $0.decompositionSubgraphIndex = 1 },
      inputs: [x], outputs: [y])
    builder.endSubgraph(inputs: [x], outputs: [y])
    let (a, b) = (builder.tensor(.float32, [2]), builder.tensor(.float32, [2]))
    builder.add(OperatorCode(.mul), MulOptions(), inputs: [a, a], outputs: [b])
    let interpreter = try interpreter(builder.build(inputs: [a], outputs: [b]))
    #expect(try interpreter.run([[Float(3), 4]], as: Float.self) == [9, 16])
  }

  /// What does not fit is refused with the names of both sides.
  @Test func argumentsMustFit() throws {
    var builder = ModelBuilder()
    let (condition, x) = (builder.tensor(.bool, []), builder.tensor(.int32, [2]))
    let y = builder.tensor(.int32, [2])
    builder.add(
      OperatorCode(.if),
      IfOptions {
        $0.thenSubgraphIndex = 1
        $0.elseSubgraphIndex = 1
      }, inputs: [condition, x], outputs: [y])
    builder.endSubgraph(inputs: [condition, x], outputs: [y])
    let a = builder.tensor(.float32, [2])
    let model = try builder.build(inputs: [a], outputs: [a])
    let error = #expect(throws: InterpreterError.self) { try interpreter(model) }
    let message = try #require(error).description
    for word in ["operator 0 IF", "subgraph 1", "INT32", "FLOAT32"] { #expect(message.contains(word), "\(message)") }
  }
}
