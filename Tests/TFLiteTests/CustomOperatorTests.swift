import Foundation
import TFLite
import TFLiteKernels
import TFLiteSchema
import Testing

/// Operators that a user registers, with and without a state.
@Suite struct CustomOperatorTests {
  /// Adds its input to a state and gives the sum; a second input, if there is one, is added to the result only.
  private struct Accumulate: TotalOperator {
    let count: Int
    let hasBias: Bool
    let outputShapes: [[Int]]

    static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
      try context.requireOperands(inputs: 2...3)
      let (input, state) = (try context.input(0), try context.variable(1))
      try context.require(input, type: .float32)
      try context.require(state, shape: input.shape)
      return Accumulate(
        count: input.elementCount, hasBias: context.optionalInput(2) != nil, outputShapes: [input.shape])
    }

    func run(_ call: OperatorCall) {
      let (input, state, output) = (
        call.input(0, as: Float.self), call.variable(1, as: Float.self), call.output(0, as: Float.self)
      )
      let bias = call.optionalInput(2, as: Float.self)
      for index in 0..<count {
        state[index] += input[index]
        output[index] = state[index] + (bias?[index] ?? 0)
      }
    }
  }

  private static let operators: OperatorRegistry = {
    var registry = OperatorRegistry.standard
    registry.register(custom: "Accumulate", Accumulate.prepare)
    return registry
  }()

  /// A model of one Accumulate.
  private func model(stateShape: [Int32] = [2], isVariable: Bool = true, omitsBias: Bool = true) throws -> Model {
    var builder = ModelBuilder()
    let input = builder.tensor(.float32, [2])
    let state = builder.tensor(.float32, stateShape, isVariable: isVariable)
    let output = builder.tensor(.float32, [2])
    let bias = omitsBias ? -1 : builder.tensor(.float32, [2], constant: bytes([100, 200] as [Float]))
    builder.add(OperatorCode(custom: "Accumulate"), inputs: [input, state, bias], outputs: [output])
    return try builder.build(inputs: isVariable ? [input] : [input, state], outputs: [output])
  }

  private func interpreter(_ model: Model) throws -> Interpreter {
    let interpreter = try Interpreter(model: model, operators: Self.operators)
    try interpreter.allocateTensors()
    return interpreter
  }

  @Test func stateIsKeptBetweenRunsUntilItIsReset() throws {
    let interpreter = try interpreter(model())
    #expect(try interpreter.run([[1, 2] as [Float]], as: Float.self) == [1, 2])
    #expect(try interpreter.run([[1, 2] as [Float]], as: Float.self) == [2, 4])
    #expect(try interpreter.run([[10, 20] as [Float]], as: Float.self) == [12, 24])
    try interpreter.resetVariableTensors()
    #expect(try interpreter.run([[1, 2] as [Float]], as: Float.self) == [1, 2])
    try interpreter.allocateTensors()
    #expect(try interpreter.run([[3, 3] as [Float]], as: Float.self) == [3, 3])
  }

  @Test func anOptionalInputMayBeThere() throws {
    let interpreter = try interpreter(model(omitsBias: false))
    #expect(try interpreter.run([[1, 2] as [Float]], as: Float.self) == [101, 202])
    #expect(try interpreter.run([[1, 2] as [Float]], as: Float.self) == [102, 204])
  }

  @Test func twoInterpretersHaveStatesOfTheirOwn() throws {
    let model = try model()
    let (first, second) = (try interpreter(model), try interpreter(model))
    #expect(try first.run([[1, 1] as [Float]], as: Float.self) == [1, 1])
    #expect(try second.run([[5, 5] as [Float]], as: Float.self) == [5, 5])
    #expect(try first.run([[1, 1] as [Float]], as: Float.self) == [2, 2])
  }

  @Test func resettingNeedsAllocatedTensors() throws {
    let interpreter = try Interpreter(model: model(), operators: Self.operators)
    #expect(throws: InterpreterError.allocateTensorsRequired) { try interpreter.resetVariableTensors() }
  }

  @Test func anUnregisteredOperatorIsRefusedByName() throws {
    let error = try #require(#expect(throws: InterpreterError.self) { _ = try Interpreter(model: model()) })
    #expect(error.description.contains("\"Accumulate\""), "\(error)")
  }

  @Test func anErrorOfItsPrepareNamesIt() throws {
    let interpreter = try Interpreter(model: model(stateShape: [3]), operators: Self.operators)
    let error = try #require(#expect(throws: InterpreterError.self) { try interpreter.allocate() })
    #expect(error.description.contains("operator 0 Accumulate: tensor 1 \"t1\" has shape [3]"), "\(error)")
  }

  @Test func aStateMustBeVariable() throws {
    let interpreter = try Interpreter(model: model(isVariable: false), operators: Self.operators)
    let error = try #require(#expect(throws: InterpreterError.self) { try interpreter.allocate() })
    #expect(error.description.contains("no variable"), "\(error)")
  }

  /// The state of an int8 tensor begins with what means 0.
  @Test func int8StateBeginsWithItsZeroPoint() throws {
    struct Echo: TotalOperator {
      let outputShapes = [[3]]
      func run(_ call: OperatorCall) {
        for index in 0..<3 { call.output(0, as: Int8.self)[index] = call.variable(0, as: Int8.self)[index] }
        call.variable(0, as: Int8.self)[1] = 99
      }
    }
    var registry = OperatorRegistry.standard
    registry.register(custom: "Echo") { context in
      _ = try context.variable(0)
      return Echo()
    }
    var builder = ModelBuilder()
    let state = builder.tensor(.int8, [3], scale: 0.5, zeroPoint: -7, isVariable: true)
    let output = builder.tensor(.int8, [3], scale: 0.5, zeroPoint: -7)
    builder.add(OperatorCode(custom: "Echo"), inputs: [state], outputs: [output])
    let interpreter = try Interpreter(model: try builder.build(inputs: [], outputs: [output]), operators: registry)
    try interpreter.allocateTensors()
    #expect(try interpreter.run([] as [[Int8]], as: Int8.self) == [-7, -7, -7])
    #expect(try interpreter.run([] as [[Int8]], as: Int8.self) == [-7, 99, -7])
    try interpreter.resetVariableTensors()
    #expect(try interpreter.run([] as [[Int8]], as: Int8.self) == [-7, -7, -7])
  }
}
