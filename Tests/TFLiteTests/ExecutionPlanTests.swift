import TFLite
import TFLiteKernels
import TFLiteSchema
import Testing

/// The plan of an invocation: what becomes of each operator, which code runs it, and where its results lie.
@Suite struct ExecutionPlanTests {
  /// Weights of float16, PAD, CONV_2D, LEAKY_RELU, RESHAPE, and a custom operator.
  private func interpreter() throws -> Interpreter {
    var builder = ModelBuilder()
    let input = builder.tensor(.int8, [1, 4, 4, 1], scale: 0.5)
    let border = builder.tensor(.int32, [4, 2], constant: bytes([0, 0, 1, 1, 1, 1, 0, 0] as [Int32]))
    let image = builder.tensor(.int8, [1, 6, 6, 1], scale: 0.5)
    builder.add(OperatorCode(.pad), PadOptions(), inputs: [input, border], outputs: [image])
    let weights = builder.tensor(
      .int8, [1, 3, 3, 1], scale: 0.25, constant: bytes(Array(repeating: Int8(3), count: 9)))
    let sum = builder.tensor(.int8, [], scale: 2)
    builder.add(
      OperatorCode(.conv2D),
      Conv2DOptions {
        ($0.padding, $0.strideH, $0.strideW) = (.valid, 1, 1)
        ($0.dilationHFactor, $0.dilationWFactor) = (1, 1)
      }, inputs: [image, weights], outputs: [sum])
    let activated = builder.tensor(.int8, [], scale: 2)
    builder.add(OperatorCode(.leakyRelu), LeakyReluOptions { $0.alpha = 0.3 }, inputs: [sum], outputs: [activated])
    let row = builder.tensor(.int8, [], scale: 2)
    builder.add(OperatorCode(.reshape), ReshapeOptions { $0.newShape = [1, -1] }, inputs: [activated], outputs: [row])
    let shape = builder.tensor(.int32, [])
    builder.add(OperatorCode(.shape), ShapeOptions { $0.outType = .int32 }, inputs: [row], outputs: [shape])
    let echo = builder.tensor(.int8, [], scale: 2)
    builder.add(OperatorCode(custom: "Echo"), inputs: [row], outputs: [echo])
    var options = Interpreter.Options()
    options.registerOperator("Echo") { context in
      Echo(outputShapes: [try context.input(0).shape], count: try context.input(0).elementCount)
    }
    return try Interpreter(model: builder.build(inputs: [input], outputs: [echo, shape]), options: options)
  }

  private struct Echo: TotalOperator {
    let outputShapes: [[Int]]
    let count: Int

    func run(_ call: OperatorCall) { call.outputBytes(0).copyMemory(from: call.inputBytes(0), byteCount: count) }
  }

  @Test func tellsWhatBecomesOfEachOperator() throws {
    let interpreter = try interpreter()
    #expect(throws: InterpreterError.allocateTensorsRequired) { try interpreter.plan }
    try interpreter.allocate()
    let plan = try interpreter.plan
    let set = Interpreter.InstructionSet.best.rawValue
    #expect(plan.operators.map(\.name) == ["PAD", "CONV_2D", "LEAKY_RELU", "RESHAPE", "SHAPE", "Echo"])
    #expect(plan.operators.map(\.fate) == [.fused(into: 1), .runs, .fused(into: 1), .runs, .folded, .runs])
    #expect(
      plan.operators.map(\.kernel) == [
        nil, "conv2D int8 vector \(set)", nil, "reshape int8 copy", "shape int8→int32 copy", "Echo int8 plain",
      ])
    #expect(plan.operators[1].scratchByteCount > 0)
  }

  @Test func tellsWhereResultsLie() throws {
    let interpreter = try interpreter()
    try interpreter.allocate()
    let plan = try interpreter.plan
    let outputs = plan.operators.map { $0.outputs[0] }
    #expect(outputs[0].place == .nowhere && outputs[4].place == .constant)
    // RESHAPE has nothing to copy: the result before it lies inside its own.
    #expect(outputs[3].byteCount == 16)
    guard case .arena(let offset, nil) = outputs[3].place else {
      Issue.record("\(outputs[3])")
      return
    }
    #expect(outputs[2].place == .arena(offset: offset, alias: outputs[3].index))
    #expect(plan.arenaByteCount >= offset + 16)
  }

  @Test func watchedOperatorsAreKeptApart() throws {
    let interpreter = try interpreter()
    try interpreter.allocate()
    var kernels: [String] = []
    interpreter.observer = Interpreter.Observer { run in
      kernels.append(run.kernel)
      return .proceed
    }
    try interpreter.invoke()
    #expect(kernels == (try interpreter.plan.operators.map { $0.kernel ?? "" }))
    #expect(kernels[0].hasPrefix("pad int8 ") && kernels[2].hasPrefix("leakyRelu int8 "))
    #expect(try interpreter.plan.operators.allSatisfy { $0.fate == ($0.name == "SHAPE" ? .folded : .runs) })
  }

  /// RESHAPE to a shape that a run computes.
  @Test func operatorsOfUnknownShapesAreNamedOnceTheyHaveRun() throws {
    var builder = ModelBuilder()
    let (x, shape, y) = (builder.tensor(.float32, [2]), builder.tensor(.int32, [2]), builder.tensor(.float32, []))
    builder.add(OperatorCode(.reshape), nil, inputs: [x, shape], outputs: [y])
    let interpreter = try Interpreter(model: builder.build(inputs: [x, shape], outputs: [y]))
    try interpreter.allocate()
    let planned = try interpreter.plan.operators[0]
    #expect(planned.fate == .preparedInEveryRun && planned.kernel == nil && planned.outputs[0].place == .ownBlock)
    try interpreter.copy(.init(bytes([2, 1] as [Int32])), toInputAt: 1)
    try interpreter.invoke()
    #expect(try interpreter.plan.operators[0].kernel == "reshape float32 copy")
  }
}
