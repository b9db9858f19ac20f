import TFLiteSchema

/// Which tensors of two models stand for the same thing: by the order of the operators where both models have the same
/// ones, or else by the names of what operators compute.
struct ModelMatching: Equatable {
  /// The other model's tensor for each tensor of the first that has a counterpart, by their indices.
  let tensors: [Int: Int]

  /// - Throws: ``InspectionError/modelsDiffer(reason:)``, which says where the order parts, where neither the order nor
  ///   the names of at least half of the tensors fit.
  init(_ model: Model, _ other: Model) throws(InspectionError) {
    let (steps, otherSteps) = (Self.steps(of: model), Self.steps(of: other))
    do {
      tensors = try Self.matchOrder(steps, otherSteps)
    } catch {
      let byName = Self.matchNames(steps, otherSteps)
      guard byName.count * 2 > steps.reduce(0, { $0 + $1.outputs.count }) else { throw error }
      tensors = byName
    }
  }

  /// An operator that computes something with the model's inputs; changes of representation alone do not count.
  private struct Step {
    let index: Int
    let name: String
    let outputs: [(index: Int, name: String, shape: [Int32])]
  }

  private static func steps(of model: Model) -> [Step] {
    let graph = model.subgraphs[0]
    return graph.operators.enumerated().compactMap { index, stored in
      let code = model.operatorCode(of: stored)
      guard ![.quantize, .dequantize].contains(code.builtinCode) else { return nil }
      return Step(
        index: index, name: code.name,
        outputs: stored.outputs.map { (Int($0), graph.tensors[Int($0)].name, graph.tensors[Int($0)].shape) })
    }
  }

  private static func matchNames(_ steps: [Step], _ others: [Step]) -> [Int: Int] {
    let pairs = others.flatMap { step in step.outputs.map { ($0.name, (step.name, $0.index, $0.shape)) } }
    let byName = Dictionary(pairs) { first, _ in first }
    var result: [Int: Int] = [:]
    for step in steps {
      for output in step.outputs where !output.name.isEmpty {
        guard let (name, index, shape) = byName[output.name], name == step.name, shape == output.shape else { continue }
        result[output.index] = index
      }
    }
    return result
  }

  private static func matchOrder(_ steps: [Step], _ others: [Step]) throws(InspectionError) -> [Int: Int] {
    var result: [Int: Int] = [:]
    for (step, other) in zip(steps, others) {
      guard step.name == other.name, step.outputs.map(\.shape) == other.outputs.map(\.shape) else {
        throw .modelsDiffer(reason: "\(text(step)) of the first meets \(text(other)) of the second")
      }
      for (output, counterpart) in zip(step.outputs, other.outputs) { result[output.index] = counterpart.index }
    }
    if let extra = steps.dropFirst(others.count).first {
      throw .modelsDiffer(reason: "\(text(extra)) of the first has no counterpart in the second")
    }
    if let extra = others.dropFirst(steps.count).first {
      throw .modelsDiffer(reason: "\(text(extra)) of the second has no counterpart in the first")
    }
    return result
  }

  private static func text(_ step: Step) -> String {
    "operator \(step.index) (\(step.name) \(step.outputs.map { "\($0.shape)" }.joined(separator: " ")))"
  }
}
