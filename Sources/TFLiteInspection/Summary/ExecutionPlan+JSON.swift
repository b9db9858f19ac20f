import TFLite

extension ExecutionPlan: Encodable {
  private enum CodingKeys: String, CodingKey {
    case operators
    case arenaBytes = "arena_bytes"
  }

  /// Writes the plan as `tflite inspect --plan --json` prints it.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(arenaByteCount, forKey: .arenaBytes)
    try container.encode(operators, forKey: .operators)
  }
}

extension PlannedOperator: Encodable {
  private enum CodingKeys: String, CodingKey {
    case index, kernel, fate, outputs
    case name = "operator"
    case fusedInto = "fused_into"
    case scratchBytes = "scratch_bytes"
  }

  /// Writes every field; absent ones are null.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(index, forKey: .index)
    try container.encode(name, forKey: .name)
    try container.encode(kernel, forKey: .kernel)
    try container.encode(fate.text, forKey: .fate)
    try container.encode(fate.fusedInto, forKey: .fusedInto)
    try container.encode(scratchByteCount, forKey: .scratchBytes)
    try container.encode(outputs, forKey: .outputs)
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

  fileprivate var fusedInto: Int? { if case .fused(let other) = self { other } else { nil } }
}

extension PlannedTensor: Encodable {
  private enum CodingKeys: String, CodingKey {
    case tensor, bytes, place, offset
    case aliasOf = "alias_of"
  }

  /// Writes every field; absent ones are null.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(index, forKey: .tensor)
    try container.encode(byteCount, forKey: .bytes)
    try container.encode(place.text, forKey: .place)
    try container.encode(place.offset, forKey: .offset)
    try container.encode(place.alias, forKey: .aliasOf)
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
