import TFLiteKernels
import TFLiteSchema

/// Where each activation, and the working memory of each step, lies in the arena.
///
/// It is planned in three steps: when each tensor holds values (`lifetimes`), which tensors share memory
/// (``BufferAliasing``), and where each block fits (``ArenaPlan``). ``TensorMemory`` then allocates the arena.
struct MemoryPlan {
  /// A tensor in the arena.
  struct Place {
    let byteOffset: Int
    /// The tensor that it lies inside, if it shares the memory of one.
    let alias: Int?
  }

  /// Where each tensor that lies in the arena does.
  let tensors: [Int: Place]
  /// The offset of the working memory of each step.
  let scratches: [Int]
  /// The size of the arena.
  let byteCount: Int

  /// - Parameters:
  ///   - isObservable: whether every operator's inputs and outputs must have memory of their own.
  ///   - preservesAll: whether every tensor must keep its values until the next run.
  init(
    _ graph: Subgraph, table: TensorTable, nodes: [Node], preparations: [Preparation], isObservable: Bool,
    preservesAll: Bool = false
  ) {
    let steps = zip(nodes, preparations).map { (node: $0, preparation: $1) }
    var lifetimes = Self.lifetimes(graph, table: table, steps: steps)
    if preservesAll { lifetimes = lifetimes.mapValues { $0.lowerBound...steps.count } }
    var aliasing = BufferAliasing(lifetimes)
    if !isObservable {
      let operators = steps.compactMap { node, preparation in preparation.prepared.map { (node, $0) } }
      aliasing.alias(operators, inputs: graph.inputs, table: table)
    }

    let resident = aliasing.blocks.sorted { $0.key < $1.key }
    var requests = resident.map { block, lifetime in
      ArenaRequest(byteCount: table.descriptors[block].byteCount, lifetime: lifetime)
    }
    requests += preparations.enumerated().map { step, preparation in
      ArenaRequest(byteCount: preparation.prepared?.scratchByteCount ?? 0, lifetime: step...step)
    }
    let plan = ArenaPlan(requests)
    let offsets = Dictionary(uniqueKeysWithValues: zip(resident.map(\.key), plan.offsets))
    var tensors: [Int: Place] = [:]
    for index in lifetimes.keys {
      let place = aliasing.outermost(of: index)
      tensors[index] = offsets[place.container].map { offset in
        Place(byteOffset: offset + place.byteOffset, alias: aliasing.places[index]?.container)
      }
    }
    self.tensors = tensors
    scratches = Array(plan.offsets.dropFirst(resident.count))
    byteCount = plan.byteCount
  }

  /// The steps during which each tensor in the arena holds values.
  ///
  /// Inputs keep their values through the whole run, so that the next run may reuse them; outputs keep theirs beyond
  /// the last step; variable tensors keep theirs always.
  private static func lifetimes(
    _ graph: Subgraph, table: TensorTable, steps: [(node: Node, preparation: Preparation)]
  ) -> [Int: ClosedRange<Int>] {
    var lifetimes: [Int: ClosedRange<Int>] = [:]
    for (step, (node, preparation)) in steps.enumerated() where !preparation.isOmitted {
      for index in node.stored.outputs.map(Int.init)
      where !table.dynamic.contains(index) && table.descriptors[index].constant == nil {
        lifetimes[index] = step...step
      }
      for index in node.stored.inputs.map(Int.init) {
        if let lifetime = lifetimes[index] { lifetimes[index] = lifetime.lowerBound...max(step, lifetime.upperBound) }
      }
    }
    for index in graph.outputs.map(Int.init) {
      if let lifetime = lifetimes[index] { lifetimes[index] = lifetime.lowerBound...steps.count }
    }
    for index in graph.inputs.map(Int.init) where table.descriptors[index].constant == nil {
      lifetimes[index] = 0...steps.count
    }
    for (index, tensor) in table.descriptors.enumerated() where tensor.isVariable { lifetimes[index] = 0...steps.count }
    return lifetimes
  }
}
