import Foundation
import TFLiteKernels
import TFLiteSchema
import Testing

@testable import TFLite

/// Invocations that end in the middle of an operator. That every operator can be stopped, ParityTests show.
///
/// Times are those of a machine with other things to do: an operator that did not look would take ten times as long.
@Suite struct StoppingTests {
  /// Some 10 seconds of plain loops of one thread.
  private func longModel() throws -> Model {
    var builder = ModelBuilder()
    let input = builder.tensor(.int8, [1, 512, 512, 64], scale: 0.1)
    let filter = builder.tensor(
      .int8, [64, 3, 3, 64], scale: 0.1, constant: Array(repeating: 1, count: 64 * 3 * 3 * 64))
    let bias = builder.tensor(.int32, [64], scale: 0.01, constant: Array(repeating: 0, count: 4 * 64))
    let output = builder.tensor(.int8, [1, 512, 512, 64], scale: 1)
    let options = Conv2DOptions {
      ($0.strideH, $0.strideW) = (1, 1)
      $0.padding = .same
    }
    builder.add(OperatorCode(.conv2D), options, inputs: [input, filter, bias], outputs: [output])
    return try builder.build(inputs: [input], outputs: [output])
  }

  private func interpreter(threads: Int, timeLimit: Duration? = nil) throws -> Interpreter {
    var options = Interpreter.Options()
    (options.threadCount, options.timeLimit, options.cpu) = (threads, timeLimit, .scalar)
    let interpreter = try Interpreter(model: longModel(), options: options)
    try interpreter.allocateTensors()
    return interpreter
  }

  private static let longest = Duration.seconds(5)

  @Test(arguments: [1, 3]) func aTimeLimitEndsAnOperator(threads: Int) throws {
    let interpreter = try interpreter(threads: threads, timeLimit: .milliseconds(50))
    var message = ""
    let duration = ContinuousClock().measure {
      message = #expect(throws: InterpreterError.self) { try interpreter.invoke() }?.description ?? ""
    }
    #expect(message.contains("operator 0 CONV_2D: stopped, because the time limit of 0.05 seconds has passed"))
    #expect(duration < Self.longest)
    #expect(throws: InterpreterError.invokeInterpreterRequired) { try interpreter.output(at: 0) }
  }

  /// The wish comes with the look that asks for it: other tests may hold every thread that could bring one.
  @Test(arguments: [1, 3]) func cancellationEndsAnOperator(threads: Int) throws {
    let interpreter = try interpreter(threads: threads)
    let start = ContinuousClock.now
    let cancellation = Cancellation { start.duration(to: .now) > .milliseconds(50) }
    #expect(throws: CancellationError.self) { try interpreter.main.run(cancellation: cancellation) }
    #expect(start.duration(to: .now) < Self.longest)
    #expect(throws: InterpreterError.invokeInterpreterRequired) { try interpreter.output(at: 0) }
  }

  @Test func shortOperatorsLookOnlyBetweenEachOther() throws {
    let stop = StopSignal()
    let workers = StoppableWorkers(SerialWorkers(), stop: stop, stepsPerLook: nil)
    for path in KernelPath.allCases {
      #expect(workers.forOperator(of: 1 << 20, path) === workers)
      let cut = workers.forOperator(of: .max, path)
      #expect(cut.pieceCount > 1000 && !cut.isStopped)
    }
  }

  /// What is raised stays so until the invocation has ended.
  @Test func aSignalLastsAsLongAsAnInvocation() throws {
    let identity = OperatorIdentity(index: 3, name: "ABS")
    let stop = StopSignal(timeLimit: .zero)
    #expect(!stop.isRaised)
    let cancellation = Cancellation()
    let outside = stop.begin(cancellation)
    #expect(stop.isRaised)
    let late = #expect(throws: InterpreterError.self) { try stop.check(identity, "stopped") }
    #expect(late?.description.contains("operator 3 ABS: stopped, because the time limit of 0.0 seconds") == true)
    cancellation.request()
    #expect(throws: CancellationError.self) { try stop.check(identity, "stopped") }
    stop.end(goingOnWith: outside)
    try stop.check(identity, "stopped")
    #expect(!stop.isRaised)
  }

  /// An observer may invoke the same interpreter; what ends the invocation around that does so still.
  @Test func anInvocationWithinOneChangesNothingOfIt() throws {
    let stop = StopSignal()
    let cancellation = Cancellation()
    let outside = stop.begin(cancellation)
    let outer = stop.begin(nil)
    cancellation.request()
    #expect(!stop.isRaised)
    stop.end(goingOnWith: outer)
    #expect(stop.isRaised)
    stop.end(goingOnWith: outside)
    #expect(!stop.isRaised)
  }

  /// What is prepared while the end has been asked for may be incomplete: it is not kept, whatever it says itself.
  @Test func nothingIsKeptOfAStoppedPreparation() throws {
    let identity = OperatorIdentity(index: 3, name: "WHERE")
    let stop = StopSignal()
    #expect(try stop.ending(identity) { 7 } == 7)
    #expect(throws: InterpreterError.allocateTensorsRequired) {
      try stop.ending(identity) { throw InterpreterError.allocateTensorsRequired }
    }
    let cancellation = Cancellation()
    let outside = stop.begin(cancellation)
    cancellation.request()
    #expect(throws: CancellationError.self) { try stop.ending(identity) { 7 } }
    #expect(throws: CancellationError.self) {
      try stop.ending(identity) { throw InterpreterError.allocateTensorsRequired }
    }
    stop.end(goingOnWith: outside)
  }
}
