import TFLite
import TFLiteSchema

extension Comparison {
  /// Compares a model as it runs here with another engine.
  ///
  /// - Throws: what the engine throws, ``InspectionError``, `InterpreterError`.
  public init(
    _ model: Model, feed: ModelFeed, options: Interpreter.Options? = nil, against engine: some ReferenceEngine
  ) throws {
    // Shapes that are left open keep some engines from running a model; the file says which they are by default.
    let plain = model.removingShapeSignatures()
    let graph = plain.subgraphs[0]
    let inputs = try Self.inputs(of: graph, feed)
    let trace = try Trace(model, feed: feed, options: options)
    var expected: [Int: ReferenceTensor] = [:]
    for (index, values) in try engine.results(of: plain.exposingIntermediates().serialized(), inputs: inputs) {
      expected[index] = ReferenceTensor(values: values, quantization: graph.tensors[index].quantization)
    }
    var caveats: [Caveat] = []
    let changed = trace.outputs(
      in: try engine.results(of: plain.serialized(), inputs: inputs), thatDifferFrom: expected)
    if !changed.isEmpty { caveats.append(.exposingChangesReference(outputs: changed)) }
    if !engine.keepsConstantResults {
      let constants = trace.steps.flatMap(\.outputs).filter(\.isConstant).map(\.tensorIndex)
      for constant in constants { expected[constant] = nil }
      if !constants.isEmpty { caveats.append(.constantsNotCompared(constants.count)) }
    }
    try self.init(
      trace, feed: feed, options: options, expected: expected, subject: "swift-tflite", reference: engine.name,
      caveats: caveats)
  }

  /// What engines that take no other shapes than the file's are fed.
  private static func inputs(of graph: Subgraph, _ feed: ModelFeed) throws(InspectionError) -> [Int: [UInt8]] {
    var inputs: [Int: [UInt8]] = [:]
    for (index, value) in zip(graph.inputs.map(Int.init), feed.values) {
      guard let value else { continue }
      let info = graph.tensors[index]
      guard value.shape == info.shape.map(Int.init) else {
        throw .wrongInput(
          info.name, expected: "the shape in the file, \(info.shape), in this comparison", found: "\(value.shape)")
      }
      inputs[index] = value.bytes
    }
    return inputs
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

  /// The names of the model's outputs that an engine computes differently while all its results are exposed.
  fileprivate func outputs(
    in results: [Int: TensorValues], thatDifferFrom exposed: [Int: Comparison.ReferenceTensor]
  ) -> [String] {
    steps.flatMap { step in
      let counts = Comparison.writtenElements(of: step, expected: exposed)
      return step.outputs.compactMap { output -> String? in
        guard let values = results[output.tensorIndex], let other = exposed[output.tensorIndex] else { return nil }
        let metrics = DifferenceMetrics(
          reference: values, other.quantization, found: other.values, other.quantization,
          first: counts?[output.position])
        return metrics.differing > 0 ? output.name : nil
      }
    }
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
