import TFLiteSchema

extension ModelSummary: Encodable {
  private enum CodingKeys: String, CodingKey {
    case description, metadata, inputs, outputs, labels, signatures, operators, subgraphs, parameters, macs
    case packedFiles = "packed_files"
    case operatorCounts = "operator_counts"
    case constantBytes = "constant_bytes"
  }

  /// Writes everything as `tflite inspect --json` prints it.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(description, forKey: .description)
    try container.encode(metadata, forKey: .metadata)
    try container.encode(inputs, forKey: .inputs)
    try container.encode(outputs, forKey: .outputs)
    try container.encode(labels, forKey: .labels)
    try container.encode(signatures, forKey: .signatures)
    try container.encode(packedFiles, forKey: .packedFiles)
    try container.encode(operators, forKey: .operators)
    try container.encode(
      Dictionary(operatorCounts.map { ($0.name, $0.count) }) { $0 + $1 }, forKey: .operatorCounts)
    try container.encode(subgraphCount, forKey: .subgraphs)
    try container.encode(parameterCount, forKey: .parameters)
    try container.encode(constantByteCount, forKey: .constantBytes)
    try container.encode(multiplyAccumulateCount, forKey: .macs)
  }
}

extension ModelSummary.Tensor: Encodable {
  private enum CodingKeys: String, CodingKey {
    case index, name, type, shape, scales
    case shapeSignature = "shape_signature"
    case zeroPoints = "zero_points"
    case quantizedDimension = "quantized_dimension"
    case constantBytes = "constant_bytes"
  }

  /// Writes every field; absent ones are null.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(index, forKey: .index)
    try container.encode(name, forKey: .name)
    try container.encode(type.schemaName, forKey: .type)
    try container.encode(shape, forKey: .shape)
    try container.encode(shapeSignature, forKey: .shapeSignature)
    try container.encode(quantization?.scale ?? [], forKey: .scales)
    try container.encode(quantization?.zeroPoint ?? [], forKey: .zeroPoints)
    try container.encode(
      quantization?.isPerChannel == true ? quantization?.quantizedDimension : nil, forKey: .quantizedDimension)
    try container.encode(constantByteCount, forKey: .constantBytes)
  }
}

extension ModelSummary.Operator: Encodable {
  private enum CodingKeys: String, CodingKey {
    case index, version, options, inputs, outputs, macs
    case name = "operator"
    case constantBytes = "constant_bytes"
  }

  /// Writes every field; an omitted input is null.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(index, forKey: .index)
    try container.encode(name, forKey: .name)
    try container.encode(version, forKey: .version)
    try container.encode(
      Dictionary(options.map { ($0.name, OptionValue(value: $0.value)) }) { first, _ in first }, forKey: .options)
    try container.encode(inputs, forKey: .inputs)
    try container.encode(outputs, forKey: .outputs)
    try container.encode(multiplyAccumulateCount, forKey: .macs)
    try container.encode(constantByteCount, forKey: .constantBytes)
  }
}

/// The value of an option as JSON has it.
private struct OptionValue: Encodable {
  let value: FieldValue

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch value {
    case .bool(let value): try container.encode(value)
    case .int(let value): try container.encode(value)
    case .uint(let value): try container.encode(value)
    case .float(let value): try value.isFinite ? container.encode(value) : container.encode("\(value)")
    case .double(let value): try value.isFinite ? container.encode(value) : container.encode("\(value)")
    case .name(let text), .string(let text): try container.encode(text)
    case .list(let values): try container.encode(values.map(OptionValue.init))
    case .table(_, let fields):
      try container.encode(
        Dictionary(fields.map { ($0.name, OptionValue(value: $0.value)) }) { first, _ in first })
    case .bytes: try container.encode(value.text)
    case .absent: try container.encodeNil()
    }
  }
}
