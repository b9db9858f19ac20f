import Foundation
import TFLite

/// Makes requests: encrypted ones, or to this machine; follows redirections; tries again what may pass.
public struct HTTPClient: Sendable {
  let retries: RetryPolicy
  let stallTimeout: Duration
  let patience: Duration
  let minimumSpeed: Int
  let slownessTimeout: Duration
  let allowsInsecureHTTP: Bool
  let allowsCellularAccess: Bool
  let willRetry: @Sendable (ModelManagerError, Duration) -> Void
  let sleep: @Sendable (Duration) async throws -> Void

  static let redirectionLimit = 5

  /// An answer that was small enough for the memory.
  public struct Answer: Sendable {
    /// Status and header fields.
    public let head: HTTPHead
    /// What was sent.
    public let body: Data
  }

  /// Fetches something small.
  ///
  /// - Parameters:
  ///   - url: an address with https, one of this machine with http, or a file.
  ///   - headers: further fields of the request; other servers that it is redirected to do not get them.
  ///   - limit: more bytes are refused.
  /// - Returns: an answer with status 200 to 299, or 304.
  /// - Throws: ``ModelManagerError``, after several attempts if it may pass.
  public func get(
    _ url: URL, headers: [String: String] = [:], limit: Int = 16 << 20
  ) async throws(ModelManagerError) -> Answer {
    if url.isFileURL {
      do {
        let body = try ReadableText.bytes(of: url, limit: limit)
        return Answer(head: HTTPHead(url: url, status: 200, fields: []), body: body)
      } catch {
        throw ModelManagerError(error, at: url)
      }
    }
    return try await retrying { patience async throws(ModelManagerError) in
      let sink = MemorySink(limit: limit)
      let head = try await transfer(url, headers: headers, to: sink, patience: patience)
      guard (200..<300).contains(head.status) || head.status == 304 else { throw head.refusal }
      return Answer(head: head, body: sink.body)
    }
  }

  /// Makes one request, and those that it is redirected to.
  ///
  /// - Parameters:
  ///   - patience: a connection on which nothing comes for so long has failed.
  ///   - allowsCompression: whether the server may compress what it sends; parts of it mean nothing then.
  func transfer(
    _ url: URL, headers: [String: String], to sink: any BodySink, patience: Duration, allowsCompression: Bool = true
  ) async throws(ModelManagerError) -> HTTPHead {
    var (next, headers) = (url, headers)
    for _ in 0...Self.redirectionLimit {
      try next.checkTransport(allowingInsecureHTTP: allowsInsecureHTTP)
      var fields = headers
      fields["User-Agent"] = "swift-tflite/\(Runtime.version)"
      if !allowsCompression { fields["Accept-Encoding"] = "identity" }
      let request = TransferRequest(url: next, headers: fields, allowsCellularAccess: allowsCellularAccess)
      let watch = TransferWatch(
        stallTimeout: patience, minimumSpeed: minimumSpeed, slownessTimeout: slownessTimeout)
      let head = try await Transfer(request, sink: sink, watch: watch).run()
      guard let target = head.redirection else { return head }
      if !target.hasSameOwner(as: next) { headers = headers.filter { Self.isHarmless($0.key) } }
      next = target
    }
    throw .tooManyRedirections(url: url.withoutSecrets, limit: Self.redirectionLimit)
  }

  /// Whether any server may get a header field.
  private static func isHarmless(_ name: String) -> Bool {
    ["range", "if-range", "if-none-match"].contains(name.lowercased())
  }

  /// Tries until there is an answer, or no hope.
  ///
  /// - Parameters:
  ///   - progress: how many bytes have come so far; where a megabyte has come in between, failures are forgotten.
  ///   - body: one attempt, which is told how long it may wait for a byte.
  func retrying<Value: Sendable>(
    progress: () -> Int = { 0 }, _ body: (_ patience: Duration) async throws(ModelManagerError) -> Value
  ) async throws(ModelManagerError) -> Value {
    var failures = 0
    var silence = Duration.zero
    var generator = SystemRandomNumberGenerator()
    while true {
      let before = progress()
      do { return try await body(min(stallTimeout, patience - silence)) } catch {
        let byteCount = progress() - before
        failures = byteCount >= 1 << 20 ? 1 : failures + 1
        if byteCount > 0 { silence = .zero }
        var pause = retries.pause(after: failures, error, using: &generator)
        if case .stalled(let url, let time) = error {
          silence += time
          guard pause != nil, silence < patience else { throw .stalled(url: url, after: silence) }
          pause = pause.map { min($0, patience - silence) }
        }
        guard let pause else { throw error }
        willRetry(error, pause)
        do { try await sleep(pause) } catch { throw .cancelled }
      }
    }
  }
}
