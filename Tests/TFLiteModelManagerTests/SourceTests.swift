import FlyingFox
import Foundation
import TFLite
import TestModelServer
import Testing

@testable import TFLiteModelManager

/// Where models come from.
@Suite struct SourceTests {
  private let hosting: Hosting

  init() async throws { hosting = try await Hosting() }

  // MARK: An address

  @Test func anAddressAlone() async throws {
    hosting.server.files["/files/m.tflite"] = .init(try Hosting.model(1))
    let model = CustomRemoteModel(name: "m", source: URLModelSource(hosting.server.url("/files/m.tflite")))
    let first = try await hosting.manager.downloadAsync(model)
    #expect(try first.record.sha256 == Hosting.model(1).sha256 && first.record.revision == nil)
    // The second time, the server says with one word that nothing is new.
    #expect(try await hosting.manager.downloadAsync(model) == first)
    #expect(hosting.server.requests.map(\.ifNoneMatch) == [nil, first.record.etag] && first.record.etag != nil)
    hosting.server.files["/files/m.tflite"] = .init(try Hosting.model(2))
    #expect(try await hosting.manager.downloadAsync(model).record.sha256 == (try Hosting.model(2).sha256))
    #expect(first.remoteModel?.name == "m")
  }

  @Test func anAddressOfWhichMoreIsKnown() async throws {
    let bytes = try Hosting.model(1)
    hosting.server.files["/files/m.tflite"] = .init(bytes)
    let url = hosting.server.url("/files/m.tflite")
    let known = URLModelSource(RemoteFile(url: url, sha256: bytes.sha256.uppercased(), size: bytes.count))
    let model = CustomRemoteModel(name: "m", source: known)
    try await hosting.manager.downloadAsync(model)
    try await hosting.manager.downloadAsync(model)
    #expect(hosting.server.requests.count == 1)
    // Who knows less asks the server, and forgets nothing.
    let installed = hosting.manager.downloadedModel(model)
    let again = CustomRemoteModel(name: "m", source: URLModelSource(url))
    #expect(try await hosting.manager.downloadAsync(again) == installed && hosting.server.requests.count == 2)
    let wrong = URLModelSource(RemoteFile(url: url, sha256: String(repeating: "0", count: 64)))
    let error = await failure { try await hosting.manager.downloadAsync(CustomRemoteModel(name: "w", source: wrong)) }
    #expect(
      error?.cause
        == .wrongHash(url: url.absoluteString, expected: String(repeating: "0", count: 64), found: bytes.sha256))
  }

  // MARK: What may be asked

  @Test(
    arguments: [
      ("http://example.org/m.tflite", "HTTP without encryption"), ("http://127.0.0.1.example.org/m", "HTTP without"),
      ("ftp://127.0.0.1/m", "https and a host"), ("https:///m", "https and a host"),
    ])
  func addressesThatAreNotAsked(_ address: String, _ text: String) async throws {
    let source = try URLModelSource(address)
    let error = await failure { try await hosting.manager.downloadAsync(CustomRemoteModel(name: "m", source: source)) }
    #expect("\(try #require(error))".contains(text))
  }

  @Test(arguments: ["", "detector", "//example.org/x"])
  func whatIsNoAddress(_ text: String) {
    #expect(throws: ModelManagerError.unsuitableURL(url: text, reason: "it is no address")) {
      try IndexModelSource(text)
    }
  }

  @Test(arguments: ["http://localhost:1/m", "http://[::1]:1/m", "http://127.8.8.8:1/m", "HTTPS://example.org/m"])
  func addressesThatMayBeAsked(_ address: String) throws {
    try URL(address: address).checkTransport(allowingInsecureHTTP: false)
  }

  @Test func insecureHTTPWhereItIsAskedFor() throws {
    try URL(address: "http://example.org/m").checkTransport(allowingInsecureHTTP: true)
  }

  @Test func secretsAreNotTold() throws {
    #expect(try URL(address: "https://me:word@example.org/a?key=1#b").withoutSecrets == "https://example.org/a")
  }

  @Test func aRedirectionToAnotherOwnerTakesNoSecretsAlong() async throws {
    let other = try await ModelServer()
    other.files["/there"] = .init(Data("hello".utf8))
    let target = other.url("/there").absoluteString
    hosting.server.respond { request in
      request.path == "/here"
        ? HTTPResponse(statusCode: HTTPStatusCode(307, phrase: "Moved"), headers: [HTTPHeader("Location"): target])
        : nil
    }
    let client = HTTPClient(hosting.manager.configuration)
    let answer = try await client.get(hosting.server.url("/here"), headers: ["X-Token": "secret"])
    #expect(answer.body == Data("hello".utf8) && answer.head.url == other.url("/there"))
    #expect(
      hosting.server.requests.last?.headers["x-token"] == "secret" && other.requests.last?.headers["x-token"] == nil)
    await other.stop()
  }

  @Test func requestsSayWhoAsks() async throws {
    hosting.server.files["/index.json"] = .init(Data("{}".utf8))
    _ = try await HTTPClient(hosting.manager.configuration).get(hosting.server.url("/index.json"))
    #expect(hosting.server.requests.last?.headers["user-agent"] == "swift-tflite/\(Runtime.version)")
  }

  @Test func tooMuchForTheMemory() async throws {
    hosting.server.files["/index.json"] = .init(Data(count: 5000))
    let url = hosting.server.url("/index.json")
    let error = await failure { _ = try await HTTPClient(hosting.manager.configuration).get(url, limit: 4999) }
    #expect(error == .invalidAnswer(url: url.absoluteString, reason: "it has more than 4999 bytes"))
  }

  // MARK: An index

  @Test func anIndexWithoutTheModel() async throws {
    try hosting.publish([
      .init(name: "b", release: .init(file: .init(url: "b"))), .init(name: "a", release: .init(file: .init(url: "a"))),
    ])
    let error = await failure { try await hosting.manager.downloadAsync(hosting.model) }
    let url = hosting.server.url("/index.json").absoluteString
    #expect("\(try #require(error))" == "model \"detector\": \(url) does not have it; it has b, a")
  }

  @Test func anIndexFromElsewhereNamesNoFilesHere() async throws {
    try hosting.publish([.init(name: "detector", release: .init(file: .init(url: "file:///etc/hostname")))])
    let error = await failure { try await hosting.manager.downloadAsync(hosting.model) }
    guard case .unsuitableURL("/etc/hostname", _) = error?.cause else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func anIndexWithoutHashes() async throws {
    hosting.server.files["/files/1.tflite"] = .init(try Hosting.model(1))
    try hosting.publish([.init(name: "detector", release: .init(file: .init(url: "files/1.tflite")))])
    let first = try await hosting.manager.downloadAsync(hosting.model)
    #expect(try await hosting.manager.downloadAsync(hosting.model) == first)
    hosting.server.files["/files/1.tflite"] = .init(try Hosting.model(2))
    #expect(try await hosting.manager.downloadAsync(hosting.model).record.sha256 == (try Hosting.model(2).sha256))
  }

  @Test func anIndexWithoutHashesThatSaysMore() async throws {
    hosting.server.files["/files/1.tflite"] = .init(try Hosting.model(1))
    hosting.server.files["/files/2.tflite"] = .init(try Hosting.model(2))
    func publish(_ path: String, license: String) throws {
      try hosting.publish([.init(name: "detector", license: license, release: .init(file: .init(url: path)))])
    }
    try publish("files/1.tflite", license: "MIT")
    let first = try await hosting.manager.downloadAsync(hosting.model)
    try publish("files/1.tflite", license: "Apache-2.0")
    let second = try await hosting.manager.downloadAsync(hosting.model)
    #expect(second.record.license == "Apache-2.0" && second.record.date == first.record.date)
    // The name of the bytes at one address says nothing about another.
    try publish("files/2.tflite", license: "MIT")
    let etag = try #require(first.record.etag)
    hosting.server.files["/files/2.tflite"] = .init(try Hosting.model(2), etag: etag)
    #expect(try await hosting.manager.downloadAsync(hosting.model).record.sha256 == (try Hosting.model(2).sha256))
  }

  @Test func labelsThatAreNotThose() async throws {
    try hosting.publish(1, labels: "a\nb\nc\n")
    hosting.server.files["/labels.txt"] = .init(Data("a\nb\nX\n".utf8))
    let error = await failure { try await hosting.manager.downloadAsync(hosting.model) }
    guard case .wrongHash(hosting.server.url("/labels.txt").absoluteString, _, _)? = error?.cause else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(hosting.installed == nil)
    // The model need not come a second time.
    hosting.server.files["/labels.txt"] = .init(Data("a\nb\nc\n".utf8))
    try await hosting.manager.downloadAsync(hosting.model)
    #expect(hosting.server.requestCount("/files/1.tflite") == 1)
  }

  // MARK: A folder

  @Test func aFolder() async throws {
    let folder = hosting.folder.appendingPathComponent("source")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Hosting.model(1).write(to: folder.appendingPathComponent("m.tflite"))
    try Data("a\nb\nc\n".utf8).write(to: folder.appendingPathComponent("m.txt"))
    let model = CustomRemoteModel(name: "m", source: FolderModelSource(folder))
    let first = try await hosting.manager.downloadAsync(model)
    #expect(try first.labelsPath != nil && first.record.sha256 == Hosting.model(1).sha256)
    #expect(try await hosting.manager.downloadAsync(model) == first)
    try Hosting.model(22, paddingByteCount: 50).write(to: folder.appendingPathComponent("m.tflite"))
    #expect(try await hosting.manager.downloadAsync(model).record.size != first.record.size)
    let error = await failure {
      try await hosting.manager.downloadAsync(CustomRemoteModel(name: "n", source: FolderModelSource(folder)))
    }
    #expect(error?.cause == .notOffered(source: folder.path, offered: ["m"]))
  }

  @Test func aFolderWithAnIndex() async throws {
    let folder = hosting.folder.appendingPathComponent("source")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let bytes = try Hosting.model(1)
    try bytes.write(to: folder.appendingPathComponent("some.tflite"))
    let entry = ModelIndex.Entry(name: "m", release: .init(file: .init(url: "some.tflite", sha256: bytes.sha256)))
    try JSONEncoder().encode(ModelIndex(models: [entry])).write(to: folder.appendingPathComponent("index.json"))
    let model = try await hosting.manager.downloadAsync(CustomRemoteModel(name: "m", source: FolderModelSource(folder)))
    #expect(model.record.sha256 == bytes.sha256 && model.record.origin == .folder(folder))
    #expect(model.remoteModel != nil)
  }
}
