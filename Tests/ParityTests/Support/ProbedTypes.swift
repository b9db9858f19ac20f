import TFLiteSchema

/// The element types of each operand of an operator, one by one.
struct ProbedTypes: Hashable, Sendable, CustomStringConvertible {
  let inputs: [TensorType?]
  let outputs: [TensorType]

  /// One operand.
  enum Operand: Hashable, Comparable, Sendable, CustomStringConvertible {
    case input(Int)
    case output(Int)

    var description: String {
      switch self {
      case .input(let index): "input \(index)"
      case .output(let index): "output \(index)"
      }
    }
  }

  init(_ made: OperatorCase) {
    inputs = made.inputs.map { $0?.type }
    outputs = made.outputs.map(\.type)
  }

  var description: String {
    func text(_ types: [TensorType?]) -> String {
      types.map { $0.map { "\($0)".lowercased() } ?? "none" }.joined(separator: ", ")
    }
    return "\(text(inputs)) → \(text(outputs))"
  }

  /// Whether the same operands are there.
  func hasSameOperands(as other: ProbedTypes) -> Bool {
    inputs.map { $0 == nil } == other.inputs.map { $0 == nil } && outputs.count == other.outputs.count
  }

  /// The operands whose types differ.
  func differences(from other: ProbedTypes) -> Set<Operand> {
    let changedInputs = inputs.indices.filter { inputs[$0] != other.inputs[$0] }.map(Operand.input)
    let changedOutputs = outputs.indices.filter { outputs[$0] != other.outputs[$0] }.map(Operand.output)
    return Set(changedInputs + changedOutputs)
  }

  /// The type that stands everywhere in the place of one of `other`'s, in inputs and outputs alike; nil where the two differ
  /// in another way.
  func replacement(in other: ProbedTypes) -> (old: TensorType, new: TensorType)? {
    let changedInputs = inputs.indices.filter { inputs[$0] != other.inputs[$0] }.map { (other.inputs[$0], inputs[$0]) }
    let changedOutputs = outputs.indices.filter { outputs[$0] != other.outputs[$0] }.map {
      (other.outputs[$0], outputs[$0])
    }
    guard let first = changedInputs.first, let old = first.0, let new = first.1, !changedOutputs.isEmpty,
      changedInputs.allSatisfy({ $0 == (old, new) }), changedOutputs.allSatisfy({ $0 == (old, new) }),
      !inputs.contains(old), !outputs.contains(old)
    else { return nil }
    return (old, new)
  }
}
