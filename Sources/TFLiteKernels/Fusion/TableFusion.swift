/// An operator that replaces each byte of its first input by its entry in a table.
public protocol TableOperator: PreparedOperator {
  /// The table, if there are inner loops for it.
  var vectorTable: VectorLookupTable? { get }
}

/// An operator that can look its results up in a table while they are in the processor's nearest cache.
public protocol TableAbsorbingOperator: PreparedOperator {
  /// The operator whose results are the table's entries for this one's; nil if there is none.
  func absorbing(_ table: VectorLookupTable) -> (any PreparedOperator)?
}
