/// Options that name subgraphs which the operator calls.
protocol SubgraphCallingOptions: OperatorOptions {
  /// The fields that hold indices of subgraphs.
  static var subgraphFields: [SubgraphField<Self>] { get }
}

/// A field of options that holds one index of a subgraph, or several.
struct SubgraphField<Options> {
  let name: String
  let indices: (Options) -> [Int64]
  let update: (inout Options, (Int64) -> Int64) -> Void

  init<Number: FixedWidthInteger>(_ name: String, _ field: WritableKeyPath<Options, Number>) {
    self.name = name
    indices = { [Int64(clamping: $0[keyPath: field])] }
    update = { options, change in
      options[keyPath: field] = Number(clamping: change(Int64(clamping: options[keyPath: field])))
    }
  }

  init(_ name: String, _ field: WritableKeyPath<Options, [Int32]>) {
    self.name = name
    indices = { $0[keyPath: field].map(Int64.init) }
    update = { options, change in
      options[keyPath: field] = options[keyPath: field].map { Int32(clamping: change(Int64($0))) }
    }
  }
}

extension OperatorOptions {
  /// The options, if they name subgraphs. A list of types takes nanoseconds where a cast to the protocol can take a
  /// search through the whole program.
  var asSubgraphCalling: (any SubgraphCallingOptions)? {
    switch self {
    case let options as CallOptions: options
    case let options as IfOptions: options
    case let options as WhileOptions: options
    case let options as CallOnceOptions: options
    case let options as StablehloCustomCallOptions: options
    case let options as StablehloReduceOptions: options
    case let options as StablehloScatterOptions: options
    case let options as StablehloReduceWindowOptions: options
    case let options as StablehloSortOptions: options
    case let options as StablehloWhileOptions: options
    case let options as StableHLOCompositeOptions: options
    case let options as StablehloCaseOptions: options
    default: nil
    }
  }
}

extension SubgraphCallingOptions {
  /// The subgraphs that are called, with the schema's names of the fields that say so.
  var calledSubgraphs: [(field: String, index: Int64)] {
    Self.subgraphFields.flatMap { field in field.indices(self).map { (field.name, $0) } }
  }

  /// The same options with every index of a subgraph changed.
  func mappingSubgraphs(_ change: (Int64) -> Int64) -> Self {
    var options = self
    for field in Self.subgraphFields { field.update(&options, change) }
    return options
  }
}

extension CallOptions: SubgraphCallingOptions {
  static var subgraphFields: [SubgraphField<Self>] { [.init("subgraph", \.subgraph)] }
}

extension IfOptions: SubgraphCallingOptions {
  static var subgraphFields: [SubgraphField<Self>] {
    [.init("then_subgraph_index", \.thenSubgraphIndex), .init("else_subgraph_index", \.elseSubgraphIndex)]
  }
}

extension WhileOptions: SubgraphCallingOptions {
  static var subgraphFields: [SubgraphField<Self>] {
    [.init("cond_subgraph_index", \.condSubgraphIndex), .init("body_subgraph_index", \.bodySubgraphIndex)]
  }
}

extension CallOnceOptions: SubgraphCallingOptions {
  static var subgraphFields: [SubgraphField<Self>] { [.init("init_subgraph_index", \.initSubgraphIndex)] }
}

extension StablehloCustomCallOptions: SubgraphCallingOptions {
  static var subgraphFields: [SubgraphField<Self>] { [.init("called_computations", \.calledComputations)] }
}

extension StablehloReduceOptions: SubgraphCallingOptions {
  static var subgraphFields: [SubgraphField<Self>] { [.init("body_subgraph_index", \.bodySubgraphIndex)] }
}

extension StablehloScatterOptions: SubgraphCallingOptions {
  static var subgraphFields: [SubgraphField<Self>] {
    [.init("update_computation_subgraph_index", \.updateComputationSubgraphIndex)]
  }
}

extension StablehloReduceWindowOptions: SubgraphCallingOptions {
  static var subgraphFields: [SubgraphField<Self>] { [.init("body_subgraph_index", \.bodySubgraphIndex)] }
}

extension StablehloSortOptions: SubgraphCallingOptions {
  static var subgraphFields: [SubgraphField<Self>] { [.init("comparator_subgraph_index", \.comparatorSubgraphIndex)] }
}

extension StablehloWhileOptions: SubgraphCallingOptions {
  static var subgraphFields: [SubgraphField<Self>] {
    [.init("cond_subgraph_index", \.condSubgraphIndex), .init("body_subgraph_index", \.bodySubgraphIndex)]
  }
}

extension StableHLOCompositeOptions: SubgraphCallingOptions {
  static var subgraphFields: [SubgraphField<Self>] {
    [.init("decomposition_subgraph_index", \.decompositionSubgraphIndex)]
  }
}

extension StablehloCaseOptions: SubgraphCallingOptions {
  static var subgraphFields: [SubgraphField<Self>] { [.init("branch_subgraph_indices", \.branchSubgraphIndices)] }
}
