import Foundation
import TFLite
import TFLiteSchema
import TestModels
import Testing

/// Operators whose shapes only a run can tell: they, and what depends on them, are prepared in every run.
@Suite struct RunTimeShapeTests {
  /// Reshapes 0, 2, 4 … 22 and adds the result to itself: a sum in steps of 1, from halves.
  private func run(_ interpreter: Interpreter, _ shape: [Int32]) throws -> Tensor {
    try interpreter.copy(Data([UInt8](shape)), toInputAt: 1)
    try interpreter.invoke()
    return try interpreter.output(at: 0)
  }

  private func interpreter(memoryLimit: Int? = nil) throws -> Interpreter {
    var options = Interpreter.Options()
    options.memoryLimit = memoryLimit
    let interpreter = try Interpreter(model: ModelSketch.reshapeAtRunTime().model, options: options)
    try interpreter.allocateTensors()
    try interpreter.copy(Data((0..<12).map { UInt8(2 * $0) }), toInputAt: 0)
    return interpreter
  }

  private static let doubled = Data((0..<12).map { UInt8(2 * $0) })

  @Test func followShapesThatChange() throws {
    let interpreter = try interpreter()
    for (shape, expected) in [
      ([3, 4], [3, 4]), ([12, 1], [12, 1]), ([-1, 6], [2, 6]), ([1, 12], [1, 12]), ([3, 4], [3, 4]),
    ] as [([Int32], [Int])] {
      let output = try run(interpreter, shape)
      #expect(output.shape.dimensions == expected)
      #expect(output.data == Self.doubled)
    }
  }

  @Test func outputsHaveNoValuesBeforeTheFirstRun() throws {
    let interpreter = try interpreter()
    #expect(throws: InterpreterError.invokeInterpreterRequired) { try interpreter.output(at: 0) }
  }

  @Test(arguments: [[5, 3], [-1, -1], [-2, 6], [0, 0], [.max, .max], [-1, 5]] as [[Int32]])
  func refuseShapesThatDoNotFit(_ shape: [Int32]) throws {
    let interpreter = try interpreter()
    #expect { _ = try run(interpreter, shape) } throws: { error in
      guard case InterpreterError.tensorFlowLiteError(let message) = error else { return false }
      return message.contains("operator 0 RESHAPE") && message.contains("\(shape[0])")
    }
    // The interpreter is as good as new.
    #expect(try run(interpreter, [4, 3]).data == Self.doubled)
    // What the run before has left cannot be taken for results of the one that failed.
    #expect { _ = try run(interpreter, shape) } throws: { _ in true }
    #expect(throws: InterpreterError.invokeInterpreterRequired) { try interpreter.output(at: 0) }
    #expect(try run(interpreter, [6, 2]).data == Self.doubled)
  }

  @Test func afterAResizedInput() throws {
    let interpreter = try interpreter()
    _ = try run(interpreter, [3, 4])
    try interpreter.resizeInput(at: 0, to: [100, 2])
    try interpreter.allocateTensors()
    #expect(throws: InterpreterError.invokeInterpreterRequired) { try interpreter.output(at: 0) }
    try interpreter.copy(Data(repeating: 8, count: 200), toInputAt: 0)
    let output = try run(interpreter, [20, 10])
    #expect(output.shape == [20, 10])
    #expect(output.data == Data(repeating: 8, count: 200))
  }

  @Test func allMemoryTogetherStaysWithinTheLimit() throws {
    // Inputs, reshaped and output take 12 to 64 bytes each and 64 of padding; one of them is too much.
    let interpreter = try interpreter(memoryLimit: 64 * 4 + 12)
    #expect { _ = try run(interpreter, [3, 4]) } throws: { "\($0)".contains("memory limit of 268") }
    #expect(try run(self.interpreter(memoryLimit: 1024), [3, 4]).data == Self.doubled)
  }

  @Test func memoryIsGivenBack() throws {
    let interpreter = try interpreter(memoryLimit: 16384)
    for size in [10, 1000, 2000, 3000, 50, 3500, 3600] {
      try interpreter.resizeInput(at: 0, to: [size])
      try interpreter.allocateTensors()
      try interpreter.copy(Data(repeating: 2, count: size), toInputAt: 0)
      #expect(try run(interpreter, [1, Int32(size)]).data == Data(repeating: 2, count: size))
    }
  }
}
