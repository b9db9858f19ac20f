import Foundation

extension Error {
  /// What is wrong with a JSON document, and where, in one line.
  var asJSONProblem: String { (self as? DecodingError)?.inOneLine ?? localizedDescription }
}

extension DecodingError {
  /// What does not fit, and where.
  fileprivate var inOneLine: String {
    switch self {
    case .keyNotFound(let key, let context): "\(Self.place(context))it has no \"\(key.stringValue)\""
    case .typeMismatch(let type, let context), .valueNotFound(let type, let context):
      "\"\(Self.path(context))\" is no \(Self.word(for: type))"
    case .dataCorrupted(let context) where !context.codingPath.isEmpty:
      "\"\(Self.path(context))\": \(context.debugDescription)"
    case .dataCorrupted(let context): "it is no JSON: \(context.debugDescription)"
    @unknown default: "it is no JSON"
    }
  }

  /// As in JavaScript: `models[0].name`.
  private static func path(_ context: Context) -> String {
    context.codingPath.reduce(into: "") { path, key in
      if let index = key.intValue { path += "[\(index)]" } else { path += (path.isEmpty ? "" : ".") + key.stringValue }
    }
  }

  private static func place(_ context: Context) -> String {
    context.codingPath.isEmpty ? "" : "in \"\(path(context))\" "
  }

  private static func word(for type: any Any.Type) -> String {
    switch type {
    case is String.Type: "text"
    case is Bool.Type: "true or false"
    case is any BinaryInteger.Type, is any BinaryFloatingPoint.Type: "number"
    case is [Any].Type: "list"
    default: "object"
    }
  }
}
