extension Comparison: Encodable {
  private enum CodingKeys: String, CodingKey {
    case operators, subject, reference, caveats
    case firstDiffering = "first_differing"
  }

  /// Writes the comparison as `tflite compare --json` prints it.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(rows, forKey: .operators)
    try container.encode(firstDiffering?.index, forKey: .firstDiffering)
    try container.encode(subject, forKey: .subject)
    try container.encode(reference, forKey: .reference)
    try container.encode(caveats.map(\.description), forKey: .caveats)
  }
}

extension Comparison.Row: Encodable {
  private enum CodingKeys: String, CodingKey {
    case index, output, tensor, isolated
    case name = "operator"
  }

  /// Writes the accumulated values beside the operator's name, and the isolated ones as an object of their own.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(index, forKey: .index)
    try container.encode(name, forKey: .name)
    try container.encode(output, forKey: .output)
    try container.encode(tensor, forKey: .tensor)
    try container.encode(isolated, forKey: .isolated)
    try accumulated.encode(to: encoder)
  }
}
