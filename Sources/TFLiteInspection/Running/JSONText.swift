import Foundation

/// JSON as our commands print and write it: readable, keys in alphabetical order.
public enum JSONText {
  /// The text of a value, without a line end behind it.
  ///
  /// Numbers that JSON does not have, infinities and such, become null only where the value's own `encode(to:)` says so.
  ///
  /// - Throws: `EncodingError`.
  public static func of(_ value: some Encodable, isPretty: Bool = true) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    if isPretty { encoder.outputFormatting.insert(.prettyPrinted) }
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }
}
