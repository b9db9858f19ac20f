import FlyingFox
import FlyingSocks
import Foundation
import Synchronization

/// A web server on the loopback interface, which serves files and misbehaves where a test wants it to.
package final class ModelServer: Sendable {
  /// A file that is served.
  package struct File: Sendable {
    package let bytes: Data
    package let etag: String?

    /// - Parameter etag: with its quotation marks; nil takes one that stands for the bytes.
    package init(_ bytes: Data, etag: String? = nil, hasETag: Bool = true) {
      self.bytes = bytes
      self.etag = hasETag ? etag ?? "\"\(bytes.reduce(UInt64(0)) { $0 &* 31 &+ UInt64($1) })\"" : nil
    }
  }

  /// What a client has asked for.
  package struct Request: Sendable, Equatable {
    package let path: String
    package let range: String?
    package let ifNoneMatch: String?
    package let headers: [String: String]
  }

  private struct State {
    var files: [String: File] = [:]
    /// For the next requests of files below `/files/`, one each.
    var faults: [ServerFault] = []
    var requests: [Request] = []
    var responder: (@Sendable (Request) -> HTTPResponse?)?
    var server: HTTPServer
    var run: Task<Void, Never>
    var hasPlace = true
  }

  private let state: Mutex<State>
  package let port: UInt16

  /// Starts a server on a port that is free, when few enough others run. Must be stopped.
  package init() async throws {
    await ServerPlaces.shared.take()
    let box = Weak()
    let (server, run, port): (HTTPServer, Task<Void, Never>, UInt16)
    do { (server, run, port) = try await Self.start(port: 0, box) } catch {
      await ServerPlaces.shared.giveBack()
      throw error
    }
    self.port = port
    state = Mutex(State(server: server, run: run))
    box.server.withLock { $0 = self }
  }

  private final class Weak: Sendable {
    let server = Mutex<ModelServer?>(nil)
  }

  private static func start(port: UInt16, _ box: Weak) async throws -> (HTTPServer, Task<Void, Never>, UInt16) {
    let configuration = HTTPServer.Configuration(
      address: try .inet(ip4: "127.0.0.1", port: port), timeout: 600, logger: .disabled)
    let server = HTTPServer(
      config: configuration,
      handler: ClosureHTTPHandler { request in
        guard let owner = box.server.withLock({ $0 }) else { return HTTPResponse(statusCode: .internalServerError) }
        return await owner.answer(request)
      })
    // Tests that block threads may keep this one waiting.
    let waiting = Task { try await server.waitUntilListening(timeout: 3600) }
    let run = Task {
      _ = try? await server.run()
      // Where the port is taken, nothing else would tell.
      waiting.cancel()
    }
    try await waiting.value
    guard case .ip4(_, let port) = await server.listeningAddress else { throw BrokenBody() }
    return (server, run, port)
  }

  /// Stops the server and its connections.
  package func stop() async {
    let (server, run) = state.withLock { ($0.server, $0.run) }
    await server.stop()
    run.cancel()
    await run.value
    let hadPlace = state.withLock { state in
      defer { state.hasPlace = false }
      return state.hasPlace
    }
    if hadPlace { await ServerPlaces.shared.giveBack() }
  }

  /// An address of this server.
  package func url(_ path: String) -> URL {
    URL(string: "http://127.0.0.1:\(port)\(path)") ?? URL(fileURLWithPath: path)
  }

  /// The files, by their path.
  package var files: [String: File] {
    get { state.withLock { $0.files } }
    set { state.withLock { $0.files = newValue } }
  }

  /// What goes wrong with the next requests of files below `/files/`.
  package var faults: [ServerFault] {
    get { state.withLock { $0.faults } }
    set { state.withLock { $0.faults = newValue } }
  }

  /// What was asked for so far.
  package var requests: [Request] { state.withLock { $0.requests } }

  /// How often something was asked for.
  package func requestCount(_ path: String) -> Int { requests.count { $0.path == path } }

  /// Answers instead of the server, where it gives an answer.
  package func respond(_ responder: @escaping @Sendable (Request) -> HTTPResponse?) {
    state.withLock { $0.responder = responder }
  }

  // MARK: Answers

  private func answer(_ request: HTTPRequest) async -> HTTPResponse {
    let seen = Request(
      path: request.path, range: request.headers[HTTPHeader("Range")],
      ifNoneMatch: request.headers[HTTPHeader("If-None-Match")],
      headers: Dictionary(request.headers.map { ($0.key.rawValue.lowercased(), $0.value) }) { $1 })
    let (file, fault, responder) = state.withLock { state in
      state.requests.append(seen)
      let fault = seen.path.hasPrefix("/files/") && !state.faults.isEmpty ? state.faults.removeFirst() : nil
      let path = seen.path.hasPrefix("/files/moved/") ? "/files/" + seen.path.dropFirst(13) : seen.path
      return (state.files[path], fault, state.responder)
    }
    if let response = responder?(seen) { return response }
    guard let file else { return HTTPResponse(statusCode: .notFound) }
    if let response = refusal(fault, seen) { return response }
    return content(of: file, fault, seen, request.remoteAddress)
  }

  /// Answers without a file.
  private func refusal(_ fault: ServerFault?, _ request: Request) -> HTTPResponse? {
    switch fault {
    case .status(let code, let retryAfter):
      var headers = HTTPHeaders()
      if let retryAfter { headers[HTTPHeader("Retry-After")] = retryAfter }
      return HTTPResponse(
        statusCode: HTTPStatusCode(code, phrase: "Fault"), headers: headers, body: Data("no file".utf8))
    case .redirectionLoop:
      // The next request of this file is the next of the loop.
      state.withLock { $0.faults.insert(.redirectionLoop, at: 0) }
      return redirection(to: request.path)
    case .redirection: return redirection(to: "/files/moved/" + request.path.dropFirst("/files/".count))
    case .notModified: return HTTPResponse(statusCode: HTTPStatusCode(304, phrase: "Not Modified"))
    default: return nil
    }
  }

  private func redirection(to path: String) -> HTTPResponse {
    HTTPResponse(
      statusCode: HTTPStatusCode(302, phrase: "Found"), headers: [HTTPHeader("Location"): path],
      body: Data("moved".utf8))
  }

  private func content(
    of file: File, _ fault: ServerFault?, _ request: Request, _ client: HTTPRequest.Address?
  ) -> HTTPResponse {
    var headers = HTTPHeaders()
    headers[HTTPHeader("ETag")] = file.etag
    if let etag = file.etag, request.ifNoneMatch == etag {
      return HTTPResponse(statusCode: HTTPStatusCode(304, phrase: "Not Modified"), headers: headers)
    }
    var bytes = file.bytes
    if case .wrongLength(let difference) = fault {
      bytes = difference < 0 ? bytes.dropLast(-difference) : bytes + Data(count: difference)
    }
    if case .wrongBytes = fault, !bytes.isEmpty { bytes[bytes.startIndex + bytes.count / 2] ^= 0x55 }
    var status = HTTPStatusCode(200, phrase: "OK")
    if var start = start(of: request, file), fault != .ignoresRange {
      guard start < bytes.count else { return HTTPResponse(statusCode: HTTPStatusCode(416, phrase: "Range")) }
      if fault == .wrongRange { start /= 2 }
      headers[HTTPHeader("Content-Range")] = "bytes \(start)-\(bytes.count - 1)/\(bytes.count)"
      bytes = bytes.dropFirst(start)
      status = HTTPStatusCode(206, phrase: "Partial Content")
    }
    let body = self.body(bytes, fault, client)
    let sent =
      fault == .endless
      ? HTTPBodySequence(from: body, suggestedBufferSize: 65536)
      : HTTPBodySequence(from: body, count: bytes.count, suggestedBufferSize: 65536)
    return HTTPResponse(statusCode: status, headers: headers, body: sent)
  }

  /// Where the range begins that a client wants, if what it has is of this file.
  private func start(of request: Request, _ file: File) -> Int? {
    guard let range = request.range?.wholeMatch(of: /bytes=(\d+)-/), let start = Int(range.1) else { return nil }
    if let condition = request.headers["if-range"], condition != file.etag { return nil }
    return start
  }

  private func body(_ bytes: Data, _ fault: ServerFault?, _ client: HTTPRequest.Address?) -> FaultyBody {
    switch fault {
    case .slow: FaultyBody(bytes: bytes, pace: (max(1, bytes.count / 100), .milliseconds(1)))
    case .trickle: FaultyBody(bytes: bytes, pace: (1, .milliseconds(20)))
    case .stalled(let count): FaultyBody(bytes: bytes.prefix(count), end: .silence(.seconds(20)))
    case .truncated(let count): FaultyBody(bytes: bytes.prefix(count), end: .failure)
    case .reset(let count):
      FaultyBody(bytes: bytes.prefix(count), end: .failure, beforeEnd: { Connections.reset(to: client) })
    case .death(let count):
      FaultyBody(bytes: bytes.prefix(count), end: .failure, beforeEnd: { [weak self] in await self?.die() })
    case .loss(let count):
      FaultyBody(
        bytes: bytes.prefix(count), end: .failure, beforeEnd: { [weak self] in await self?.die(losesPort: true) })
    case .endless: FaultyBody(bytes: bytes, end: .never)
    default: FaultyBody(bytes: bytes)
    }
  }

  /// Ends, and comes back on the same port.
  private func die(losesPort: Bool = false) async {
    let (server, run) = state.withLock { ($0.server, $0.run) }
    Task {
      await server.stop()
      run.cancel()
      await run.value
      var other = losesPort ? try? listenElsewhere() : nil
      try? await Task.sleep(for: .milliseconds(20))
      let box = Weak()
      box.server.withLock { $0 = self }
      // Connections choose ports that are free: one of theirs may be this one, and keeps it for a minute after its end.
      for _ in 0..<10_000 {
        if let (server, run, _) = try? await Self.start(port: port, box) {
          state.withLock { ($0.server, $0.run) = (server, run) }
          return
        }
        try? other?.close()
        other = nil
        try? await Task.sleep(for: .milliseconds(20))
      }
    }
  }

  /// Something else that has the port, and answers nothing.
  private func listenElsewhere() throws -> Socket {
    let socket = try Socket(domain: AF_INET)
    try socket.setValue(true, for: .localAddressReuse)
    try socket.bind(to: .inet(ip4: "127.0.0.1", port: port))
    try socket.listen()
    return socket
  }
}
