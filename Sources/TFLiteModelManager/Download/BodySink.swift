import Foundation

/// What takes the body of an answer, piece by piece, in one thread at a time.
protocol BodySink: AnyObject {
  /// Hears of an answer that is no redirection.
  ///
  /// - Returns: whether the body is wanted.
  func begin(_ head: HTTPHead) throws(ModelManagerError) -> Bool

  /// Takes the next piece.
  func receive(_ data: Data) throws(ModelManagerError)
}

/// Keeps a body in memory.
final class MemorySink: BodySink {
  private(set) var body = Data()
  private let limit: Int
  private var url = ""

  init(limit: Int) { self.limit = limit }

  func begin(_ head: HTTPHead) -> Bool {
    url = head.url.withoutSecrets
    return (200..<300).contains(head.status)
  }

  func receive(_ data: Data) throws(ModelManagerError) {
    guard data.count <= limit - body.count else {
      throw .invalidAnswer(url: url, reason: "it has more than \(limit) bytes")
    }
    body.append(data)
  }
}
