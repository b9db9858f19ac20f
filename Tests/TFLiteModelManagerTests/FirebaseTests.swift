import FlyingFox
import Foundation
import Synchronization
import TestModelServer
import Testing

@testable import TFLiteModelManager

/// The REST protocol of Firebase, as a server of the tests speaks it.
@Suite struct FirebaseTests {
  /// A project with one model.
  private final class Project: Sendable {
    let hosting: Hosting
    /// When the links expire that are given next.
    let expiries = Mutex<[Date]>([])
    let etag = Mutex("hash-1")

    init() async throws {
      hosting = try await Hosting()
      let url = hosting.server.url("")
      hosting.manager.configuration.source = FirebaseProject(
        id: "my-project", apiKey: "my key", bundleIdentifier: "org.example.app", host: url, token: { "my token" })
      hosting.server.respond { [unowned self] in respond(to: $0) }
    }

    func publish(_ bytes: Data, hash: String) {
      hosting.server.files["/files/\(hash)"] = .init(bytes)
      etag.withLock { $0 = hash }
    }

    private func respond(to request: ModelServer.Request) -> HTTPResponse? {
      guard request.path.hasSuffix(":download") else { return nil }
      let etag = etag.withLock { $0 }
      guard request.path == "/v1beta2/projects/my-project/models/detector:download" else {
        return HTTPResponse(statusCode: .notFound)
      }
      guard request.headers["x-goog-firebase-installations-auth"] == "my token",
        request.headers["x-ios-bundle-identifier"] == "org.example.app"
      else { return HTTPResponse(statusCode: .unauthorized) }
      let headers: HTTPHeaders = [HTTPHeader("Etag"): etag]
      if request.ifNoneMatch == etag {
        return HTTPResponse(statusCode: HTTPStatusCode(304, phrase: "Not Modified"), headers: headers)
      }
      let expiry = expiries.withLock { $0.isEmpty ? Date(timeIntervalSinceNow: 3600) : $0.removeFirst() }
      let format = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
      let size = hosting.server.files["/files/\(etag)"]?.bytes.count ?? 0
      let body = """
        {"downloadUri": "\(hosting.server.url("/files/\(etag)").absoluteString)?signature=secret",
         "expireTime": "\(expiry.formatted(format))", "sizeBytes": "\(size)"}
        """
      return HTTPResponse(statusCode: .ok, headers: headers, body: Data(body.utf8))
    }
  }

  private let model = CustomRemoteModel(remoteModelSource: FirebaseModelSource(name: "detector"))

  @Test func downloadsAndUpdates() async throws {
    let project = try await Project()
    let manager = project.hosting.manager
    project.publish(try Hosting.model(1), hash: "hash-1")
    let first = try await manager.downloadAsync(model)
    #expect(first.record.revision == "hash-1" && first.record.origin == .firebase(project: "my-project"))
    #expect(first.record.url == project.hosting.server.url("/files/hash-1").absoluteString)
    #expect(try await manager.downloadAsync(model) == first)
    #expect(project.hosting.server.requests.last?.ifNoneMatch == "hash-1")
    project.publish(try Hosting.model(2), hash: "hash-2")
    #expect(try await manager.downloadAsync(model).record.sha256 == (try Hosting.model(2).sha256))
  }

  @Test func anExpiredLinkIsAskedForAgain() async throws {
    let project = try await Project()
    project.publish(try Hosting.model(1), hash: "hash-1")
    project.expiries.withLock { $0 = [Date(timeIntervalSinceNow: -1)] }
    project.hosting.server.faults = [.status(400)]
    let model = try await project.hosting.manager.downloadAsync(model)
    #expect(model.record.sha256 == (try Hosting.model(1).sha256))
    #expect(project.hosting.server.requestCount("/v1beta2/projects/my-project/models/detector:download") == 2)
  }

  @Test func linksThatAreAlwaysExpired() async throws {
    let project = try await Project()
    project.publish(try Hosting.model(1), hash: "hash-1")
    project.expiries.withLock { $0 = Array(repeating: Date(timeIntervalSince1970: 0), count: 20) }
    project.hosting.server.faults = Array(repeating: .status(400), count: 20)
    let error = try #require(await failure { try await project.hosting.manager.downloadAsync(model) })
    #expect("\(error)".hasSuffix("/files/hash-1: the link has expired at 1970-01-01T00:00:00Z"), "\(error)")
  }

  @Test func aLinkThatIsStillGood() async throws {
    let project = try await Project()
    project.publish(try Hosting.model(1), hash: "hash-1")
    project.hosting.server.faults = [.status(400)]
    let error = await failure { try await project.hosting.manager.downloadAsync(model) }
    guard case .refused(_, status: 400, _) = error?.cause else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test(arguments: [400, 401, 403, 404, 429])
  func statusCodes(_ code: Int) async throws {
    let project = try await Project()
    project.hosting.manager.configuration.retries = .never
    project.hosting.server.respond { _ in HTTPResponse(statusCode: HTTPStatusCode(code, phrase: "No")) }
    let error = try #require(await failure { try await project.hosting.manager.downloadAsync(model) })
    switch error.cause {
    case .notAuthorized(source: "Firebase project my-project", status: code, _):
      #expect([400, 401, 403].contains(code))
    case .notOffered: #expect(code == 404)
    case .refused(let url, status: code, _):
      #expect(code == 429 && url.hasSuffix("/v1beta2/projects/my-project/models/detector:download"))
    default: Issue.record("\(error)")
    }
    #expect(!"\(error)".contains("my%20key") && !"\(error)".contains("my key"))
  }

  @Test(
    arguments: [
      "", "{}", "{\"downloadUri\": \"https://example.org/\", \"expireTime\": \"soon\", \"sizeBytes\": \"1\"}",
      "{\"downloadUri\": \"https://example.org/\", \"expireTime\": \"2027-01-01T00:00:00.5Z\", \"sizeBytes\": \"-1\"}",
    ])
  func answersThatAreNone(_ body: String) async throws {
    let project = try await Project()
    project.hosting.server.respond { _ in
      HTTPResponse(statusCode: .ok, headers: [HTTPHeader("Etag"): "x"], body: Data(body.utf8))
    }
    let error = await failure { try await project.hosting.manager.downloadAsync(model) }
    guard case .invalidAnswer = error?.cause else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func anAnswerWithoutHash() async throws {
    let project = try await Project()
    project.hosting.server.respond { _ in HTTPResponse(statusCode: .ok, body: Data("{}".utf8)) }
    let error = await failure { try await project.hosting.manager.downloadAsync(model) }
    #expect("\(try #require(error))".contains("it has no ETag"))
  }

  @Test func aTokenThatCannotBeHad() async throws {
    let hosting = try await Hosting()
    struct NoToken: Error {}
    hosting.manager.configuration.source = FirebaseProject(
      id: "p", apiKey: "k", host: hosting.server.url(""), token: { throw NoToken() })
    let error = await failure { try await hosting.manager.downloadAsync(model) }
    #expect("\(try #require(error))".contains("NoToken"))
  }
}
