import TFLiteFlatBuffers
import TFLiteSchema

/// What Ultralytics' exporter says about a model, in a file that it packs with it: `metadata.json`, or in older exports
/// the text of a Python dictionary (`temp_meta.txt`, `meta.txt`).
struct ExporterMetadata: Sendable, Equatable {
  /// `detect`, `segment`, `pose`, `classify`, `obb`; nil where it does not say, as YOLOv5.
  let task: String?
  /// The names of the classes.
  let names: [String]
  /// Whether suppression is part of the model; nil where it does not say.
  let isEndToEnd: Bool?

  /// - Returns: nil where no such file is packed with the model.
  init?(_ model: Model) {
    guard let files = try? model.packedFiles() else { return nil }
    for file in files where Self.fileNames.contains(file.name) {
      guard let text = Self.text(of: file), let value = LiteralValue(parsing: text),
        let names = Self.names(value["names"])
      else { continue }
      self.names = names
      task = value["task"]?.text
      // With --nms the model suppresses as well.
      isEndToEnd = [value["end2end"], value["args"]?["nms"]].compactMap { $0?.truth }.reduce(nil) { $0 == true || $1 }
      return
    }
    return nil
  }

  /// The contents, which recent exports compress.
  private static func text(of file: PackedFile) -> String? {
    // Class names, not weights.
    guard file.method == 8, file.size <= 1 << 20 else { return try? file.text }
    guard let contents = try? Deflate.decompressed(file.storedBytes, size: Int(file.size)),
      let verified = try? file.verified(ByteSlice(contents))
    else { return nil }
    return verified.withUnsafeBytes { String(validating: $0, as: UTF8.self) }
  }

  static let fileNames: Set = ["metadata.json", "temp_meta.txt", "meta.txt"]

  /// A list, or a dictionary with the numbers of classes.
  private static func names(_ value: LiteralValue?) -> [String]? {
    switch value {
    case .list(let values)?:
      let names = values.compactMap(\.text)
      return names.count == values.count && !names.isEmpty ? names : nil
    case .dictionary(let members)?:
      let names = (0..<members.count).compactMap { members["\($0)"]?.text }
      return names.count == members.count && !names.isEmpty ? names : nil
    default: return nil
    }
  }
}

/// A value as JSON and Python write it.
enum LiteralValue: Sendable, Equatable {
  case text(String)
  case number(Double)
  case truth(Bool)
  case none
  case list([LiteralValue])
  /// Keys that are numbers are their digits.
  case dictionary([String: LiteralValue])

  /// - Returns: nil for anything that is no such value.
  init?(parsing text: String) {
    var reader = LiteralReader(text)
    guard let value = reader.value(depth: 0), reader.isAtEnd else { return nil }
    self = value
  }

  subscript(key: String) -> LiteralValue? {
    guard case .dictionary(let members) = self else { return nil }
    return members[key]
  }

  var text: String? {
    guard case .text(let text) = self else { return nil }
    return text
  }

  var truth: Bool? {
    guard case .truth(let truth) = self else { return nil }
    return truth
  }
}

private struct LiteralReader {
  private var rest: Substring

  init(_ text: String) { rest = text[...] }

  var isAtEnd: Bool { rest.allSatisfy(\.isWhitespace) }

  mutating func value(depth: Int) -> LiteralValue? {
    guard depth < 16 else { return nil }
    skipSpaces()
    switch rest.first {
    case "{": return dictionary(depth)
    case "[": return list(until: "]", depth)
    case "(": return list(until: ")", depth)
    case "'", "\"": return string().map { .text($0) }
    default: return word()
    }
  }

  private mutating func skipSpaces() { rest = rest.drop { $0.isWhitespace } }

  private mutating func take(_ character: Character) -> Bool {
    skipSpaces()
    guard rest.first == character else { return false }
    rest.removeFirst()
    return true
  }

  private mutating func list(until end: Character, _ depth: Int) -> LiteralValue? {
    rest.removeFirst()
    var values: [LiteralValue] = []
    while !take(end) {
      guard values.isEmpty || take(",") else { return nil }
      if take(end) { break }
      guard let value = value(depth: depth + 1) else { return nil }
      values.append(value)
    }
    return .list(values)
  }

  private mutating func dictionary(_ depth: Int) -> LiteralValue? {
    rest.removeFirst()
    var members: [String: LiteralValue] = [:]
    while !take("}") {
      guard members.isEmpty || take(",") else { return nil }
      if take("}") { break }
      let key: String
      switch value(depth: depth + 1) {
      case .text(let text)?: key = text
      case .number(let number)?: key = Int(exactly: number).map(String.init) ?? "\(number)"
      default: return nil
      }
      guard take(":"), let value = value(depth: depth + 1) else { return nil }
      members[key] = value
    }
    return .dictionary(members)
  }

  private mutating func string() -> String? {
    let quote = rest.removeFirst()
    var text = ""
    while let character = rest.popFirst() {
      if character == quote { return text }
      guard character == "\\" else {
        text.append(character)
        continue
      }
      guard let escaped = rest.popFirst() else { return nil }
      switch escaped {
      case "n": text.append("\n")
      case "t": text.append("\t")
      case "u":
        let digits = rest.prefix(4)
        guard digits.count == 4, let code = UInt32(digits, radix: 16) else { return nil }
        rest.removeFirst(4)
        text.unicodeScalars.append(Unicode.Scalar(code) ?? "\u{FFFD}")
      default: text.append(escaped)
      }
    }
    return nil
  }

  private mutating func word() -> LiteralValue? {
    let word = rest.prefix { $0.isLetter || $0.isNumber || "+-.".contains($0) }
    rest = rest[word.endIndex...]
    switch word {
    case "True", "true": return .truth(true)
    case "False", "false": return .truth(false)
    case "None", "null": return LiteralValue.none
    default: return Double(word).map { .number($0) }
    }
  }
}
