#if canImport(CCurl)
import CCurl
import Foundation
import Synchronization

/// One request and its answer, without redirections and second attempts, made by libcurl.
///
/// Foundation's URLSession, which consists of it here, ends the process where a connection closes in the middle of a head,
/// and keeps a processor busy while it waits (Swift 6.3).
final class Transfer: @unchecked Sendable {
  private let request: TransferRequest

  /// What other threads touch, too.
  private let state = Mutex(State())

  // The rest belongs to the thread that makes the transfer.
  private let sink: any BodySink
  private var lines = HeadLines()
  private var head: HTTPHead?
  private var wantsBody = false
  private var failure: ModelManagerError?
  private var watch: TransferWatch

  private struct State: @unchecked Sendable {
    var isCancelled = false
    /// What the thread waits for; nil while it cannot.
    var waited: UnsafeMutableRawPointer?
  }

  init(_ request: TransferRequest, sink: any BodySink, watch: TransferWatch) {
    self.request = request
    self.sink = sink
    self.watch = watch
  }

  /// Makes the transfer, on a thread of its own.
  func run() async throws(ModelManagerError) -> HTTPHead {
    try await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isStarted = DetachedThread.run {
          continuation.resume(returning: Result { () throws(ModelManagerError) in try self.perform() })
        }
        guard !isStarted else { return }
        continuation.resume(returning: .failure(connectionFailure("the system has no thread for it")))
      }
    } onCancel: {
      state.withLock { state in
        state.isCancelled = true
        if let waited = state.waited { curl_multi_wakeup(waited) }
      }
    }.get()
  }

  private static let isLibraryReady = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

  private func perform() throws(ModelManagerError) -> HTTPHead {
    guard Self.isLibraryReady, let multi = curl_multi_init() else { throw connectionFailure("there is no memory") }
    defer { curl_multi_cleanup(multi) }
    guard let easy = curl_easy_init() else { throw connectionFailure("there is no memory") }
    defer { curl_easy_cleanup(easy) }
    var fields: UnsafeMutablePointer<curl_slist>?
    defer { curl_slist_free_all(fields) }
    for field in fieldLines {
      guard let longer = curl_slist_append(fields, field) else { throw connectionFailure("there is no memory") }
      fields = longer
    }
    guard isConfigured(easy, fields), curl_multi_add_handle(multi, easy) == CURLM_OK else {
      throw connectionFailure("libcurl \(String(cString: curl_version())) cannot make the request")
    }
    defer { curl_multi_remove_handle(multi, easy) }
    state.withLock { $0.waited = multi }
    defer { state.withLock { $0.waited = nil } }
    let code = try drive(multi)
    if let failure { throw failure }
    // What becomes of a body that nobody wants does not matter; the first piece of it ends the transfer.
    if let head, code == CURLE_OK || !wantsBody { return head }
    throw connectionFailure(
      code == CURLE_OK ? "it ended before an answer came" : String(cString: curl_easy_strerror(code)))
  }

  /// Lets the library work until the transfer has ended.
  ///
  /// - Returns: how it has ended.
  private func drive(_ multi: UnsafeMutableRawPointer) throws(ModelManagerError) -> CURLcode {
    watch.begin()
    while true {
      guard !state.withLock({ $0.isCancelled }) else { throw .cancelled }
      var running: CInt = 0
      guard curl_multi_perform(multi, &running) == CURLM_OK else { throw connectionFailure("libcurl failed") }
      var queued: CInt = 0
      if let message = curl_multi_info_read(multi, &queued), message.pointee.msg == CURLMSG_DONE {
        return message.pointee.data.result
      }
      if let failure = watch.failure(of: url) { throw failure }
      let wait = min(.seconds(1), watch.timeLeft()) / .milliseconds(1)
      guard curl_multi_poll(multi, nil, 0, CInt(wait) + 1, nil) == CURLM_OK else {
        throw connectionFailure("libcurl failed")
      }
    }
  }

  // MARK: The request

  private func isConfigured(_ easy: UnsafeMutableRawPointer, _ fields: UnsafeMutablePointer<curl_slist>?) -> Bool {
    let itself = Unmanaged.passUnretained(self).toOpaque()
    let settings: [CURLcode] = [
      CCurlSetText(easy, CURLOPT_URL, request.url.absoluteString),
      CCurlAllowOnlyHTTP(easy),
      CCurlSetPointer(easy, CURLOPT_HTTPHEADER, fields),
      // Whatever of it a server uses is undone, asked for or not.
      CCurlSetText(easy, CURLOPT_ACCEPT_ENCODING, acceptedEncodings),
      CCurlSetFunction(easy, CURLOPT_HEADERFUNCTION) { piece, size, count, context in
        Transfer.take(piece, size * count, context) { $0.receiveLine($1) }
      },
      CCurlSetPointer(easy, CURLOPT_HEADERDATA, itself),
      CCurlSetFunction(easy, CURLOPT_WRITEFUNCTION) { piece, size, count, context in
        Transfer.take(piece, size * count, context) { $0.receive($1) }
      },
      CCurlSetPointer(easy, CURLOPT_WRITEDATA, itself),
      // What a proxy says is no answer of the server.
      CCurlSetNumber(easy, CURLOPT_SUPPRESS_CONNECT_HEADERS, 1),
      CCurlSetNumber(easy, CURLOPT_NOSIGNAL, 1),
      CCurlQuitQuickly(easy),
    ]
    return settings.allSatisfy { $0 == CURLE_OK } && trustsWhatTheEnvironmentSays(easy) && goesDirectlyToItself(easy)
  }

  /// What is allowed in plain text because it stays on this machine goes to no proxy.
  private func goesDirectlyToItself(_ easy: UnsafeMutableRawPointer) -> Bool {
    !request.url.isLoopback || CCurlSetText(easy, CURLOPT_NOPROXY, "*") == CURLE_OK
  }

  /// Certificates of the authorities that OpenSSL's variables name, which every program with OpenSSL knows.
  private func trustsWhatTheEnvironmentSays(_ easy: UnsafeMutableRawPointer) -> Bool {
    let environment = ProcessInfo.processInfo.environment
    let options = [("SSL_CERT_FILE", CURLOPT_CAINFO), ("SSL_CERT_DIR", CURLOPT_CAPATH)]
    return options.allSatisfy { name, option in
      guard let path = environment[name], !path.isEmpty else { return true }
      return CCurlSetText(easy, option, path) == CURLE_OK
    }
  }

  private static let encodingField = "accept-encoding"

  private var acceptedEncodings: String {
    request.headers.first { $0.key.lowercased() == Self.encodingField }?.value ?? ""
  }

  /// The fields of the head, which no value can leave.
  private var fieldLines: [String] {
    request.headers.filter { $0.key.lowercased() != Self.encodingField }.map { name, value in
      let printable = value.unicodeScalars.filter { $0.value >= 0x20 }
      return printable.isEmpty ? "\(name);" : "\(name): \(String(String.UnicodeScalarView(printable)))"
    }
  }

  // MARK: The answer

  /// Hands a piece to the transfer that it is for.
  ///
  /// - Returns: how many bytes were taken; another number than came ends the transfer.
  private static func take(
    _ piece: UnsafeMutablePointer<CChar>?, _ count: Int, _ context: UnsafeMutableRawPointer?,
    _ body: (Transfer, UnsafeRawBufferPointer) -> Bool
  ) -> Int {
    guard let context else { return 0 }
    let transfer = Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
    transfer.watch.add(byteCount: count)
    return body(transfer, UnsafeRawBufferPointer(start: piece, count: count)) ? count : -1
  }

  private func receiveLine(_ line: UnsafeRawBufferPointer) -> Bool {
    do {
      guard let (status, fields) = try lines.add(line) else { return true }
      let head = HTTPHead(url: request.url, status: status, fields: fields)
      self.head = head
      wantsBody = false
      if head.redirection == nil { wantsBody = try sink.begin(head) }
    } catch let error as ModelManagerError {
      failure = error
    } catch {
      failure = .invalidAnswer(url: url, reason: "its head is malformed, or has no end")
    }
    return failure == nil
  }

  private func receive(_ piece: UnsafeRawBufferPointer) -> Bool {
    guard wantsBody else { return false }
    do { try sink.receive(Data(piece)) } catch { failure = error }
    return failure == nil
  }

  private var url: String { request.url.withoutSecrets }

  private func connectionFailure(_ reason: String) -> ModelManagerError { .connection(url: url, reason: reason) }
}
#endif
