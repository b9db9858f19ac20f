import Foundation

/// The head of an answer, line by line as it comes.
package struct HeadLines {
  /// No server needs as many bytes for its head.
  private static let limit = 1 << 18

  private var status: Int?
  private var fields: [(name: String, value: String)] = []
  private var byteCount = 0

  /// The line is none of a head.
  package struct Malformed: Error {}

  package init() {}

  /// Takes the next line.
  ///
  /// - Returns: the status and the fields, where the line is the empty one behind them; nil before, behind a preliminary
  ///   answer, and for the fields that may follow a body.
  package mutating func add(_ line: UnsafeRawBufferPointer) throws(Malformed) -> (
    status: Int, fields: [(name: String, value: String)]
  )? {
    byteCount += line.count
    guard byteCount <= Self.limit else { throw Malformed() }
    let text = String(decoding: line, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    if text.hasPrefix("HTTP/") {
      let words = text.split(separator: " ")
      guard words.count >= 2, let number = Int(words[1]), (100..<1000).contains(number) else { throw Malformed() }
      (status, fields) = (number, [])
    } else if let colon = text.firstIndex(of: ":") {
      let value = text[text.index(after: colon)...].trimmingCharacters(in: .whitespaces)
      fields.append((String(text[..<colon]), value))
    } else if text.isEmpty, let status {
      self.status = nil
      return status < 200 ? nil : (status, fields)
    }
    return nil
  }
}
