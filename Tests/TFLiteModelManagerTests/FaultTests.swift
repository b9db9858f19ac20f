import Foundation
import Synchronization
import TestModelServer
import TestModels
import TestRandomness
import Testing

@testable import TFLiteModelManager

/// What a server can do wrong: first alone, then in sequences.
@Suite struct FaultTests {
  /// Faults that a second attempt gets over.
  private static let passing: [ServerFault] = [
    .slow, .stalled(after: 0), .stalled(after: 40_000), .truncated(after: 0), .truncated(after: 40_000),
    .reset(after: 0), .reset(after: 40_000), .death(after: 0), .death(after: 40_000), .loss(after: 40_000),
    .redirection, .status(429), .status(429, retryAfter: "2"), .status(500), .status(503, retryAfter: "nonsense"),
  ]

  @Test(arguments: passing)
  func whatPassesIsTriedAgain(_ fault: ServerFault) async throws {
    let hosting = try await Hosting()
    try hosting.publish(1)
    try await hosting.manager.downloadAsync(hosting.model)
    try hosting.publish(2)
    hosting.server.faults = [fault]
    hosting.waitForTheServer()
    hosting.manager.configuration.stallTimeout = .seconds(1)
    #expect(try await hosting.manager.downloadAsync(hosting.model).record.version == "2")
    #expect(try Data(contentsOf: URL(fileURLWithPath: #require(hosting.installed).path)) == Hosting.model(2))
    #expect(hosting.files == Hosting.filesInOrder)
  }

  /// A transfer can be ended while the network is far ahead of whoever ends it.
  @Test(.timeLimit(.minutes(30)))
  func aFastTransferCanBeEnded() async throws {
    let hosting = try await Hosting(attempts: 1)
    try hosting.publish(Hosting.model(1, paddingByteCount: 30_000_000)) { $0.release?.file.size = 12 }
    for _ in 0..<5 {
      let error = await failure { try await hosting.manager.downloadAsync(hosting.model) }
      #expect(error.map { "\($0)".contains("12 were expected") } == true, "\(error.map { "\($0)" } ?? "nothing")")
    }
  }

  /// Faults that last, and what the error says.
  private static let lasting: [(ServerFault, String)] = [
    (.stalled(after: 10_000), "nothing came for "), (.truncated(after: 0), "the connection failed"),
    (.reset(after: 0), "the connection failed"), (.redirectionLoop, "redirected more than 5 times"),
    (.wrongLength(by: 7), "bytes came, \(size) were expected"),
    (.wrongLength(by: -7), "bytes came, \(size) were expected"),
    (.endless, "bytes came, \(size) were expected"),
    (.wrongBytes, "the SHA-256 of what came is "), (.notModified, "the server answered 304"),
    (.status(400), "the server answered 400 (Bad Request)"), (.status(401), "the server answered 401 (Unauthorized)"),
    (.status(403), "the server answered 403 (Forbidden)"), (.status(404), "the server answered 404 (Not Found)"),
    (.status(429, retryAfter: "7"), "the server answered 429 (Too Many Requests); it asks to wait 7 seconds"),
    (.status(429, retryAfter: "100000"), "it asks to wait 100000 seconds"),
    (.status(500), "the server answered 500 (Internal Server Error)"),
  ]

  private static let size = (try? Hosting.model(2).count) ?? 0

  @Test(arguments: lasting)
  func whatLastsIsReportedAndTheOldModelStays(_ fault: ServerFault, _ text: String) async throws {
    let hosting = try await Hosting(attempts: 3)
    try hosting.publish(1)
    let old = try await hosting.manager.downloadAsync(hosting.model)
    try hosting.publish(2)
    hosting.server.faults = Array(repeating: fault, count: 6)
    if case .stalled = fault {
      try hosting.useLocalIndex()
      hosting.manager.configuration.stallTimeout = .seconds(1)
    }
    let error = try #require(await failure { try await hosting.manager.downloadAsync(hosting.model) })
    let url = hosting.server.url("/files/2.tflite").absoluteString
    #expect("\(error)".hasPrefix("model \"detector\": \(url): "), "\(error)")
    #expect("\(error)".contains(text), "\(error)")
    #expect(error.localizedDescription == "\(error)")
    #expect(hosting.installed == old)
    #expect(try Data(contentsOf: URL(fileURLWithPath: old.path)) == Hosting.model(1))
    let partial = hosting.files.filter { !Hosting.filesInOrder.contains($0) }
    let isResumable = fault == .stalled(after: 10_000)
    let resumable = ["models/detector/partial/file", "models/detector/partial/state.json"]
    #expect(partial.isEmpty || isResumable && partial == resumable)
    // Afterwards all is as if nothing had been.
    hosting.server.faults = []
    hosting.manager.configuration.waitForBusyServers()
    hosting.manager.configuration.source = IndexModelSource(hosting.server.url("/index.json"))
    #expect(try await hosting.manager.downloadAsync(hosting.model).record.version == "2")
    #expect(hosting.files == Hosting.filesInOrder)
  }

  @Test func refusedConnection() async throws {
    let hosting = try await Hosting(attempts: 2)
    try hosting.publish(1)
    await hosting.server.stop()
    let error = try #require(await failure { try await hosting.manager.downloadAsync(hosting.model) })
    guard case .connection = error.cause else {
      Issue.record("\(error)")
      return
    }
    #expect(hosting.files.isEmpty)
  }

  /// Silence counts over all attempts, so that nobody waits for five of them.
  @Test func aSilentServerIsGivenUp() async throws {
    let hosting = try await Hosting(attempts: 100)
    try hosting.publish(1)
    // A busy machine may be as silent about the index.
    try hosting.useLocalIndex()
    hosting.server.faults = Array(repeating: .stalled(after: 0), count: 100)
    hosting.manager.configuration.stallTimeout = .milliseconds(200)
    hosting.manager.configuration.patience = .milliseconds(500)
    let failures = Mutex<[ModelManagerError]>([])
    hosting.manager.configuration.willRetry = { error, _ in failures.withLock { $0.append(error) } }
    let error = try #require(await failure { try await hosting.manager.downloadAsync(hosting.model) })
    // A busy machine looks later, never earlier.
    #expect("\(error)".contains("files/1.tflite: nothing came for "), "\(error)")
    let told = failures.withLock { $0 }.filter { "\($0)".contains("files/1.tflite: nothing came for ") }
    #expect((1...2).contains(told.count), "\(told)")
    hosting.server.faults = []
  }

  /// A server that sends a byte now and then is never silent.
  @Test func aSlowServerIsGivenUp() async throws {
    let hosting = try await Hosting(attempts: 2)
    try hosting.publish(1)
    // A busy machine may be as slow about the index.
    try hosting.useLocalIndex()
    hosting.server.faults = [.trickle, .trickle]
    hosting.manager.configuration.slownessTimeout = .seconds(2)
    let retryCount = Mutex(0)
    hosting.manager.configuration.willRetry = { _, _ in retryCount.withLock { $0 += 1 } }
    let error = try #require(await failure { try await hosting.manager.downloadAsync(hosting.model) })
    let url = hosting.server.url("/files/1.tflite").absoluteString
    guard case .tooSlow(url, let byteCount, let time) = error.cause else {
      Issue.record("\(error)")
      return
    }
    #expect(time >= .seconds(2) && Double(byteCount) < 1000 * (time / .seconds(1)))
    #expect("\(error)".contains("\(url): it is too slow: \(byteCount) bytes came in "), "\(error)")
    #expect(retryCount.withLock { $0 } == 1)
    // A busy machine may have given up before the server heard of it.
    hosting.server.faults = []
    // The next download asks for the rest behind what has come; on a busy machine, the server may not have sent a byte.
    let byteCountBefore = hosting.partial.byteCount
    hosting.manager.configuration.slownessTimeout = .seconds(600)
    try await hosting.manager.downloadAsync(hosting.model)
    let range = byteCountBefore > 0 ? "bytes=\(byteCountBefore)-" : nil
    #expect(hosting.server.requests.last?.range == range, "\(hosting.server.requests)")
    #expect(hosting.files == Hosting.filesInOrder)
  }

  // MARK: Going on where a transfer ended

  @Test func resumesBehindWhatCame() async throws {
    let hosting = try await Hosting()
    try hosting.publish(1)
    hosting.server.faults = [.truncated(after: 40_000), .reset(after: 20_000)]
    try await hosting.manager.downloadAsync(hosting.model)
    let ranges = hosting.server.requests.filter { $0.path == "/files/1.tflite" }.map(\.range)
    #expect(ranges.count == 3 && ranges[0] == nil && ranges[1] == "bytes=40000-")
    // A reset may take bytes with it that were on the way.
    let last = ranges[2].flatMap { $0.wholeMatch(of: /bytes=(\d+)-/) }.flatMap { Int($0.1) } ?? 0
    #expect((40_000...60_000).contains(last))
  }

  @Test(arguments: [ServerFault.ignoresRange, .wrongRange])
  func aRangeThatIsNotRespected(_ fault: ServerFault) async throws {
    let hosting = try await Hosting()
    try hosting.publish(1)
    hosting.server.faults = [.truncated(after: 40_000), fault]
    let model = try await hosting.manager.downloadAsync(hosting.model)
    #expect(try Data(contentsOf: URL(fileURLWithPath: model.path)) == Hosting.model(1))
  }

  @Test func anotherETagBeginsAnew() async throws {
    let hosting = try await Hosting(attempts: 1)
    try hosting.publish(1)
    hosting.server.faults = [.truncated(after: 40_000)]
    _ = await failure { try await hosting.manager.downloadAsync(hosting.model) }
    hosting.server.files["/files/1.tflite"] = .init(try Hosting.model(1), etag: "\"other\"")
    let model = try await hosting.manager.downloadAsync(hosting.model)
    #expect(try Data(contentsOf: URL(fileURLWithPath: model.path)) == Hosting.model(1))
  }

  @Test func withoutETagNothingIsResumed() async throws {
    let hosting = try await Hosting()
    try hosting.publish(1, hasETag: false)
    hosting.server.faults = [.truncated(after: 40_000)]
    try await hosting.manager.downloadAsync(hosting.model)
    #expect(hosting.server.requests.allSatisfy { $0.range == nil })
  }

  @Test func partsThatDoNotFitTogetherGetOneMoreChance() async throws {
    let hosting = try await Hosting()
    try hosting.publish(1)
    hosting.server.faults = [.truncated(after: 40_000), .wrongBytes]
    let model = try await hosting.manager.downloadAsync(hosting.model)
    #expect(try Data(contentsOf: URL(fileURLWithPath: model.path)) == Hosting.model(1))
    #expect(hosting.server.requestCount("/files/1.tflite") == 3)
  }

  // MARK: Pauses

  @Test func pausesGrowAndRespectTheServer() async throws {
    let hosting = try await Hosting()
    try hosting.publish(1)
    let pauses = Pauses()
    hosting.manager.configuration.sleep = { await pauses.append($0) }
    hosting.server.faults = [.status(500), .status(429, retryAfter: "17"), .status(500), .status(503)]
    try await hosting.manager.downloadAsync(hosting.model)
    let all = await pauses.all
    try #require(all.count == 4)
    #expect(all[0] >= .seconds(0.5) && all[0] <= .seconds(1) && all[1] == .seconds(17), "\(all)")
    #expect(all[2] >= .seconds(2) && all[2] <= .seconds(4) && all[3] >= .seconds(4) && all[3] <= .seconds(8), "\(all)")
  }

  private actor Pauses {
    private(set) var all: [Duration] = []
    func append(_ pause: Duration) { all.append(pause) }
  }

  // MARK: What cannot be run

  @Test func whatIsNoModelIsNotInstalled() async throws {
    let hosting = try await Hosting()
    try hosting.publish(Data("<html>Please log in</html>".utf8))
    let error = try #require(await failure { try await hosting.manager.downloadAsync(hosting.model) })
    #expect("\(error)".contains("what came is no model that can be run: this is a web page"), "\(error)")
    #expect(hosting.files.isEmpty)
  }

  // MARK: Sequences

  private static let seeds = LongTests.areIncluded ? 500 : 30

  /// Whatever happens: the model in place is whole and the old or the new one, nothing is left but what is resumed, and
  /// the error says what happened.
  @Test func sequences() async throws {
    let versions = try [1, 2].map { try Hosting.model($0) }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for lane in 0..<4 {
        group.addTask {
          for seed in stride(from: lane, to: Self.seeds, by: 4) { try await Self.sequence(UInt64(seed), versions) }
        }
      }
      try await group.waitForAll()
    }
  }

  private static func sequence(_ seed: UInt64, _ versions: [Data]) async throws {
    var generator = SeededGenerator(seed: seed, stream: "faults")
    let hosting = try await Hosting(attempts: Int.random(in: 1...4, using: &generator))
    let hasOld = Bool.random(using: &generator)
    if hasOld {
      try hosting.publish(1)
      try await hosting.manager.downloadAsync(hosting.model)
    }
    try hosting.publish(2)
    hosting.manager.configuration.stallTimeout = .milliseconds(500)
    for round in 0..<3 {
      hosting.server.faults = (0..<Int.random(in: 1...5, using: &generator)).map { _ in randomFault(&generator) }
      let faults = hosting.server.faults
      let comment: Comment = "seed \(seed), round \(round): \(faults)"
      let error = await failure { try await hosting.manager.downloadAsync(hosting.model) }
      if let error {
        #expect("\(error)".hasPrefix("model \"detector\": \(hosting.server.url("").absoluteString)"), comment)
      }
      let installed = hosting.installed
      #expect(installed != nil || !hasOld && error != nil, comment)
      if let installed {
        let bytes = try Data(contentsOf: URL(fileURLWithPath: installed.path))
        #expect(versions.contains(bytes) && bytes.sha256 == installed.record.sha256, comment)
        #expect(error != nil || bytes == versions[1], comment)
      }
      let leftovers = hosting.files.filter { !Hosting.filesInOrder.contains($0) }
      #expect(
        leftovers.isEmpty || leftovers == ["models/detector/partial/file", "models/detector/partial/state.json"],
        comment)
      #expect(error != nil || leftovers.isEmpty, comment)
    }
    hosting.server.faults = []
    hosting.manager.configuration.waitForBusyServers()
    hosting.waitForTheServer()
    #expect(try await hosting.manager.downloadAsync(hosting.model).record.version == "2", "seed \(seed)")
    #expect(hosting.files == Hosting.filesInOrder, "seed \(seed)")
    await hosting.server.stop()
  }

  private static func randomFault(_ generator: inout SeededGenerator) -> ServerFault {
    let count = Int.random(in: 0...110_000, using: &generator)
    let all: [ServerFault] = [
      .slow, .stalled(after: count), .truncated(after: count), .reset(after: count), .death(after: count),
      .wrongLength(by: Bool.random(using: &generator) ? 9 : -9), .wrongBytes, .ignoresRange, .wrongRange, .notModified,
      .redirectionLoop, .redirection, .status(400), .status(401), .status(403), .status(404),
      .status(429, retryAfter: "1"), .status(500),
    ]
    return all.randomElement(using: &generator) ?? .slow
  }
}
