import TFLiteKernels
import TFLiteSchema

/// What a model needs and nobody has implemented: all of it, so that one error tells everything.
struct Refusals: CustomStringConvertible {
  private struct Use {
    var count = 0
    /// The types of the first inputs, in the order in which they occur.
    var types: [TensorType] = []
  }

  private let registry: OperatorRegistry
  private var operators: [String: Use] = [:]

  /// Looks through all subgraphs.
  init(in library: SubgraphLibrary) {
    registry = library.registry
    for (subgraph, graph) in library.model.subgraphs.enumerated() {
      for (index, step) in graph.operators.enumerated() {
        let code = library.model.operatorCode(of: step)
        let place = OperatorPlace(subgraph: subgraph, index: index)
        if library.prepare(for: code, at: place) == nil { add(step, of: graph, code) }
      }
    }
  }

  /// Whether an operator that is implemented cannot run nevertheless, because something may be missing in a subgraph that
  /// it calls.
  func concern(_ code: OperatorCode) -> Bool {
    !operators.isEmpty && registry.definition(for: code)?.kernels.contains { $0.path == .subgraph } == true
  }

  private mutating func add(_ step: Operator, of graph: Subgraph, _ code: OperatorCode) {
    let name = code.builtinCode == .custom ? "custom operator \"\(code.customCode)\"" : code.name
    let origin = code.builtinCode == .custom ? Self.origin(ofCustom: code.customCode).map { ", \($0)" } ?? "" : ""
    let key = "\(name) version \(code.version)\(origin)"
    operators[key, default: Use()].count += 1
    guard let first = step.inputs.first(where: { $0 >= 0 }) else { return }
    let type = graph.tensors[Int(first)].type
    if operators[key]?.types.contains(type) == false { operators[key]?.types.append(type) }
  }

  /// What a custom operator belongs to, where its name says so.
  private static func origin(ofCustom name: String) -> String? {
    let known: [(prefix: String, origin: String)] = [
      ("Flex", "an operator of TensorFlow itself"), ("Signal", "of the audio front end of TFLite Micro"),
      ("edgetpu-", "code for an Edge TPU"), ("ethos-u", "code for an Arm Ethos-U"),
      ("MTKEXT_", "code for a MediaTek accelerator"), ("NPU_", "code for an accelerator"),
      ("DISPATCH_OP", "code for an accelerator"),
    ]
    return known.first { name.hasPrefix($0.prefix) }?.origin
  }

  /// Each operator with its version, how often it occurs, and the types of its first input.
  var description: String {
    let missing = operators.sorted { $0.key < $1.key }.map { name, use in
      let types = use.types.isEmpty ? "" : " on \(use.types.map { "\($0)" }.joined(separator: " and "))"
      return "\(name) (used \(use.count)×\(types))"
    }
    return "no implementation of \(missing.joined(separator: ", "))"
  }
}
