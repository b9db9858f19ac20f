import TFLite

extension ExecutionPlan: Encodable {
  /// Writes the plan as `tflite inspect --plan --json` prints it.
  public func encode(to encoder: any Encoder) throws {
    try encoder.write([
      "arena_bytes": arenaByteCount,
      "operators": operators,
    ])
  }
}

extension PlannedOperator: Encodable {
  /// Writes every field; absent ones are null.
  public func encode(to encoder: any Encoder) throws {
    try encoder.write([
      "index": index,
      "operator": name,
      "kernel": kernel,
      "fate": fate.text,
      "fused_into": fate.fusedInto,
      "scratch_bytes": scratchByteCount,
      "outputs": outputs,
    ])
  }
}

extension PlannedOperator.Fate {
  fileprivate var text: String {
    switch self {
    case .runs: "runs"
    case .preparedInEveryRun: "prepared in every run"
    case .folded: "folded"
    case .fused: "fused"
    }
  }

  /// The operator that does the work.
  var fusedInto: Int? { if case .fused(let other) = self { other } else { nil } }
}

extension PlannedTensor: Encodable {
  /// Writes every field; absent ones are null.
  public func encode(to encoder: any Encoder) throws {
    try encoder.write([
      "tensor": index,
      "bytes": byteCount,
      "place": place.text,
      "offset": place.offset,
      "alias_of": place.alias,
    ])
  }
}

extension PlannedTensor.Place {
  fileprivate var text: String {
    switch self {
    case .arena: "arena"
    case .constant: "constant"
    case .ownBlock: "own block"
    case .nowhere: "nowhere"
    }
  }

  fileprivate var offset: Int? { if case .arena(let offset, _) = self { offset } else { nil } }

  fileprivate var alias: Int? { if case .arena(_, let alias) = self { alias } else { nil } }
}
