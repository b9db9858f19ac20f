import Foundation

/// JSON that people write: commas behind last members, comments and the rest of JSON5 are accepted.
struct JSON5Document {
  private let data: Data

  /// - Throws: `DecodingError` for no bytes, and for bytes that are no UTF-8, at which Foundation's reader of JSON5 ends the
  ///   process.
  init(_ data: Data) throws {
    guard !data.isEmpty else {
      throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "it is empty"))
    }
    guard String(validating: data, as: UTF8.self) != nil else {
      throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "it is not UTF-8 text"))
    }
    self.data = data
  }

  /// - Throws: `DecodingError`.
  func decoded<Value: Decodable>(as type: Value.Type) throws -> Value {
    let decoder = JSONDecoder()
    decoder.allowsJSON5 = true
    do { return try decoder.decode(type, from: data) } catch DecodingError.dataCorrupted(let context) {
      guard context.codingPath.isEmpty, let problem = JSON5Place.problem(in: data) else {
        throw DecodingError.dataCorrupted(context)
      }
      throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: problem))
    }
  }
}
