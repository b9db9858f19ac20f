import Foundation
import TFLiteFlatBuffers
import TFLiteSchema
import TestModels
import Testing

@testable import TFLite

/// What programs print: `error.localizedDescription`.
@Suite struct LocalizedErrorTests {
  @Test(
    arguments: [
      ModelError.noSubgraphs, ModelError.inFile("a.tflite", .noSubgraphs),
      FlatBufferError.unreadableFile(path: "a", reason: "no such file"),
      InterpreterError.failedToLoadModel(reason: "b"),
      InterpreterError.tensorFlowLiteError("operator 7 (ADD)"),
    ] as [any Error])
  func isTheMessage(error: any Error) {
    #expect(error.localizedDescription == "\(error)")
    #expect(!error.localizedDescription.contains("could not be completed"))
  }

  /// The errors of operators come out of a run inside of an interpreter's.
  @Test func ofAnOperator() throws {
    let interpreter = try Interpreter(model: ModelSketch.binary(.add, AddOptions()).model)
    try interpreter.resizeInput(at: 0, to: [5, 7])
    #expect(throws: InterpreterError.failedToAllocateTensors) { try interpreter.allocateTensors() }
    let reason = try #require(interpreter.failureReason)
    #expect(reason.localizedDescription == "\(reason)" && reason.localizedDescription.contains("ADD"))
  }
}
