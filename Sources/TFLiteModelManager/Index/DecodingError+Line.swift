extension DecodingError {
  /// What does not fit, and where.
  var inOneLine: String {
    switch self {
    case .keyNotFound(let key, let context): "\(Self.place(context))it has no \"\(key.stringValue)\""
    case .typeMismatch(let type, let context), .valueNotFound(let type, let context):
      "\"\(Self.path(context))\" is no \(Self.word(for: type))"
    case .dataCorrupted(let context) where !context.codingPath.isEmpty:
      "\"\(Self.path(context))\": \(context.debugDescription)"
    default: "it is no JSON"
    }
  }

  private static func path(_ context: Context) -> String {
    context.codingPath.map(\.stringValue).joined(separator: ".")
  }

  private static func place(_ context: Context) -> String {
    context.codingPath.isEmpty ? "" : "in \"\(path(context))\" "
  }

  private static func word(for type: any Any.Type) -> String {
    switch type {
    case is String.Type: "text"
    case is any BinaryInteger.Type, is any BinaryFloatingPoint.Type: "number"
    case is [Any].Type: "list"
    default: "object"
    }
  }
}
