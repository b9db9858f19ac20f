import Foundation
import TFLite
import TFLiteKernels
import TFLiteSchema
import Testing

/// Timing the operators of an invocation as they run: which have times, and that nothing else is different.
@Suite struct StopwatchTests {
  /// CONV_2D, RELU, which is fused into it, and TOPK_V2 of as many as the second input says.
  private func interpreter() throws -> Interpreter {
    var builder = ModelBuilder()
    let input = builder.tensor(.float32, [1, 2, 2, 1])
    let count = builder.tensor(.int32, [])
    let weights = builder.tensor(.float32, [3, 1, 1, 1], constant: bytes([1, -2, 3] as [Float]))
    let sum = builder.tensor(.float32, [1, 2, 2, 3])
    let positive = builder.tensor(.float32, [1, 2, 2, 3])
    let values = builder.tensor(.float32, [])
    let indices = builder.tensor(.int32, [])
    builder.add(
      OperatorCode(.conv2D), Conv2DOptions { ($0.strideH, $0.strideW) = (1, 1) }, inputs: [input, weights],
      outputs: [sum])
    builder.add(OperatorCode(.relu), nil, inputs: [sum], outputs: [positive])
    builder.add(OperatorCode(.topKV2), TopKV2Options(), inputs: [positive, count], outputs: [values, indices])
    return try Interpreter(model: builder.build(inputs: [input, count], outputs: [values]))
  }

  private func run(_ interpreter: Interpreter, count: Int32) throws -> [Float] {
    try interpreter.copy(Data(bytes([1, -2, 3, -4] as [Float])), toInputAt: 0)
    try interpreter.copy(Data(bytes([count])), toInputAt: 1)
    try interpreter.invoke()
    return try interpreter.output(at: 0).floats()
  }

  @Test func fusedOperatorsCountAsOne() throws {
    let interpreter = try interpreter()
    try interpreter.allocateTensors()
    let unwatched = try run(interpreter, count: 2)
    let plan = try interpreter.plan
    #expect(plan.operators.map(\.fate) == [.runs, .fused(into: 0), .preparedInEveryRun])
    var times: [(Int, Duration)] = []
    interpreter.main.stopwatch = { times.append(($0, $1)) }
    #expect(try run(interpreter, count: 2) == unwatched)
    #expect(try interpreter.plan == plan)
    #expect(times.map(\.0) == [0, 2] && times.allSatisfy { $0.1 > .zero })
    interpreter.main.stopwatch = nil
    #expect(try run(interpreter, count: 1) == stride(from: 0, to: 8, by: 2).map { unwatched[$0] })
    #expect(times.count == 2)
  }

  @Test func anOperatorThatFailsHasNoTime() throws {
    let interpreter = try interpreter()
    try interpreter.allocateTensors()
    var seen: [Int] = []
    interpreter.main.stopwatch = { index, _ in seen.append(index) }
    #expect(throws: InterpreterError.self) { try run(interpreter, count: -1) }
    #expect(seen == [0])
    #expect(try run(interpreter, count: 1).count == 4)
    #expect(seen == [0, 0, 2])
  }

  @Test func anObserverIsShownTheTimesInstead() throws {
    let interpreter = try interpreter()
    try interpreter.allocateTensors()
    var (timed, observed): ([Int], [Int]) = ([], [])
    interpreter.main.stopwatch = { index, _ in timed.append(index) }
    interpreter.observer = Interpreter.Observer {
      observed.append($0.index)
      return .proceed
    }
    _ = try run(interpreter, count: 1)
    #expect(timed == [] && observed == [0, 1, 2])
  }
}
