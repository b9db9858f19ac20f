import Foundation
import TFLite
import TFLiteFlatBuffers
import TFLiteSchema
import TestModels
import Testing

/// Operators with odd operands and options run, or are refused with an error that says why; none ends the process.
@Suite struct DamagedOperatorTests {
  private static let casesPerRow = TestEnvironment.isFull ? 400 : 20

  /// Where a case ends the process, its model is the damage log; the cases follow from the name of the row, which is printed
  /// last, and the seed.
  @Test(arguments: ParityRow.all) func runsOrIsRefused(row: ParityRow) throws {
    for number in 0..<Self.casesPerRow {
      var random = SplitMix64(seed: TestEnvironment.seed, stream: "damaged \(row.name) \(number)")
      let made = row.makeCase(&random)
      var model = try made.model()
      random.damage(&model)
      let message: String
      do {
        let file = try model.serialized()
        if let log = TestEnvironment.damageLog { try Data(file).write(to: log) }
        try Self.run(file, feeding: made.feeds)
        continue
      } catch let error as ModelError {
        message = error.description
      } catch let error as InterpreterError {
        message = error.description
      }
      // What all tensors need together is nobody's own fault.
      let culprits = [
        "operator 0", "operators[0]", "operator_codes[", "no implementation of", "tensor", "the activations need",
      ]
      #expect(culprits.contains { message.contains($0) }, "\(row.name) \(number): \(message)")
      #expect(!message.contains("\n"))
    }
  }

  /// Runs a model twice, with what its inputs were to be fed where that still fits.
  private static func run(_ file: [UInt8], feeding feeds: [[UInt8]]) throws {
    var options = Interpreter.Options()
    options.memoryLimit = 1 << 20
    let interpreter = try Interpreter(model: Model(ByteSlice(file)), options: options)
    try interpreter.allocate()
    for (index, bytes) in zip(0..<interpreter.inputTensorCount, feeds) {
      let input = try interpreter.input(at: index)
      guard input.dataType == .string || input.data.count == bytes.count else { continue }
      try interpreter.copy(Data(bytes), toInputAt: index)
    }
    try interpreter.invoke()
    try interpreter.invoke()
  }
}
