import FlyingSocks
import Foundation

/// A body that does not end as it should.
struct FaultyBody: AsyncBufferedSequence {
  typealias Element = UInt8

  /// What happens when all bytes have been sent.
  enum End: Sendable {
    case normal
    case failure
    /// Nothing happens for so long.
    case silence(Duration)
    /// There is none: all bytes are sent again.
    case never
  }

  let bytes: Data
  /// How many bytes come at once, and the pause behind them; nil sends as fast as it goes.
  var pace: (pieceSize: Int, pause: Duration)?
  var end = End.normal
  /// Runs before the failure.
  var beforeEnd: (@Sendable () async -> Void)?

  func makeAsyncIterator() -> Iterator { Iterator(body: self) }

  struct Iterator: AsyncBufferedIteratorProtocol {
    let body: FaultyBody
    var position = 0

    mutating func next() async throws -> UInt8? { try await nextBuffer(suggested: 1)?.first }

    mutating func nextBuffer(suggested count: Int) async throws -> Data? {
      if case .never = body.end, position == body.bytes.count { position = 0 }
      guard position < body.bytes.count else {
        await body.beforeEnd?()
        switch body.end {
        case .normal, .never: return nil
        case .failure: throw BrokenBody()
        case .silence(let duration):
          try await Task.sleep(for: duration)
          throw BrokenBody()
        }
      }
      if let pace = body.pace, position > 0 { try await Task.sleep(for: pace.pause) }
      let size = Swift.min(body.pace?.pieceSize ?? 65536, body.bytes.count - position)
      defer { position += size }
      let start = body.bytes.startIndex + position
      return body.bytes[start..<start + size]
    }
  }
}

/// Lets the server close a connection in the middle of a body.
struct BrokenBody: Error {}
