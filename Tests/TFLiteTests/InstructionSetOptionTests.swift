import Foundation
import TFLiteFlatBuffers
import TFLiteSchema
import TestModels
import Testing

@testable import TFLite

/// Which instruction set an interpreter uses: the option's, else the environment's, else the best.
@Suite struct InstructionSetOptionTests {
  private func options(_ cpu: Interpreter.InstructionSet? = nil) -> Interpreter.Options {
    var options = Interpreter.Options()
    options.cpu = cpu
    return options
  }

  @Test func theOptionIsStrongerThanTheEnvironment() throws {
    #expect(try options().instructionSet(named: nil) == .best)
    #expect(try options().instructionSet(named: "") == .best)
    #expect(try options().instructionSet(named: "portable") == .portable)
    #expect(try options(.scalar).instructionSet(named: "portable") == .scalar)
    #expect(try options(.scalar).instructionSet(named: "nonsense") == .scalar)
  }

  @Test func unknownNames() {
    let names = Interpreter.InstructionSet.allCases.map(\.rawValue).joined(separator: ", ")
    let error = InterpreterError.tensorFlowLiteError(
      "the environment variable TFLITE_CPU is \"AVX2\", expected one of \(names)")
    #expect(throws: error) { try options().instructionSet(named: "AVX2") }
  }

  @Test func instructionSetsThatTheMachineLacks() {
    func hasTheBaseline(_ set: Interpreter.InstructionSet) -> Bool { [.scalar, .portable].contains(set) }
    #expect(
      throws: InterpreterError.tensorFlowLiteError(
        "this machine has no avx2, which the environment variable TFLITE_CPU asks for; it has scalar, portable")
    ) { try options().instructionSet(named: "avx2", isAvailable: hasTheBaseline) }
    #expect(
      throws: InterpreterError.tensorFlowLiteError(
        "this machine has no avx2, which the option cpu asks for; it has scalar, portable")
    ) { try options(.avx2).instructionSet(named: nil, isAvailable: hasTheBaseline) }
  }

  @Test(arguments: Interpreter.InstructionSet.allCases)
  func theInterpreterRunsOrSaysWhyNot(cpu: Interpreter.InstructionSet) throws {
    let model = try Model(ByteSlice(try ModelSketch.binary(.add, AddOptions()).model.serialized()))
    guard cpu.isAvailable else {
      let available = Interpreter.InstructionSet.allCases.filter(\.isAvailable).map(\.rawValue).joined(separator: ", ")
      let error = InterpreterError.tensorFlowLiteError(
        "this machine has no \(cpu.rawValue), which the option cpu asks for; it has \(available)")
      #expect(throws: error) { try Interpreter(model: model, options: options(cpu)) }
      return
    }
    let interpreter = try Interpreter(model: model, options: options(cpu))
    try interpreter.allocateTensors()
    try interpreter.invoke()
  }
}
