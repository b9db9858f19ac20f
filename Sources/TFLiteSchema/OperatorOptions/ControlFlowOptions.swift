/// Options of CALL.
public struct CallOptions: OperatorOptions {
  /// Index of the subgraph that is called.
  public var subgraph: UInt32 = 0

  /// The schema's defaults.
  public init() {}

  /// Shows `visitor` every field.
  public mutating func visitFields(_ visitor: inout some FieldVisitor) throws(ModelError) {
    try visitor.visit(0, "subgraph", &subgraph)
  }
}

/// Options of IF.
public struct IfOptions: OperatorOptions {
  /// Subgraph run when the condition is true.
  public var thenSubgraphIndex: Int32 = 0

  /// Subgraph run when the condition is false.
  public var elseSubgraphIndex: Int32 = 0

  /// The schema's defaults.
  public init() {}

  /// Shows `visitor` every field.
  public mutating func visitFields(_ visitor: inout some FieldVisitor) throws(ModelError) {
    try visitor.visit(0, "then_subgraph_index", &thenSubgraphIndex)
    try visitor.visit(1, "else_subgraph_index", &elseSubgraphIndex)
  }
}

/// Options of WHILE.
public struct WhileOptions: OperatorOptions {
  /// Subgraph that computes the condition.
  public var condSubgraphIndex: Int32 = 0

  /// Subgraph that computes one turn of the loop.
  public var bodySubgraphIndex: Int32 = 0

  /// The schema's defaults.
  public init() {}

  /// Shows `visitor` every field.
  public mutating func visitFields(_ visitor: inout some FieldVisitor) throws(ModelError) {
    try visitor.visit(0, "cond_subgraph_index", &condSubgraphIndex)
    try visitor.visit(1, "body_subgraph_index", &bodySubgraphIndex)
  }
}

/// Options of CALL_ONCE.
public struct CallOnceOptions: OperatorOptions {
  /// Subgraph run once, before anything reads the variables it sets.
  public var initSubgraphIndex: Int32 = 0

  /// The schema's defaults.
  public init() {}

  /// Shows `visitor` every field.
  public mutating func visitFields(_ visitor: inout some FieldVisitor) throws(ModelError) {
    try visitor.visit(0, "init_subgraph_index", &initSubgraphIndex)
  }
}

/// Options of HASHTABLE.
public struct HashtableOptions: OperatorOptions {
  /// Identity of the table in all subgraphs of the model.
  public var tableId: Int32 = 0

  /// Type of the keys.
  public var keyDtype: TensorType = .float32

  /// Type of the values.
  public var valueDtype: TensorType = .float32

  /// The schema's defaults.
  public init() {}

  /// Shows `visitor` every field.
  public mutating func visitFields(_ visitor: inout some FieldVisitor) throws(ModelError) {
    try visitor.visit(0, "table_id", &tableId)
    try visitor.visit(1, "key_dtype", &keyDtype)
    try visitor.visit(2, "value_dtype", &valueDtype)
  }
}

/// Options of VAR_HANDLE.
public struct VarHandleOptions: OperatorOptions {
  /// Name of the group the variable belongs to.
  public var container: String = ""

  /// Name of the variable in its group.
  public var sharedName: String = ""

  /// The schema's defaults.
  public init() {}

  /// Shows `visitor` every field.
  public mutating func visitFields(_ visitor: inout some FieldVisitor) throws(ModelError) {
    try visitor.visit(0, "container", &container)
    try visitor.visit(1, "shared_name", &sharedName)
  }
}
