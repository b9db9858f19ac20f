extension Comparison: Encodable {
  /// Writes the comparison as `tflite compare --json` prints it.
  public func encode(to encoder: any Encoder) throws {
    try encoder.write([
      "operators": rows,
      "first_differing": firstDiffering?.index,
      "subject": subject,
      "reference": reference,
      "caveats": caveats.map(\.description),
    ])
  }
}

extension Comparison.Row: Encodable {
  /// Writes the accumulated values beside the operator's name, and the isolated ones as an object of their own.
  public func encode(to encoder: any Encoder) throws {
    try encoder.write([
      "index": index,
      "operator": name,
      "output": output,
      "tensor": tensor,
      "isolated": isolated,
    ])
    try accumulated.encode(to: encoder)
  }
}
