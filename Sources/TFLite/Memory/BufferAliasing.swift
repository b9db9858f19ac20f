import TFLiteKernels
import TFLiteSchema

/// Buffer aliasing: which tensors lie inside others, so that operators have less to copy and to allocate. The input of a
/// RESHAPE is its output, an input of a CONCATENATION is computed where it belongs, and a sum takes the memory of an
/// operand that nobody reads any more.
///
/// Operators say what they allow: `PreparedOperator.inputsInPlace` and `PreparedOperator.overwritableInputs`.
struct BufferAliasing {
  /// A tensor's place inside another.
  struct Place: Equatable {
    let container: Int
    let byteOffset: Int
  }

  /// Where each tensor that lies inside another does.
  private(set) var places: [Int: Place] = [:]
  /// The steps during which each tensor of the arena holds values.
  private let lifetimes: [Int: ClosedRange<Int>]
  /// The tensors that lie inside no other, with the steps during which they, or what lies inside them, hold values.
  private(set) var blocks: [Int: ClosedRange<Int>]

  /// Nothing lies inside anything else.
  init(_ lifetimes: [Int: ClosedRange<Int>]) {
    self.lifetimes = lifetimes
    blocks = lifetimes
  }

  /// The tensor that lies inside no other in which a tensor lies, and where.
  func outermost(of tensor: Int) -> Place {
    var place = Place(container: tensor, byteOffset: 0)
    while let next = places[place.container] {
      place = Place(container: next.container, byteOffset: place.byteOffset + next.byteOffset)
    }
    return place
  }

  /// Lays inputs of operators inside their outputs wherever no value can be lost.
  ///
  /// An input that is copied and its place in the output hold the same values from the operator on; before it, nothing
  /// else writes there. An input that is overwritten must have served its purpose, and whatever lies inside it. Tensors
  /// that somebody outside of a run writes keep memory of their own: inputs of the model and variable tensors.
  mutating func alias(
    _ operators: [(node: Node, prepared: any PreparedOperator)], inputs: [Int32], table: TensorTable
  ) {
    let foreign = Set(inputs.map(Int.init))
    func isActivation(_ index: Int) -> Bool {
      lifetimes[index] != nil && !foreign.contains(index) && !table.descriptors[index].isVariable
    }
    for (node, prepared) in operators {
      for copied in prepared.inputsInPlace {
        let (inner, container) = (Int(node.stored.inputs[copied.input]), Int(node.stored.outputs[copied.output]))
        guard isActivation(inner), isActivation(container), isMade(inner, before: node), places[inner] == nil else {
          continue
        }
        alias(inner, in: Place(container: container, byteOffset: copied.byteOffset))
      }
      let overwritable = prepared.overwritableInputs.lazy.map { Int(node.stored.inputs[$0]) }
      guard let output = node.stored.outputs.first.map(Int.init), isActivation(output) else { continue }
      if let inner = overwritable.first(where: { isActivation($0) && isSpent($0, after: node) }) {
        alias(inner, in: Place(container: output, byteOffset: 0))
      }
    }
  }

  private mutating func alias(_ inner: Int, in place: Place) {
    places[inner] = place
    guard let lifetime = blocks.removeValue(forKey: inner), let block = blocks[place.container] else { return }
    blocks[place.container] =
      min(lifetime.lowerBound, block.lowerBound)...max(lifetime.upperBound, block.upperBound)
  }

  private func isMade(_ tensor: Int, before node: Node) -> Bool {
    lifetimes[tensor].map { $0.lowerBound < node.identity.index } ?? false
  }

  /// Whether no step after an operator reads a tensor, or anything that shares its memory, and the operator itself reads
  /// nothing else from there.
  private func isSpent(_ tensor: Int, after node: Node) -> Bool {
    guard let block = blocks[tensor], block.upperBound == node.identity.index, isMade(tensor, before: node) else {
      return false
    }
    let others = node.stored.inputs.map(Int.init).filter { $0 >= 0 && $0 != tensor }
    return others.allSatisfy { outermost(of: $0).container != tensor }
  }
}
