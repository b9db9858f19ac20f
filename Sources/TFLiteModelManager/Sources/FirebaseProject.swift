import Foundation

/// The models of a Firebase project, over the REST interface that its SDK uses (v1beta2). The service ends in June 2027.
public struct FirebaseProject: ModelSource {
  /// What identifies an installation to the service: a token of Firebase Installations, which lasts a week.
  public typealias TokenProvider = @Sendable () async throws -> String

  private let id: String
  private let apiKey: String
  private let bundleIdentifier: String?
  private let host: URL
  private let token: TokenProvider

  /// The project.
  public var origin: ModelOrigin { .firebase(project: id) }

  /// Names a project.
  ///
  /// - Parameters:
  ///   - id: of the project.
  ///   - apiKey: of the project.
  ///   - bundleIdentifier: of the app, for keys that are bound to apps.
  ///   - host: the service; tests have their own.
  ///   - token: is asked before each request.
  public init(
    id: String, apiKey: String, bundleIdentifier: String? = Bundle.main.bundleIdentifier,
    host: URL = URL(string: "https://firebaseml.googleapis.com") ?? URL(fileURLWithPath: "/"),
    token: @escaping TokenProvider
  ) {
    self.id = id
    self.apiKey = apiKey
    self.bundleIdentifier = bundleIdentifier
    self.host = host
    self.token = token
  }

  /// Asks the service.
  ///
  /// - Throws: ``ModelManagerError``, and what the token provider throws.
  public func answer(to request: ModelRequest) async throws -> ModelAnswer {
    guard request.variant == nil else { throw ModelManagerError.unknownVariant(request.variant ?? "", known: []) }
    let url = try address(of: request.name)
    var headers = ["x-goog-firebase-installations-auth": try await token()]
    headers["x-ios-bundle-identifier"] = bundleIdentifier
    let hash = request.installed?.record.revision
    headers["if-none-match"] = hash
    let answer = try await answer(from: url, headers, for: request)
    guard let etag = answer.head["ETag"] else {
      throw ModelManagerError.invalidAnswer(
        url: url.withoutSecrets, reason: "it has no ETag, which is the model's hash")
    }
    if answer.head.status == 304 {
      guard etag == hash else {
        throw ModelManagerError.invalidAnswer(
          url: url.withoutSecrets, reason: "the model has not changed from \(etag), but \(hash ?? "none") is here")
      }
      return .unchanged
    }
    let file = try Description(answer.body, url: url)
    return .offer(
      ModelOffer(revision: etag, file: RemoteFile(url: file.url, size: file.size, expiry: file.expiry)))
  }

  /// What the service sends; what it refuses is told with what may be wrong in the app.
  private func answer(
    from url: URL, _ headers: [String: String], for request: ModelRequest
  ) async throws(ModelManagerError) -> HTTPClient.Answer {
    do { return try await request.client.get(url, headers: headers) } catch {
      guard case .refused(_, let status, _) = error else { throw error }
      switch status {
      case 404: throw .notOffered(source: "Firebase project \(id) (is that its id?)", offered: [])
      case 400, 401, 403:
        throw .notAuthorized(
          source: "Firebase project \(id)", status: status,
          advice: "it does not take the apiKey of the FirebaseProject, the bundleIdentifier that the key is bound to "
            + "(\(bundleIdentifier ?? "none")), or the token")
      default: throw error
      }
    }
  }

  private func address(of name: String) throws(ModelManagerError) -> URL {
    var parts = URLComponents(url: host, resolvingAgainstBaseURL: false)
    let plain = CharacterSet.urlPathAllowed.subtracting(["/", ":"])
    let path = ["v1beta2", "projects", id, "models", name]
      .map { $0.addingPercentEncoding(withAllowedCharacters: plain) ?? $0 }.joined(separator: "/")
    parts?.percentEncodedPath = "/\(path):download"
    parts?.queryItems = [URLQueryItem(name: "key", value: apiKey)]
    guard let url = parts?.url else {
      throw .unsuitableURL(url: host.withoutSecrets, reason: "no models can be under it")
    }
    return url
  }

  /// What the service tells about a file.
  private struct Description: Decodable {
    let url: URL
    let expiry: Date
    let size: Int

    private enum Key: String, CodingKey { case downloadUri, expireTime, sizeBytes }

    init(_ body: Data, url: URL) throws(ModelManagerError) {
      do { self = try JSON5Document(body).decoded(as: Self.self) } catch {
        throw .invalidAnswer(url: url.withoutSecrets, reason: error.asJSONProblem)
      }
    }

    init(from decoder: any Decoder) throws {
      let members = try decoder.container(keyedBy: Key.self)
      let downloadUri = try members.decode(String.self, forKey: .downloadUri)
      let expireTime = try members.decode(String.self, forKey: .expireTime)
      let sizeBytes = try members.decode(String.self, forKey: .sizeBytes)
      func parsed<Value>(_ value: Value?, _ key: Key, _ text: String) throws -> Value {
        guard let value else {
          throw DecodingError.dataCorruptedError(forKey: key, in: members, debugDescription: "\"\(text)\" is none")
        }
        return value
      }
      url = try parsed(URL(string: downloadUri), .downloadUri, downloadUri)
      size = try parsed(Int(sizeBytes).flatMap { $0 >= 0 ? $0 : nil }, .sizeBytes, sizeBytes)
      let fractional = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
      expiry = try parsed(
        (try? Date(expireTime, strategy: fractional)) ?? (try? Date(expireTime, strategy: .iso8601)), .expireTime,
        expireTime)
    }
  }
}
