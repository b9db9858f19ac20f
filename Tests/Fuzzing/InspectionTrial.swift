import TFLite
import TFLiteFlatBuffers
import TFLiteInspection
import TFLiteSchema
import TestRandomness

/// What those who look into a model make of one: all that it says of itself, a part of it as a model of its own, every value
/// that it computes.
enum InspectionTrial {
  /// Who looks follows from the bytes. Nobody looks at half of all models, so that more of them run.
  ///
  /// - Throws: only what is a fault. What is wrong with the model is no reason not to run it.
  static func run(_ model: Model, decidedBy bytes: [UInt8]) throws {
    var random = SeededGenerator(seed: Digest.of(bytes), stream: "inspection")
    try endsAsDocumented {
      switch random.int(0...11) {
      case 0: try describe(model)
      case 1: try extract(model, &random)
      case 2: try trace(model, &random)
      case 3: try compare(model, &random)
      case 4: try readOutputs(model, &random)
      case 5: try invokeSignatures(model, &random)
      default: break
      }
    }
  }

  private static func describe(_ model: Model) throws {
    let summary = ModelSummary(model)
    _ = try JSONText.of(summary)
    _ = try JSONText.of(NodeData(model, values: summary.operators.map { Double($0.multiplyAccumulateCount) }))
  }

  private static func extract(_ model: Model, _ random: inout SeededGenerator) throws {
    let count = model.subgraphs[0].operators.count
    guard count > 0 else { return }
    let first = random.int(0...count - 1)
    let part = try model.extracting(operators: first..<random.int(first...count - 1) + 1)
    _ = try Model(ByteSlice(try part.serialized()))
  }

  private static func trace(_ model: Model, _ random: inout SeededGenerator) throws {
    let trace = try Trace(model, feed: try feed(model), options: InvocationTrial.options(&random))
    _ = try JSONText.of(QuantizationHealth.all(of: trace))
    _ = try trace.archive(dequantized: random.chance(0.5))
  }

  private static func compare(_ model: Model, _ random: inout SeededGenerator) throws {
    let (one, other) = (InvocationTrial.options(&random), InvocationTrial.options(&random))
    let comparison = try Comparison(
      model, feed: try feed(model), options: one, named: one.numerics.rawValue, reference: other,
      named: other.numerics.rawValue)
    _ = try JSONText.of(comparison)
  }

  private static func readOutputs(_ model: Model, _ random: inout SeededGenerator) throws {
    let interpreter = try Interpreter(model: model, options: InvocationTrial.options(&random))
    try interpreter.feed(try feed(model))
    _ = try JSONText.of(try interpreter.plan)
    try interpreter.invoke()
    for index in 0..<interpreter.outputTensorCount {
      let output = try interpreter.output(at: index)
      _ = try output.dataType == .string ? output.strings().count : output.floats().count
    }
  }

  private static func invokeSignatures(_ model: Model, _ random: inout SeededGenerator) throws {
    let interpreter = try Interpreter(model: model, options: InvocationTrial.options(&random))
    for key in interpreter.signatureKeys.prefix(4) {
      let runner = try interpreter.signatureRunner(with: key)
      try runner.invoke(with: [:])
      for name in runner.outputs.prefix(8) { _ = try runner.output(named: name).data }
    }
  }

  private static func feed(_ model: Model) throws -> ModelFeed {
    try ModelFeed(
      [InputArgument("random:1", inputNames: [])], for: model, memoryLimit: InvocationTrial.memoryLimit)
  }
}
