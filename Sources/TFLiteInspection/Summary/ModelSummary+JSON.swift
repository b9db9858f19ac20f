import TFLiteSchema

extension ModelSummary: Encodable {
  /// Writes everything as `tflite inspect --json` prints it.
  public func encode(to encoder: any Encoder) throws {
    try encoder.write([
      "description": description,
      "metadata": metadata,
      "inputs": inputs,
      "outputs": outputs,
      "labels": labels,
      "signatures": signatures,
      "packed_files": packedFiles,
      "operators": operators,
      "operator_counts": Dictionary(operatorCounts.map { ($0.name, $0.count) }) { $0 + $1 },
      "subgraphs": subgraphCount,
      "parameters": parameterCount,
      "constant_bytes": constantByteCount,
      "macs": multiplyAccumulateCount,
    ])
  }
}

extension ModelSummary.Tensor: Encodable {
  /// Writes every field; absent ones are null.
  public func encode(to encoder: any Encoder) throws {
    try encoder.write([
      "index": index,
      "name": name,
      "type": type.schemaName,
      "shape": shape,
      "shape_signature": shapeSignature,
      "scales": quantization?.scale ?? [],
      "zero_points": quantization?.zeroPoint ?? [],
      "quantized_dimension": quantization?.isPerChannel == true ? quantization?.quantizedDimension : nil,
      "constant_bytes": constantByteCount,
    ])
  }
}

extension ModelSummary.Operator: Encodable {
  /// Writes every field; an omitted input is null.
  public func encode(to encoder: any Encoder) throws {
    try encoder.write([
      "index": index,
      "operator": name,
      "version": version,
      "options": Dictionary(options.map { ($0.name, OptionValue(value: $0.value)) }) { first, _ in first },
      "inputs": inputs,
      "outputs": outputs,
      "macs": multiplyAccumulateCount,
      "constant_bytes": constantByteCount,
    ])
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
