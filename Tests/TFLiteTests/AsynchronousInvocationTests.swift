import Foundation
import Synchronization
import TFLiteKernels
import TFLiteSchema
import TestModels
import Testing

@testable import TFLite

/// Invocations that leave the caller's executor free.
@Suite struct AsynchronousInvocationTests {
  /// Says when it has begun, and waits until it may end.
  private struct Gate: TotalOperator {
    final class State: Sendable {
      let hasBegun = Atomic<Bool>(false)
      let mayEnd = Atomic<Bool>(false)
    }

    let state: State
    let outputShapes = [[1]]

    func run(_ call: OperatorCall) {
      state.hasBegun.store(true, ordering: .sequentiallyConsistent)
      while !state.mayEnd.load(ordering: .sequentiallyConsistent) { usleep(1000) }
      call.output(0, as: UInt8.self)[0] = call.input(0, as: UInt8.self)[0] &+ 1
    }
  }

  /// Two gates one behind the other.
  private func interpreter(_ state: Gate.State) throws -> Interpreter {
    var builder = ModelBuilder()
    let tensors = (0..<3).map { _ in builder.tensor(.uint8, [1]) }
    for index in 0..<2 {
      builder.add(OperatorCode(custom: "Gate"), inputs: [tensors[index]], outputs: [tensors[index + 1]])
    }
    var options = Interpreter.Options()
    options.registerOperator("Gate") { _ in Gate(state: state) }
    let model = try builder.build(inputs: [tensors[0]], outputs: [tensors[2]])
    let interpreter = try Interpreter(model: model, options: options)
    try interpreter.allocateTensors()
    try interpreter.copy(Data([40]), toInputAt: 0)
    return interpreter
  }

  @MainActor private final class Caller {
    let interpreter: Interpreter
    init(_ interpreter: Interpreter) { self.interpreter = interpreter }
    func invoke() async throws { try await interpreter.invokeAsync() }
  }

  @Test @MainActor func theCallersExecutorIsFree() async throws {
    let state = Gate.State()
    let caller = Caller(try interpreter(state))
    let run = Task { try await caller.invoke() }
    // The main actor goes on while the operator waits.
    while !state.hasBegun.load(ordering: .sequentiallyConsistent) { await Task.yield() }
    #expect(throws: InterpreterError.self) { try caller.interpreter.output(at: 0) }
    #expect(throws: InterpreterError.self) { try caller.interpreter.invoke() }
    #expect(throws: InterpreterError.self) { try caller.interpreter.allocateTensors() }
    #expect(throws: InterpreterError.self) { try caller.interpreter.withInput(at: 0, as: UInt8.self) { _ in } }
    state.mayEnd.store(true, ordering: .sequentiallyConsistent)
    try await run.value
    #expect(try caller.interpreter.output(at: 0).data == Data([42]))
  }

  /// What an invocation learns of tensors, here the shape of RESHAPE's result, nobody sees before it has ended.
  @Test @MainActor func tensorsAreDescribedAsTheyWereBefore() async throws {
    let state = Gate.State()
    var builder = ModelBuilder()
    let (values, shape) = (builder.tensor(.uint8, [6]), builder.tensor(.int32, [2]))
    let (reshaped, input, output) = (
      builder.tensor(.uint8, [2, 3]), builder.tensor(.uint8, [1]), builder.tensor(.uint8, [1])
    )
    builder.add(OperatorCode(.reshape), inputs: [values, shape], outputs: [reshaped])
    builder.add(OperatorCode(custom: "Gate"), inputs: [input], outputs: [output])
    builder.endSubgraph(inputs: [values, shape, input], outputs: [reshaped, output])
    let other = builder.tensor(.uint8, [1])
    var model = try builder.build(inputs: [other], outputs: [other])
    model.signatureDefs = [
      SignatureDef {
        ($0.signatureKey, $0.subgraphIndex) = ("other", 1)
      }
    ]
    var options = Interpreter.Options()
    options.registerOperator("Gate") { _ in Gate(state: state) }
    let caller = Caller(try Interpreter(model: model, options: options))
    let interpreter = caller.interpreter
    try interpreter.allocateTensors()
    try interpreter.copy(Data(bytes([3, 2] as [Int32])), toInputAt: 1)
    let run = Task { try await caller.invoke() }
    while !state.hasBegun.load(ordering: .sequentiallyConsistent) { await Task.yield() }
    #expect(interpreter.tensors[Int(reshaped)].shape == [2, 3])
    #expect(throws: InterpreterError.self) { try interpreter.plan }
    #expect(throws: InterpreterError.self) { try interpreter.signatureRunner(with: "other") }
    state.mayEnd.store(true, ordering: .sequentiallyConsistent)
    try await run.value
    #expect(interpreter.tensors[Int(reshaped)].shape == [3, 2])
    #expect(try interpreter.plan.operators.count == 2)
    _ = try interpreter.signatureRunner(with: "other")
  }

  @Test @MainActor func aCancelledTaskEndsItAndLeavesTheInterpreterUsable() async throws {
    let state = Gate.State()
    let caller = Caller(try interpreter(state))
    let run = Task { try await caller.invoke() }
    while !state.hasBegun.load(ordering: .sequentiallyConsistent) { await Task.yield() }
    run.cancel()
    state.mayEnd.store(true, ordering: .sequentiallyConsistent)
    await #expect(throws: CancellationError.self) { try await run.value }
    #expect(throws: InterpreterError.invokeInterpreterRequired) { try caller.interpreter.output(at: 0) }
    try await caller.invoke()
    #expect(try caller.interpreter.output(at: 0).data == Data([42]))
  }

  private struct Spin: TotalOperator {
    let work: BusyWork
    let outputShapes = [[1]]

    func run(_ call: OperatorCall) { work.run() }
  }

  /// More invocations than there are processors do not keep the process's tasks from running.
  @Test func theThreadsOfTasksAreFree() async {
    await #expect(processExitsWith: .success) {
      let busy = BusyWork()
      var builder = ModelBuilder()
      let (input, output) = (builder.tensor(.uint8, [1]), builder.tensor(.uint8, [1]))
      builder.add(OperatorCode(custom: "Spin"), inputs: [input], outputs: [output])
      let model = try builder.build(inputs: [input], outputs: [output])
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<busy.count {
          group.addTask {
            var options = Interpreter.Options()
            options.registerOperator("Spin") { _ in Spin(work: busy) }
            let interpreter = try Interpreter(model: model, options: options)
            try interpreter.allocateTensors()
            try await interpreter.invokeAsync()
          }
        }
        try await busy.finish()
        try await group.waitForAll()
      }
    }
  }

  @Test func errorsAreThoseOfInvoke() async throws {
    let interpreter = try Interpreter(model: ModelSketch.reshapeAtRunTime().model)
    await #expect(throws: InterpreterError.allocateTensorsRequired) { try await interpreter.invokeAsync() }
    try interpreter.allocateTensors()
    try interpreter.copy(Data(bytes([5, 3] as [Int32])), toInputAt: 1)
    let expected = #expect(throws: InterpreterError.self) { try interpreter.invoke() }
    let error = await #expect(throws: InterpreterError.self) { try await interpreter.invokeAsync() }
    #expect(error == expected && expected?.description.contains("operator 0 RESHAPE") == true)
  }
}
