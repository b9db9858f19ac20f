import TFLiteKernels
import TFLiteSchema

/// The operators of a model that nobody has implemented.
struct MissingOperators: CustomStringConvertible {
  private struct Use {
    var count = 0
    /// The types of the first inputs, in the order in which they occur.
    var types: [TensorType] = []
  }

  private var uses: [String: Use] = [:]

  /// Looks through all subgraphs, so that one error tells everything that a model lacks.
  init(in model: Model, registry: OperatorRegistry) {
    for graph in model.subgraphs {
      for step in graph.operators {
        let code = model.operatorCode(of: step)
        guard registry.prepare(for: code) == nil else { continue }
        let name = code.builtinCode == .custom ? "custom operator \"\(code.customCode)\"" : code.name
        let key = "\(name) version \(code.version)"
        uses[key, default: Use()].count += 1
        guard let first = step.inputs.first(where: { $0 >= 0 }) else { continue }
        let type = graph.tensors[Int(first)].type
        if uses[key]?.types.contains(type) == false { uses[key]?.types.append(type) }
      }
    }
  }

  /// Each operator with its version, how often it occurs, and the types of its first input.
  var description: String {
    uses.sorted { $0.key < $1.key }.map { name, use in
      let types = use.types.isEmpty ? "" : " on \(use.types.map { "\($0)" }.joined(separator: " and "))"
      return "\(name) (used \(use.count)×\(types))"
    }.joined(separator: ", ")
  }
}
