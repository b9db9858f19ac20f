/// An operator that replaces each byte of its first input by its entry in a table.
public protocol TableOperator: PreparedOperator {
  /// The table, if there are inner loops for it.
  var vectorTable: VectorLookupTable? { get }
}

/// An operator that a table behind it can be fused into: it looks its results up while they are in the processor's
/// nearest cache.
public protocol TableFusingOperator: PreparedOperator {
  /// The operator whose results are the table's entries for this one's; nil if there is none.
  func fusing(_ table: VectorLookupTable) -> (any PreparedOperator)?
}
