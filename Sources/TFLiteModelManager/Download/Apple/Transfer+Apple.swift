#if !canImport(CCurl)
import Foundation

// Its types are checked on Linux, too, where they stand in a module of their own.
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// One request and its answer, without redirections and second attempts, made by Apple's URLSession.
final class Transfer: NSObject, URLSessionDataDelegate, @unchecked Sendable {
  // Touched on the queue only.
  private let queue = OperationQueue()
  private let sink: any BodySink
  private let request: TransferRequest
  private var session: URLSession?
  private var task: URLSessionDataTask?
  private var watchdog: (any DispatchSourceTimer)?
  private var watch: TransferWatch
  private var head: HTTPHead?
  private var wantsBody = false
  private var failure: ModelManagerError?
  private var completion: ((Result<HTTPHead, ModelManagerError>) -> Void)?

  init(_ request: TransferRequest, sink: any BodySink, watch: TransferWatch) {
    self.request = request
    self.sink = sink
    self.watch = watch
    super.init()
    queue.maxConcurrentOperationCount = 1
  }

  /// Makes the transfer.
  func run() async throws(ModelManagerError) -> HTTPHead {
    try await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        queue.addOperation { self.start { continuation.resume(returning: $0) } }
      }
    } onCancel: {
      queue.addOperation { self.stop(.cancelled) }
    }.get()
  }

  private func start(completion: @escaping (Result<HTTPHead, ModelManagerError>) -> Void) {
    self.completion = completion
    guard failure == nil else { return finish(nil) }
    let session = URLSession(configuration: configuration, delegate: self, delegateQueue: queue)
    let task = session.dataTask(with: urlRequest)
    (self.session, self.task) = (session, task)
    watch.begin()
    let watchdog = DispatchSource.makeTimerSource()
    let interval = max(0.01, min(1, watch.timeLeft() / .seconds(1) / 4))
    watchdog.schedule(deadline: .now() + interval, repeating: interval)
    watchdog.setEventHandler { [weak self] in
      guard let self else { return }
      queue.addOperation { self.checkForSigns() }
    }
    watchdog.resume()
    self.watchdog = watchdog
    task.resume()
  }

  private func checkForSigns() {
    if let failure = watch.failure(of: url) { stop(failure) }
  }

  /// Ends the transfer with an error, if it has not ended.
  private func stop(_ error: ModelManagerError) {
    guard failure == nil else { return }
    failure = error
    task?.cancel()
  }

  private func finish(_ error: (any Error)?) {
    guard let completion else { return }
    self.completion = nil
    watchdog?.cancel()
    watchdog = nil
    session?.finishTasksAndInvalidate()
    session = nil
    if let failure {
      completion(.failure(failure))
    } else if let head, !wantsBody {
      // What becomes of a body that nobody wants does not matter.
      completion(.success(head))
    } else if let error {
      completion(.failure(.connection(url: url, reason: error.localizedDescription)))
    } else if let head {
      completion(.success(head))
    } else {
      completion(.failure(.connection(url: url, reason: "it ended before an answer came")))
    }
  }

  private var url: String { request.url.withoutSecrets }

  /// Times out never: the transfer has a watchdog of its own.
  private static let timeout: TimeInterval = 7 * 24 * 3600

  private var urlRequest: URLRequest {
    var urlRequest = URLRequest(url: request.url, cachePolicy: .reloadIgnoringLocalCacheData)
    urlRequest.timeoutInterval = Self.timeout
    for (name, value) in request.headers { urlRequest.setValue(value, forHTTPHeaderField: name) }
    return urlRequest
  }

  /// Nothing of other requests: no cache, no cookies, no passwords.
  private var configuration: URLSessionConfiguration {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.urlCache = nil
    configuration.httpCookieStorage = nil
    configuration.urlCredentialStorage = nil
    configuration.allowsCellularAccess = request.allowsCellularAccess
    configuration.timeoutIntervalForRequest = Self.timeout
    #if canImport(Darwin)
    configuration.waitsForConnectivity = true
    #endif
    return configuration
  }

  // MARK: The session's calls, all on the queue

  func urlSession(
    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    // Followed by the client, which knows what may be told to whom.
    guard failure == nil else { return }
    receive(response)
    completionHandler(nil)
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    if let response = response as? HTTPURLResponse { receive(response) }
    completionHandler(wantsBody ? .allow : .cancel)
  }

  private func receive(_ response: HTTPURLResponse) {
    guard failure == nil else { return }
    // Nobody tells how many bytes it has; there is one in a transfer.
    watch.add(byteCount: 0)
    let fields = response.allHeaderFields.compactMap { name, value in
      (name as? String).flatMap { name in (value as? String).map { (name: name, value: $0) } }
    }
    let head = HTTPHead(url: request.url, status: response.statusCode, fields: fields)
    self.head = head
    guard head.redirection == nil else { return }
    do { wantsBody = try sink.begin(head) } catch { stop(error) }
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    guard failure == nil else { return }
    watch.add(byteCount: data.count)
    guard wantsBody else { return }
    do { try sink.receive(data) } catch { stop(error) }
  }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    finish(error)
  }
}
#endif
