import TFLiteKernels
import TFLiteSchema

/// Which tensors lie inside others, so that operators which would only copy them have nothing left to do: the input of
/// a RESHAPE is its output, and an input of a CONCATENATION is computed where it belongs.
struct TensorNesting {
  /// A tensor's place inside another, which is made later.
  struct Place: Equatable {
    let container: Int
    let byteOffset: Int
  }

  private(set) var places: [Int: Place] = [:]

  /// Nothing lies inside anything else.
  init() {}

  /// Nests tensors of the arena wherever no value can be lost.
  ///
  /// A tensor and its place in the container hold the same values from the operator that copies on; before it, nothing
  /// else writes there. That is so for all activations but those that somebody outside of the run writes: inputs and
  /// variable tensors.
  ///
  /// - Parameter lifetimes: the steps during which each tensor of the arena holds values.
  init(
    _ operators: [(node: Node, prepared: any PreparedOperator)], graph: Subgraph, table: TensorTable,
    lifetimes: [Int: ClosedRange<Int>]
  ) {
    let inputs = Set(graph.inputs.map(Int.init))
    func isActivation(_ index: Int) -> Bool {
      lifetimes[index] != nil && !inputs.contains(index) && !table.descriptors[index].isVariable
    }
    for (node, prepared) in operators {
      for copied in prepared.inputsInPlace {
        let (inner, container) = (Int(node.stored.inputs[copied.input]), Int(node.stored.outputs[copied.output]))
        guard isActivation(inner), isActivation(container), places[inner] == nil,
          let made = lifetimes[inner]?.lowerBound, made < node.identity.index
        else { continue }
        places[inner] = Place(container: container, byteOffset: copied.byteOffset)
      }
    }
  }

  /// The tensor that nothing contains in which a tensor lies, and where.
  func outermost(of tensor: Int) -> Place {
    var place = Place(container: tensor, byteOffset: 0)
    while let next = places[place.container] {
      place = Place(container: next.container, byteOffset: place.byteOffset + next.byteOffset)
    }
    return place
  }
}
