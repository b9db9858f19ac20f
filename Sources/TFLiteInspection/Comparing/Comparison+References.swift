import TFLite
import TFLiteSchema

extension Comparison {
  /// Compares a model as it runs here with another engine.
  ///
  /// An engine may be unable to judge a model: it does not take it, or hands out only a part of its results. Then others
  /// are asked, in their order; the first that hands out all judges, or else the one that hands out most.
  ///
  /// - Parameters:
  ///   - model: the model.
  ///   - feed: the values of its inputs.
  ///   - options: how it runs here.
  ///   - engine: the reference.
  ///   - others: what may judge in its place; ``caveats`` say so.
  /// - Throws: ``InspectionError/notJudged(reasons:)`` where none can, ``InspectionError``, `InterpreterError`.
  public init(
    _ model: Model, feed: ModelFeed, options: Interpreter.Options? = nil, against engine: some ReferenceEngine,
    orElse others: [any ReferenceEngine] = []
  ) throws {
    let trace = try Trace(model, feed: feed, options: options)
    let subject = JudgedModel(model, feed: feed, trace: trace)
    guard !subject.results.isEmpty else {
      try self.init(
        trace, feed: feed, options: options, expected: [:], subject: "swift-tflite", reference: engine.name)
      return
    }
    var best: Judgement?
    var reasons: [String] = []
    for engine in [engine] + others where engine.isJudge(of: model) {
      do {
        let judgement = try Judgement(of: subject, by: engine)
        if best.map({ judgement.missing.count < $0.missing.count }) ?? true { best = judgement }
        if judgement.missing.isEmpty { break }
        reasons.append("\(engine.name) does not hand out \(judgement.missing.count) results")
      } catch {
        reasons.append("\(engine.name): \(error)")
      }
    }
    guard let best, best.missing.count < subject.results.count else {
      throw InspectionError.notJudged(reasons: reasons)
    }
    var caveats = best.caveats
    if best.engine != engine.name { caveats.insert(.judgedByAnother(best.engine, reasons: reasons), at: 0) }
    if !best.missing.isEmpty { caveats.append(.notHandedOut(best.missing)) }
    try self.init(
      trace, feed: feed, options: options, expected: best.expected, subject: "swift-tflite", reference: best.engine,
      caveats: caveats, kept: subject.fixedTensors)
  }

  /// Compares a model with itself under other options: other numerics, threads, or instructions.
  ///
  /// - Throws: `InterpreterError`.
  public init(
    _ model: Model, feed: ModelFeed, options: Interpreter.Options, named subject: String,
    reference referenceOptions: Interpreter.Options, named reference: String
  ) throws {
    let expected = try Trace(model, feed: feed, options: referenceOptions).referenceTensors
    try self.init(
      Trace(model, feed: feed, options: options), feed: feed, options: options, expected: expected, subject: subject,
      reference: reference)
  }

  /// Compares a model with another one of the same structure: a quantized model with its float parent, or a damaged one
  /// with one that is whole.
  ///
  /// The other model is fed the same real values.
  ///
  /// - Throws: ``InspectionError/modelsDiffer(reason:)`` that says where they part, `InterpreterError`.
  public init(
    _ model: Model, named subject: String, feed: ModelFeed, options: Interpreter.Options? = nil, parent: Model,
    named reference: String
  ) throws {
    let matching = try ModelMatching(model, parent)
    let results = try Trace(parent, feed: feed.converted(from: model, to: parent), options: options).referenceTensors
    var expected: [Int: ReferenceTensor] = [:]
    for (tensor, counterpart) in matching.tensors { expected[tensor] = results[counterpart] }
    try self.init(
      Trace(model, feed: feed, options: options), feed: feed, options: options, expected: expected, subject: subject,
      reference: reference)
  }
}

extension Trace {
  fileprivate var referenceTensors: [Int: Comparison.ReferenceTensor] {
    let tensors = steps.flatMap(\.outputs).map { output in
      (output.tensorIndex, Comparison.ReferenceTensor(values: output.values, quantization: output.quantization))
    }
    return Dictionary(tensors) { $1 }
  }
}

extension ModelFeed {
  /// The same real values for the inputs of another model.
  ///
  /// - Throws: ``InspectionError/modelsDiffer(reason:)``.
  fileprivate func converted(from model: Model, to other: Model) throws(InspectionError) -> ModelFeed {
    let (graph, otherGraph) = (model.subgraphs[0], other.subgraphs[0])
    guard graph.inputs.count == otherGraph.inputs.count else {
      throw .modelsDiffer(
        reason: "one has \(graph.inputs.count) inputs, the other \(otherGraph.inputs.count)")
    }
    var converted: [TensorValues?] = []
    for (position, value) in values.enumerated() {
      let info = graph.tensors[Int(graph.inputs[position])]
      let target = otherGraph.tensors[Int(otherGraph.inputs[position])]
      guard let value, other.constantData(of: target) == nil else {
        converted.append(nil)
        continue
      }
      guard value.shape == target.shape.map(Int.init),
        let result = value.converted(from: info.quantization, to: target.type, target.quantization)
      else {
        throw .modelsDiffer(
          reason: "input \"\(info.name)\" is \(value.type.schemaName) \(value.shape), its counterpart "
            + "\"\(target.name)\" \(target.type.schemaName) \(target.shape)")
      }
      converted.append(result)
    }
    return ModelFeed(values: converted)
  }
}
