/// Where a document stops being JSON5. Foundation's reader only says that it does.
struct JSON5Place {
  private let bytes: [UInt8]
  private var position = 0

  /// What does not fit, with its line and column, both from 1; nil where nothing is found.
  static func problem(in bytes: some Sequence<UInt8>) -> String? {
    var place = JSON5Place(bytes: Array(bytes))
    do throws(Expectation) {
      try place.readValue(depth: 0)
      try place.skipSpace()
      guard place.position == place.bytes.count else { throw Expectation("the end") }
      return nil
    } catch {
      let line = place.bytes[..<place.position].split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      let column = String(decoding: line.last ?? [], as: UTF8.self).count + 1
      let found = place.next.map { _ in "is not what can stand there" } ?? "is its end"
      return "line \(line.count), column \(column) \(found): \(error.text) is expected"
    }
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private struct Expectation: Error {
    let text: String

    init(_ text: String) { self.text = text }
  }

  private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func skips(_ text: String) -> Bool {
    guard bytes[position...].starts(with: text.utf8) else { return false }
    position += text.utf8.count
    return true
  }

  private mutating func skipSpace() throws(Expectation) {
    while let byte = next {
      if byte == 32 || (9...13).contains(byte) {
        position += 1
      } else if skips("//") {
        while let byte = next, byte != 10 { position += 1 }
      } else if skips("/*") {
        while next != nil, !skips("*/") { position += 1 }
      } else {
        return
      }
    }
  }

  private mutating func readValue(depth: Int) throws(Expectation) {
    try skipSpace()
    guard depth < 500 else { throw Expectation("less depth") }
    if skips("{") { return try readMembers(until: "}", isObject: true, depth) }
    if skips("[") { return try readMembers(until: "]", isObject: false, depth) }
    if try readString() { return }
    let start = position
    let word = readWord()
    let isNumber = word.first.map { "+-.0123456789".contains($0) } ?? false
    guard isNumber || ["true", "false", "null", "NaN", "Infinity"].contains(word) else {
      position = start
      throw Expectation("a value")
    }
  }

  private mutating func readMembers(until end: String, isObject: Bool, _ depth: Int) throws(Expectation) {
    while true {
      try skipSpace()
      if skips(end) { return }
      if isObject {
        guard try readString() || !readWord().isEmpty else { throw Expectation("a name in quotes") }
        try skipSpace()
        guard skips(":") else { throw Expectation("a colon") }
      }
      try readValue(depth: depth + 1)
      try skipSpace()
      if skips(end) { return }
      guard skips(",") else { throw Expectation("a comma or \(end)") }
    }
  }

  /// - Returns: false where there is no string.
  private mutating func readString() throws(Expectation) -> Bool {
    guard let quote = next, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { return false }
    position += 1
    while let byte = next, byte != quote {
      guard byte != 10 else { throw Expectation("the quote that ends the text") }
      position += byte == UInt8(ascii: "\\") ? 2 : 1
    }
    guard position < bytes.count else {
      position = bytes.count
      throw Expectation("the quote that ends the text")
    }
    position += 1
    return true
  }

  private mutating func readWord() -> String {
    let start = position
    while let byte = next,
      byte >= 128 || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "$")
        || "+-.".utf8.contains(byte) || (48...57).contains(byte) || (65...90).contains(byte)
        || (97...122).contains(byte)
    { position += 1 }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }
}
