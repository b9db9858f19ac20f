import TFLite
import TFLiteSchema

/// A model that engines are asked about, as they are given it.
struct JudgedModel {
  let trace: Trace
  /// The model with all shapes known.
  let plain: Model
  /// The same with what its operators compute as outputs.
  let exposed: Model
  /// The bytes of each input by the index of its tensor.
  let inputs: [Int: [UInt8]]
  /// The tensors in whose places there are constants now, so that all shapes are known.
  let fixedTensors: Set<Int>
  /// What can be compared: the results that are numbers, by the index of their tensors.
  let results: [Int: Trace.Activation]

  init(_ model: Model, feed: ModelFeed, trace: Trace) {
    self.trace = trace
    // Shapes that are left open keep some engines from running a model.
    var sized = model.removingShapeSignatures()
    var values: [Int: TensorValues] = [:]
    var inputs: [Int: [UInt8]] = [:]
    for (index, value) in zip(sized.subgraphs[0].inputs.map(Int.init), feed.values) {
      if let value {
        sized.subgraphs[0].tensors[index].shape = value.shape.map(Int32.init)
        values[index] = value
      }
      inputs[index] =
        value?.bytes
        ?? model.constantData(of: model.subgraphs[0].tensors[index]).map { $0.withUnsafeBytes { Array($0) } }
    }
    self.inputs = inputs
    let activations = trace.steps.flatMap(\.outputs)
    results = Dictionary(activations.map { ($0.tensorIndex, $0) }) { $1 }
    // Some operators give what follows from their operands, whatever type the file states.
    for (index, result) in results { sized.subgraphs[0].tensors[index].type = result.values.type }
    values.merge(results.mapValues(\.values)) { $1 }
    (plain, fixedTensors) = sized.fixingShapes(values)
    exposed = plain.exposingNumbers()
  }
}

/// What an engine says of a model.
struct Judgement {
  let engine: String
  /// By the index of the tensor.
  private(set) var expected: [Int: Comparison.ReferenceTensor] = [:]
  private(set) var caveats: [Comparison.Caveat] = []
  /// The names of the results that it does not hand out.
  private(set) var missing: [String] = []

  /// - Throws: what the engine throws.
  init(of subject: JudgedModel, by engine: any ReferenceEngine) throws {
    self.engine = engine.name
    let graph = subject.plain.subgraphs[0]
    for (index, values) in try engine.results(of: subject.exposed.serialized(), inputs: subject.inputs) {
      expected[index] = Comparison.ReferenceTensor(values: values, quantization: graph.tensors[index].quantization)
    }
    if !subject.fixedTensors.isEmpty { caveats.append(.shapesFixed(tensorCount: subject.fixedTensors.count)) }
    // Some engines take a model only while its intermediate results are outputs; then there is nothing to hold against it.
    let results = (try? engine.results(of: subject.plain.serialized(), inputs: subject.inputs)) ?? [:]
    let changed = subject.trace.outputs(in: results, thatDifferFrom: expected)
    if !changed.isEmpty { caveats.append(.exposingChangesReference(outputs: changed)) }
    // Of no detections, nothing is written; nor is anything compared.
    for step in subject.trace.steps {
      for (output, count) in zip(step.outputs, Comparison.writtenElements(of: step, expected: expected) ?? [])
      where count == 0 && expected[output.tensorIndex] == nil {
        expected[output.tensorIndex] = Comparison.ReferenceTensor(
          values: output.values, quantization: output.quantization)
      }
    }
    var constantCount = 0
    for (index, result) in subject.results {
      if result.isConstant, !engine.keepsConstantResults {
        expected[index] = nil
        constantCount += 1
      } else if expected[index].map({ !$0.values.canBeCompared(with: result.values) }) ?? true {
        expected[index] = nil
        missing.append(result.name)
      }
    }
    missing.sort()
    if constantCount > 0 { caveats.append(.constantsNotCompared(constantCount)) }
  }
}

extension TensorValues {
  /// Bytes of another type, or none where there should be some, are what an engine had before it ran, and no result.
  fileprivate func canBeCompared(with other: TensorValues) -> Bool {
    type == other.type && bytes.isEmpty == other.bytes.isEmpty
  }
}

extension Trace {
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
