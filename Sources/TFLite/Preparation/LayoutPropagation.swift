import TFLiteKernels
import TFLiteSchema

/// Layout propagation: operators that do not mind in which order dimensions stand move before the transpositions of their
/// inputs, which then meet those behind the operators, and both are gone.
///
/// PyTorch has images as NCHW. What is exported from there puts each convolution between two transpositions:
///
///     CONV_2D → TRANSPOSE → LEAKY_RELU → PAD → TRANSPOSE → CONV_2D
///
/// becomes `CONV_2D → LEAKY_RELU → PAD → CONV_2D`, and both in the middle can be fused with the convolutions. Where an
/// operator that minds reads what has moved, it transposes that for itself (`TransposedInputs`); moving pays where less is
/// left to be transposed than before.
struct LayoutPropagation {
  /// With the shapes that tensors have by now.
  private(set) var table: TensorTable
  private let results: Set<Int32>
  /// The operators that read each tensor, once for each input.
  private var readers: [Int32: [Int]] = [:]
  /// The operator that writes each tensor.
  private var writers: [Int32: Int] = [:]
  /// Tensors that are written more than once: what they hold depends on when it is read.
  private var rewritten: Set<Int32> = []

  /// What a tensor holds: the elements of another one in another order.
  private struct Layout {
    let source: Int32
    let order: DimensionOrder
  }

  init(_ graph: Subgraph, table: TensorTable, nodes: [Node], preparations: [Preparation]) {
    self.table = table
    results = Set(graph.outputs)
    var written = Set(graph.inputs)
    for step in nodes.indices where !preparations[step].isOmitted {
      for input in nodes[step].stored.inputs where input >= 0 { readers[input, default: []].append(step) }
      for output in nodes[step].stored.outputs {
        writers[output] = step
        if !written.insert(output).inserted { rewritten.insert(output) }
      }
    }
  }

  mutating func apply(to nodes: inout [Node], _ preparations: inout [Preparation]) {
    guard preparations.contains(where: { $0.prepared?.dimensionOrder != nil }) else { return }
    let possible = Moves(self, nodes, preparations, allowed: nil)
    let moves = Moves(self, nodes, preparations, allowed: possible.worthwhile(self, nodes, preparations))
    moves.apply(self, to: &nodes, &preparations, &table)
  }

  /// Whether a tensor lives between operators, and nowhere else.
  private func isInner(_ tensor: Int32) -> Bool {
    writers[tensor] != nil && !results.contains(tensor) && isActivation(tensor)
  }

  private func isActivation(_ tensor: Int32) -> Bool {
    let index = Int(tensor)
    guard tensor >= 0, !table.dynamic.contains(index), !rewritten.contains(tensor) else { return false }
    let descriptor = table.descriptors[index]
    return descriptor.constant == nil && !descriptor.isVariable && (descriptor.type.bitWidth ?? 0) >= 8
  }

  private func byteCount(_ tensor: Int32) -> Int { table.descriptors[Int(tensor)].byteCount }

  /// Which operators move, and how tensors are stored then.
  private struct Moves {
    /// The operators that move, as they are then.
    var moved: [Int: any PreparedOperator] = [:]
    /// Tensors that are others, transposed: what transpositions compute, and what is stored in another order.
    var layouts: [Int32: Layout] = [:]
    /// Tensors that are the same as others: two transpositions have canceled out.
    var same: [Int32: Int32] = [:]

    /// - Parameter allowed: the operators that may move; nil for all.
    init(_ graph: LayoutPropagation, _ nodes: [Node], _ preparations: [Preparation], allowed: Set<Int>?) {
      for step in nodes.indices {
        guard let prepared = preparations[step].prepared else { continue }
        let (inputs, outputs) = (nodes[step].stored.inputs, nodes[step].stored.outputs)
        if let order = prepared.dimensionOrder {
          let output = outputs[0]
          guard graph.isActivation(inputs[0]), graph.isActivation(output) else { continue }
          let first = layouts[inputs[0]]
          let layout = Layout(
            source: first?.source ?? same[inputs[0]] ?? inputs[0],
            order: first.map { order.following($0.order) } ?? order)
          if !layout.order.isIdentity {
            layouts[output] = layout
          } else if graph.isInner(output), graph.isReadByKnown(output, preparations) {
            same[output] = layout.source
          }
        } else if allowed?.contains(step) ?? true, let order = order(of: inputs, graph),
          outputs.allSatisfy({ graph.isInner($0) && graph.isReadByKnown($0, preparations) })
        {
          let constants = Set(inputs.indices.filter { !graph.isActivation(inputs[$0]) })
          guard let other = prepared.preceding(order, constants: constants) else { continue }
          moved[step] = other
          for output in outputs { layouts[output] = Layout(source: output, order: order) }
        }
      }
    }

    /// The order in which all inputs of an operator that are no constants have been put.
    private func order(of inputs: [Int32], _ graph: LayoutPropagation) -> DimensionOrder? {
      let known = inputs.filter { $0 >= 0 }.allSatisfy {
        graph.isActivation($0) || graph.table.descriptors[Int($0)].constant != nil
      }
      let activations = inputs.filter(graph.isActivation)
      guard known, let first = activations.first, let order = layouts[first]?.order,
        activations.allSatisfy({ layouts[$0]?.order == order })
      else { return nil }
      return order
    }

    /// Those of the operators that move that leave less to be transposed than before. Those that read one tensor, or one
    /// another's, move together or not at all.
    func worthwhile(_ graph: LayoutPropagation, _ nodes: [Node], _ preparations: [Preparation]) -> Set<Int> {
      var groups = DisjointSets(count: nodes.count)
      var gains: [(step: Int, byteCount: Int)] = []
      for (tensor, layout) in layouts {
        let readers = graph.readers[tensor, default: []]
        let others = readers.filter { moved[$0] == nil }
        var members = readers.filter { moved[$0] != nil }
        if layout.source == tensor, let writer = graph.writers[tensor] { members.append(writer) }
        guard let first = members.first else { continue }
        for member in members { groups.join(first, member) }
        let byteCount = graph.byteCount(tensor)
        if layout.source != tensor {
          // A transposition that other operators need is no gain.
          if graph.isInner(tensor), others.allSatisfy({ preparations[$0].prepared?.dimensionOrder != nil }) {
            gains.append((first, byteCount))
          }
          continue
        }
        for other in others {
          if preparations[other].prepared?.dimensionOrder == nil {
            gains.append((first, -byteCount))
          } else if same[nodes[other].stored.outputs[0]] != nil {
            gains.append((first, byteCount))
          }
        }
      }
      var sums: [Int: Int] = [:]
      for gain in gains { sums[groups.representative(of: gain.step), default: 0] += gain.byteCount }
      return Set(moved.keys.filter { sums[groups.representative(of: $0), default: 0] > 0 })
    }

    func apply(
      _ graph: LayoutPropagation, to nodes: inout [Node], _ preparations: inout [Preparation],
      _ table: inout TensorTable
    ) {
      for step in nodes.indices {
        guard let prepared = preparations[step].prepared else { continue }
        let inputs = nodes[step].stored.inputs
        if let other = moved[step] {
          nodes[step].stored.inputs = inputs.map { layouts[$0]?.source ?? $0 }
          preparations[step] = .ready(other)
          for (output, shape) in zip(nodes[step].stored.outputs, other.outputShapes) {
            table.setShape(shape, of: Int(output))
          }
        } else if prepared.dimensionOrder != nil {
          let output = nodes[step].stored.outputs[0]
          if same[output] != nil, let reader = graph.readers[output]?.first {
            preparations[step] = .fused(into: reader)
          } else if let first = layouts[inputs[0]], let other = prepared.following(first.order) {
            nodes[step].stored.inputs[0] = first.source
            preparations[step] = .ready(other)
          } else {
            nodes[step].stored.inputs[0] = same[inputs[0]] ?? inputs[0]
          }
        } else {
          nodes[step].stored.inputs = inputs.map { same[$0] ?? $0 }
          let stored = inputs.enumerated().compactMap { index, tensor in
            // What a transposition has computed is there, as ever.
            layouts[tensor].flatMap { $0.source == tensor ? (index: index, order: $0.order) : nil }
          }
          guard !stored.isEmpty else { continue }
          let context = nodes[step].context(.allocation, graph.table.descriptors) { graph.table.descriptors[$0] }
          // Elements of whole bytes: the tensor would not have moved otherwise.
          if let behind = try? TransposedInputs(context, prepared, orders: stored) {
            preparations[step] = .ready(behind)
          }
        }
      }
      omitUnread(graph, in: nodes, &preparations)
    }

    /// Transpositions whose results nobody reads any more.
    private func omitUnread(_ graph: LayoutPropagation, in nodes: [Node], _ preparations: inout [Preparation]) {
      var counts: [Int32: Int] = [:]
      for step in nodes.indices where !preparations[step].isOmitted {
        for input in nodes[step].stored.inputs { counts[input, default: 0] += 1 }
      }
      for step in nodes.indices.reversed() where preparations[step].prepared?.dimensionOrder != nil {
        let output = nodes[step].stored.outputs[0]
        guard counts[output, default: 0] == 0, graph.isInner(output), let reader = graph.readers[output]?.first else {
          continue
        }
        preparations[step] = .fused(into: reader)
        for input in nodes[step].stored.inputs { counts[input, default: 0] -= 1 }
      }
    }
  }

  /// Whether all operators that read a tensor are prepared by now.
  private func isReadByKnown(_ tensor: Int32, _ preparations: [Preparation]) -> Bool {
    readers[tensor, default: []].allSatisfy { preparations[$0].prepared != nil }
  }
}

/// A partition of the numbers below a count, of which parts can be joined.
private struct DisjointSets {
  private var parents: [Int]

  init(count: Int) { parents = Array(0..<count) }

  mutating func representative(of element: Int) -> Int {
    var element = element
    while parents[element] != element {
      parents[element] = parents[parents[element]]
      element = parents[element]
    }
    return element
  }

  mutating func join(_ first: Int, _ second: Int) {
    parents[representative(of: first)] = representative(of: second)
  }
}
