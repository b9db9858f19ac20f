import Foundation
import TFLite
import TFLiteKernels
import TFLiteSchema
import Testing

/// Watching an invocation: what is seen, what may be changed, and that nothing else is.
@Suite struct ObserverTests {
  /// `relu(a) + a`, reshaped, and a constant that is decompressed first.
  private func model() throws -> Model {
    var builder = ModelBuilder()
    let input = builder.tensor(.float32, [2, 2])
    let positive = builder.tensor(.float32, [2, 2])
    let halves = builder.tensor(.float16, [2, 2], constant: bytes([1, 2, 3, 4] as [Float16]))
    let weights = builder.tensor(.float32, [2, 2])
    let product = builder.tensor(.float32, [2, 2])
    let sum = builder.tensor(.float32, [2, 2])
    let output = builder.tensor(.float32, [4])
    builder.add(OperatorCode(.dequantize), DequantizeOptions(), inputs: [halves], outputs: [weights])
    builder.add(OperatorCode(.relu), nil, inputs: [input], outputs: [positive])
    builder.add(OperatorCode(.mul), MulOptions(), inputs: [positive, weights], outputs: [product])
    builder.add(OperatorCode(.add), AddOptions(), inputs: [product, input], outputs: [sum])
    builder.add(OperatorCode(.reshape), ReshapeOptions { $0.newShape = [4] }, inputs: [sum], outputs: [output])
    return try builder.build(inputs: [input], outputs: [output])
  }

  private func interpreter() throws -> Interpreter {
    let interpreter = try Interpreter(model: model())
    try interpreter.allocateTensors()
    return interpreter
  }

  private let values: [Float] = [-1, 2, -3, 4]
  private let result: [Float] = [-1, 6, -3, 20]

  private func floats(_ tensor: ObservedTensor) -> [Float] {
    tensor.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
  }

  @Test func everyOperatorIsSeenWithItsValues() throws {
    let interpreter = try interpreter()
    #expect(try interpreter.run([values], as: Float.self) == result)
    var seen: [(index: Int, name: String, inputs: [[Float]], output: [Float])] = []
    interpreter.observer = Interpreter.Observer { run in
      let inputs = run.inputs.compactMap { $0 }.filter { $0.type == .float32 }
      seen.append((run.index, run.name, inputs.map(floats), floats(run.outputs[0])))
      #expect(run.outputs[0].isConstant == (run.index == 0))
      #expect((run.duration == .zero) == (run.index == 0))
      return .proceed
    }
    #expect(try interpreter.run([values], as: Float.self) == result)
    #expect(seen.map(\.index) == [0, 1, 2, 3, 4])
    #expect(seen.map(\.name) == ["DEQUANTIZE", "RELU", "MUL", "ADD", "RESHAPE"])
    #expect(seen[0].output == [1, 2, 3, 4])
    #expect(seen[1].inputs == [values] && seen[1].output == [0, 2, 0, 4])
    #expect(seen[2].inputs == [[0, 2, 0, 4], [1, 2, 3, 4]] && seen[2].output == [0, 4, 0, 16])
    #expect(seen[3].inputs == [[0, 4, 0, 16], values] && seen[3].output == result)
    #expect(seen[4].inputs == [result] && seen[4].output == result)
  }

  @Test func inputsOutliveTheComingAndGoingOfAnObserver() throws {
    let interpreter = try interpreter()
    try interpreter.copy(Data(bytes(values)), toInputAt: 0)
    for observer in [nil, Interpreter.Observer { _ in .proceed }, nil, nil] {
      interpreter.observer = observer
      try interpreter.invoke()
      #expect(try interpreter.output(at: 0).data == Data(bytes(result)))
      #expect(try interpreter.input(at: 0).data == Data(bytes(values)))
    }
  }

  @Test func onlyChosenOperatorsAreSeen() throws {
    let interpreter = try interpreter()
    var seen: [Int] = []
    interpreter.observer = Interpreter.Observer(operators: [1, 3, 99]) { run in
      seen.append(run.index)
      return .proceed
    }
    #expect(try interpreter.run([values], as: Float.self) == result)
    #expect(seen == [1, 3])
  }

  @Test func aReplacedOutputIsUsedFromThereOn() throws {
    let interpreter = try interpreter()
    interpreter.observer = Interpreter.Observer(operators: [3]) { run in
      try run.replaceOutput(at: 0, with: Data(bytes([9, 8, 7, 6] as [Float])))
      return .proceed
    }
    #expect(try interpreter.run([values], as: Float.self) == [9, 8, 7, 6])
    interpreter.observer = nil
    #expect(try interpreter.run([values], as: Float.self) == result)
  }

  /// The output of ADD and that of RESHAPE may share memory; replacing one must not replace the other.
  @Test func aReplacedOutputLeavesOtherTensorsAlone() throws {
    let interpreter = try interpreter()
    interpreter.observer = Interpreter.Observer(operators: [4]) { run in
      try run.replaceOutput(at: 0, with: Data(bytes([9, 8, 7, 6] as [Float])))
      #expect(run.inputs[0].map(floats) == result)
      return .proceed
    }
    #expect(try interpreter.run([values], as: Float.self) == [9, 8, 7, 6])
  }

  @Test func replacementsThatDoNotFitAreRefused() throws {
    let interpreter = try interpreter()
    interpreter.observer = Interpreter.Observer { run in
      #expect(throws: InterpreterError.invalidTensorIndex(index: 1, maxIndex: 0)) {
        try run.replaceOutput(at: 1, with: Data())
      }
      #expect(throws: InterpreterError.invalidTensorDataCount(provided: 15, required: 16)) {
        try run.replaceOutput(at: 0, with: Data(count: 15))
      }
      if run.index == 0 {
        let error = #expect(throws: InterpreterError.self) { try run.replaceOutput(at: 0, with: Data(count: 16)) }
        #expect(error?.description.contains("operator 0 DEQUANTIZE: tensor 3 \"t3\" is a constant") == true)
      }
      return .proceed
    }
    #expect(try interpreter.run([values], as: Float.self) == result)
  }

  @Test func aStoppedInvocationHasNoOutput() throws {
    let interpreter = try interpreter()
    var seen: [Int] = []
    interpreter.observer = Interpreter.Observer { run in
      seen.append(run.index)
      return run.index == 2 ? .stop : .proceed
    }
    try interpreter.copy(Data(bytes(values)), toInputAt: 0)
    try interpreter.invoke()
    #expect(seen == [0, 1, 2])
    #expect(throws: InterpreterError.invokeInterpreterRequired) { try interpreter.output(at: 0) }
    interpreter.observer = nil
    try interpreter.invoke()
    #expect(try interpreter.output(at: 0).data == Data(bytes(result)))
  }

  @Test func errorsOfTheObserverEndTheInvocation() throws {
    struct Enough: Error {}
    let interpreter = try interpreter()
    interpreter.observer = Interpreter.Observer { _ in throw Enough() }
    #expect(throws: Enough.self) { try interpreter.invoke() }
    interpreter.observer = nil
    #expect(try interpreter.run([values], as: Float.self) == result)
  }

  /// Numbers too small for a full fraction count as 0 in the model, as in TFLite, but not for the observer.
  @Test func theObserverComputesWithSubnormalNumbers() throws {
    let interpreter = try interpreter()
    var tiny = Float.leastNonzeroMagnitude
    interpreter.observer = Interpreter.Observer { _ in
      tiny *= 2
      return .proceed
    }
    try interpreter.invoke()
    #expect(tiny == 32 * Float.leastNonzeroMagnitude)
  }

  @Test func statesAreKeptWhenAnObserverComes() throws {
    var builder = ModelBuilder()
    let input = builder.tensor(.float32, [1])
    let state = builder.tensor(.float32, [1], isVariable: true)
    let output = builder.tensor(.float32, [1])
    builder.add(OperatorCode(custom: "Sum"), inputs: [input, state], outputs: [output])
    var operators = OperatorRegistry.standard
    operators.register(custom: "Sum") { RunningSum(state: try $0.variable(1)) }
    let interpreter = try Interpreter(
      model: try builder.build(inputs: [input], outputs: [output]), operators: operators)
    try interpreter.allocateTensors()
    for (observer, expected) in zip([nil, Interpreter.Observer { _ in .proceed }, nil], [1, 2, 3] as [Float]) {
      interpreter.observer = observer
      #expect(try interpreter.run([[1] as [Float]], as: Float.self) == [expected])
    }
  }

  /// Adds its input to a state and gives the state.
  private struct RunningSum: TotalOperator {
    let state: TensorDescriptor
    var outputShapes: [[Int]] { [state.shape] }
    var isPure: Bool { false }

    func run(_ call: OperatorCall) {
      let state = call.variable(1, as: Float.self)
      state[0] += call.input(0, as: Float.self)[0]
      call.output(0, as: Float.self)[0] = state[0]
    }
  }
}
