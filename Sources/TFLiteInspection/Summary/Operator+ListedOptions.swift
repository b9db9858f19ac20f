import TFLiteFlatBuffers
import TFLiteSchema

extension TFLiteSchema.Operator {
  /// The options by name, those of custom operators too where they are a map.
  var listedOptions: [Field] {
    if let options = builtinOptions ?? builtinOptions2 { return options.fields }
    guard !customOptions.isEmpty, case .map(let values)? = try? FlexBufferValue(decoding: customOptions) else {
      return []
    }
    return values.sorted { $0.key < $1.key }.map { Field(name: $0.key, value: FieldValue($0.value)) }
  }
}

extension FieldValue {
  /// The counterpart of a value of a custom option.
  fileprivate init(_ value: FlexBufferValue) {
    switch value {
    case .null: self = .absent
    case .bool(let value): self = .bool(value)
    case .int(let value): self = .int(value)
    case .uint(let value): self = .uint(value)
    case .float(let value): self = .double(value)
    case .string(let value): self = .string(value)
    case .blob(let value): self = .bytes(value)
    case .vector(let values): self = .list(values.map(FieldValue.init))
    case .map(let values):
      self = .table(
        type: "map", values.sorted { $0.key < $1.key }.map { Field(name: $0.key, value: FieldValue($0.value)) })
    }
  }

  /// The value in a few characters.
  public var text: String {
    switch self {
    case .bool(let value): "\(value)"
    case .int(let value): "\(value)"
    case .uint(let value): "\(value)"
    case .float(let value): "\(value)"
    case .double(let value): value == Double(Float(value)) ? "\(Float(value))" : "\(value)"
    case .name(let name): name
    case .string(let text): "\"\(text)\""
    case .bytes(let bytes): "\(bytes.count) bytes"
    case .list(let values): "[" + values.map(\.text).joined(separator: ", ") + "]"
    case .table(_, let fields): "{" + fields.map { "\($0.name): \($0.value.text)" }.joined(separator: ", ") + "}"
    case .absent: "none"
    }
  }
}

extension ModelSummary.Operator {
  /// The options but those that say nothing: no activation, no dilation, switches that are off.
  public var notableOptions: [Field] {
    options.filter { option in
      switch option.value {
      case .name("NONE"), .bool(false), .absent: false
      case .int(1): !option.name.hasPrefix("dilation")
      case .name("FLOAT32"): option.name != "quantized_bias_type"
      case .bool(true): option.name != "pot_scale_int16"
      default: true
      }
    }
  }
}
