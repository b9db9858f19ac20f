import Foundation
import TFLite
import TFLiteFlatBuffers
import TFLiteSchema
import Testing

/// Operators with odd operands and options run, or are refused with an error that says why; none ends the process.
@Suite struct DamagedOperatorTests {
  private static let casesPerRow = TestEnvironment.isFull ? 400 : 20

  /// Where a case ends the process, the name of its row is printed last; the cases follow from it and the seed.
  @Test(arguments: ParityRow.all) func runsOrIsRefused(row: ParityRow) throws {
    for number in 0..<Self.casesPerRow {
      var random = SplitMix64(seed: TestEnvironment.seed, stream: "damaged \(row.name) \(number)")
      let made = random.damaged(row.makeCase(&random))
      if let log = TestEnvironment.damageLog {
        try Data("\(row.name) \(number): \(made.summary)\n".utf8).write(to: log)
      }
      let message: String
      do {
        try Self.run(made)
        continue
      } catch let error as ModelError {
        message = error.description
      } catch let error as InterpreterError {
        message = error.description
      }
      // What all tensors need together is nobody's own fault.
      let culprits = ["operator 0", "operators[0]", "tensor", "the activations need"]
      #expect(culprits.contains { message.contains($0) }, "\(row.name) \(number): \(message)")
      #expect(!message.contains("\n"))
    }
  }

  private static func run(_ made: OperatorCase) throws {
    var options = Interpreter.Options()
    options.memoryLimit = 1 << 20
    let interpreter = try Interpreter(model: Model(ByteSlice(made.serializedModel())), options: options)
    try interpreter.allocate()
    for (index, bytes) in made.feeds.enumerated() {
      let input = try interpreter.input(at: index)
      guard input.dataType == .string || input.data.count == bytes.count else { continue }
      try interpreter.copy(Data(bytes), toInputAt: index)
    }
    try interpreter.invoke()
    try interpreter.invoke()
  }
}
