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
    let exposed = model.removingShapeSignatures().exposingIntermediates()
    let graph = exposed.subgraphs[0]
    var inputs: [Int: [UInt8]] = [:]
    for (index, value) in zip(graph.inputs.map(Int.init), feed.values) {
      guard let value else { continue }
      let info = graph.tensors[index]
      guard value.shape == info.shape.map(Int.init) else {
        throw InspectionError.wrongInput(
          info.name, expected: "the shape in the file, \(info.shape), in this comparison", found: "\(value.shape)")
      }
      inputs[index] = value.bytes
    }
    let results = try engine.results(of: exposed.serialized(), inputs: inputs)
    let expected = results.map { index, values in
      (index, ReferenceTensor(values: values, quantization: graph.tensors[index].quantization))
    }
    try self.init(
      model, feed: feed, options: options, expected: Dictionary(expected) { first, _ in first },
      subject: "swift-tflite", reference: engine.name)
  }

  /// Compares a model with itself under other options: other numerics, threads, or instructions.
  ///
  /// - Throws: `InterpreterError`.
  public init(
    _ model: Model, feed: ModelFeed, options: Interpreter.Options, named subject: String,
    reference referenceOptions: Interpreter.Options, named reference: String
  ) throws {
    let trace = try Trace(model, feed: feed, options: referenceOptions)
    try self.init(
      model, feed: feed, options: options, expected: trace.referenceTensors, subject: subject, reference: reference)
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
    let trace = try Trace(parent, feed: feed.converted(from: model, to: parent), options: options)
    let results = trace.referenceTensors
    var expected: [Int: ReferenceTensor] = [:]
    for (tensor, counterpart) in matching.tensors { expected[tensor] = results[counterpart] }
    try self.init(
      model, feed: feed, options: options, expected: expected, subject: subject, reference: reference)
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
