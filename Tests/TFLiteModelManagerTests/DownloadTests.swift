import Foundation
import TFLite
import TestModelServer
import TestModels
import TestRandomness
import Testing

@testable import TFLiteModelManager

/// Downloads when nothing goes wrong.
@Suite struct DownloadTests {
  private let hosting: Hosting

  init() async throws { hosting = try await Hosting() }

  @Test func putsTheModelInPlace() async throws {
    #expect(!hosting.manager.isModelDownloaded(hosting.model))
    try hosting.publish(1, labels: "banana\ncup\nperson\n")
    let model = try await hosting.manager.downloadAsync(hosting.model)
    #expect(hosting.manager.isModelDownloaded(hosting.model) && hosting.installed == model)
    #expect(try Data(contentsOf: URL(fileURLWithPath: model.path)) == Hosting.model(1))
    #expect(try String(contentsOfFile: #require(model.labelsPath), encoding: .utf8) == "banana\ncup\nperson\n")
    #expect(model.record.version == "1" && model.record.license == "Apache-2.0" && model.variant == nil)
    #expect(hosting.manager.downloadedModels() == [model])
    #expect(try await hosting.manager.getLatestModelFilePath(hosting.model) == model.path)
    #expect(hosting.files == (Hosting.filesInOrder + ["models/detector/versions/V/labels.txt"]).sorted())
    _ = try Interpreter(modelPath: model.path)
  }

  @Test func transfersNothingTwice() async throws {
    try hosting.publish(1)
    let first = try await hosting.manager.downloadAsync(hosting.model)
    let second = try await hosting.manager.downloadAsync(hosting.model)
    #expect(first == second && hosting.server.requestCount("/files/1.tflite") == 1)
  }

  @Test func updates() async throws {
    try hosting.publish(1)
    let old = try await hosting.manager.downloadAsync(hosting.model)
    let reader = try FileHandle(forReadingFrom: URL(fileURLWithPath: old.path))
    try hosting.publish(2)
    let new = try await hosting.manager.downloadAsync(hosting.model)
    #expect(new.path == old.path && new.record.version == "2" && hosting.files == Hosting.filesInOrder)
    #expect(try Data(contentsOf: URL(fileURLWithPath: new.path)) == Hosting.model(2))
    // Whoever has opened the old one keeps it.
    #expect(try reader.readToEnd() == Hosting.model(1))
  }

  @Test func changesOfTheDescriptionNeedNoTransfer() async throws {
    try hosting.publish(1)
    try await hosting.manager.downloadAsync(hosting.model)
    try hosting.publish(1, labels: "a\nb\nc\n") { $0.license = "MIT" }
    let model = try await hosting.manager.downloadAsync(hosting.model)
    #expect(model.record.license == "MIT" && model.labelsPath != nil)
    #expect(hosting.server.requestCount("/files/1.tflite") == 1)
    #expect(try Data(contentsOf: URL(fileURLWithPath: model.path)) == Hosting.model(1))
  }

  @Test func askedByManyIsTransferredOnce() async throws {
    try hosting.publish(1)
    hosting.server.faults = [.slow]
    let (hosting, other) = (hosting, hosting.otherManager())
    let paths = try await withThrowingTaskGroup(of: String.self) { group in
      for index in 0..<20 {
        let manager = index.isMultiple(of: 2) ? hosting.manager : other
        group.addTask { try await manager.downloadAsync(hosting.model).path }
      }
      return try await group.reduce(into: Set()) { $0.insert($1) }
    }
    #expect(paths.count == 1 && hosting.server.requestCount("/files/1.tflite") == 1)
  }

  @Test func deletes() async throws {
    try hosting.publish(1)
    try await hosting.manager.downloadAsync(hosting.model)
    try await hosting.manager.deleteDownloadedModel(hosting.model)
    #expect(!hosting.manager.isModelDownloaded(hosting.model) && hosting.files.isEmpty)
    let error = await failure { try await hosting.manager.deleteDownloadedModel(hosting.model) }
    #expect(error == .inModel("detector", .notDownloaded))
    #expect("\(error!)" == "model \"detector\": it has not been downloaded")
    #expect(await failure { _ = try await hosting.manager.getLatestModelFilePath(hosting.model) } == error)
  }

  @Test func aDamagedStoreIsRepaired() async throws {
    try hosting.publish(1)
    let model = try await hosting.manager.downloadAsync(hosting.model)
    try Data("half".utf8).write(to: URL(fileURLWithPath: model.path))
    #expect(!hosting.manager.isModelDownloaded(hosting.model))
    try await hosting.manager.downloadAsync(hosting.model)
    #expect(try Data(contentsOf: URL(fileURLWithPath: model.path)) == Hosting.model(1))
    #expect(hosting.files == Hosting.filesInOrder)
  }

  @Test func theProgressCountsBytes() async throws {
    try hosting.publish(1)
    let size = Int64(try Hosting.model(1).count)
    let progress = Progress(totalUnitCount: -1)
    try await hosting.manager.downloadAsync(hosting.model, progress: progress)
    #expect(progress.totalUnitCount == size && progress.completedUnitCount == size && progress.isFinished)
  }

  @Test func aCancelledProgressEndsTheDownload() async throws {
    try hosting.publish(1)
    hosting.server.faults = [.stalled(after: 30_000)]
    let progress = Progress(totalUnitCount: -1)
    let (hosting, start) = (hosting, ContinuousClock.now)
    let ended = Task { await failure { try await hosting.manager.downloadAsync(hosting.model, progress: progress) } }
    while progress.completedUnitCount < 30_000, start.duration(to: .now) < .seconds(600) {
      try await Task.sleep(for: .milliseconds(5))
    }
    progress.cancel()
    #expect(await ended.value == .inModel("detector", .cancelled))
    // What has come is kept: the next download asks for the rest.
    try await hosting.manager.downloadAsync(hosting.model)
    #expect(hosting.server.requests.last?.range == "bytes=30000-" && hosting.files == Hosting.filesInOrder)
  }

  @Test func oneWhoLeavesDoesNotEndTheDownloadOfOthers() async throws {
    try hosting.publish(1)
    hosting.server.faults = [.slow]
    let hosting = hosting
    let leaver = Progress(totalUnitCount: -1)
    async let stays = hosting.manager.downloadAsync(hosting.model)
    async let leaves = failure { try await hosting.manager.downloadAsync(hosting.model, progress: leaver) }
    leaver.cancel()
    #expect(await leaves == .inModel("detector", .cancelled))
    #expect(try await stays.record.version == "1")
    #expect(hosting.server.requestCount("/files/1.tflite") == 1)
  }

  /// Also between the parts of a request.
  @Test func cancelledAtAnyMoment() async throws {
    try hosting.publish(1)
    for seed in 0..<(LongTests.areIncluded ? 300 : 40) {
      var generator = SeededGenerator(seed: UInt64(seed), stream: "cancel")
      let faults: [ServerFault] = [
        .redirection, .redirectionLoop, .slow, .status(500), .truncated(after: 9), .notModified,
      ]
      hosting.server.faults = faults.shuffled(using: &generator)
      let progress = Progress(totalUnitCount: -1)
      let hosting = hosting
      let download = Task {
        await failure { try await hosting.manager.downloadAsync(hosting.model, progress: progress) }
      }
      try await Task.sleep(for: .microseconds(Int.random(in: 0...40_000, using: &generator)))
      if Bool.random(using: &generator) { progress.cancel() } else { download.cancel() }
      // It may have ended before, also because the server answered 304.
      switch await download.value?.cause {
      case nil, .cancelled, .refused, .tooManyRedirections: break
      case let error?: Issue.record("seed \(seed): \(error)")
      }
    }
    hosting.server.faults = []
    try await hosting.manager.downloadAsync(hosting.model)
    #expect(hosting.files == Hosting.filesInOrder)
  }

  @Test func cancelledWhileAnotherHasTheLock() async throws {
    try hosting.publish(1)
    let slot = try ModelStore(folder: hosting.folder).slot(hosting.model.name)
    let lock = try await slot.lock()
    let hosting = hosting
    let download = Task { await failure { try await hosting.manager.downloadAsync(hosting.model) } }
    try await Task.sleep(for: .milliseconds(20))
    download.cancel()
    #expect(await download.value == .inModel("detector", .cancelled))
    withExtendedLifetime(lock) {}
  }

  @Test func cancelledBeforeItBegins() async throws {
    try hosting.publish(1)
    let progress = Progress(totalUnitCount: -1)
    progress.cancel()
    let error = await failure { try await hosting.manager.downloadAsync(hosting.model, progress: progress) }
    #expect(error == .inModel("detector", .cancelled) && hosting.server.requests.isEmpty)
  }

  @Test func namesThatAreNoFileNames() async throws {
    for name in ["../../detector", ".", "..", "ein/Modell: ß", "a b"] {
      let bytes = try Hosting.model(1)
      hosting.server.files["/files/1.tflite"] = .init(bytes)
      try hosting.publish([.init(name: name, release: .init(file: .init(url: "files/1.tflite")))])
      let model = try await hosting.manager.downloadAsync(CustomRemoteModel(name: name))
      #expect(model.path.hasPrefix(hosting.folder.appendingPathComponent("models").path + "/"))
      #expect(!model.path.contains("/../") && hosting.manager.downloadedModels().map(\.name).contains(name), "\(name)")
    }
    for name in ["", String(repeating: "n", count: 81)] {
      let error = await failure { try await hosting.manager.downloadAsync(CustomRemoteModel(name: name)) }
      guard case .invalidName = error?.cause else {
        Issue.record("\(String(describing: error))")
        continue
      }
    }
  }

  @Test func deletingWhatIsNotThereLeavesNothing() async throws {
    let error = await failure { try await hosting.manager.deleteDownloadedModel(CustomRemoteModel(name: "nonsense")) }
    #expect(error == .inModel("nonsense", .notDownloaded) && hosting.files.isEmpty)
  }

  /// Somebody has copied the folder with a program that follows links.
  @Test func nothingIsSweptWhereNobodyKnowsWhatIsInPlace() async throws {
    try hosting.publish(1)
    try await hosting.manager.downloadAsync(hosting.model)
    let slot = try ModelStore(folder: hosting.folder).slot(hosting.model.name)
    let current = slot.folder.appendingPathComponent("current")
    try FileManager.default.removeItem(at: current)
    try FileManager.default.createDirectory(at: current, withIntermediateDirectories: true)
    slot.sweep()
    #expect(hosting.files == Hosting.filesInOrder)
    // Without any, all versions are what a killed process has left.
    try FileManager.default.removeItem(at: current)
    slot.sweep()
    #expect(hosting.files == ["locks/detector"])
  }

  /// Who has a lock may remove its file: those who wait for it then lock the next one, never both.
  @Test func aLockThatIsRemovedStillLocks() async throws {
    let slot = try ModelStore(folder: hosting.folder).slot("contested")
    actor Room {
      private var count = 0
      private(set) var most = 0

      func enter() {
        count += 1
        most = max(most, count)
      }

      func leave() { count -= 1 }
    }
    let room = Room()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask {
          for _ in 0..<5 {
            let lock = try await slot.lock()
            await room.enter()
            try await Task.sleep(for: .milliseconds(1))
            await room.leave()
            slot.leave(lock)
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(await room.most == 1 && hosting.files.isEmpty)
  }

  @Test func theDiskLimitHolds() async throws {
    try hosting.publish(1)
    let size = try Hosting.model(1).count
    hosting.manager.configuration.diskLimit = size + 2000
    try await hosting.manager.downloadAsync(hosting.model)
    try hosting.publish(2)
    // The old one stays until the new one is there.
    let error = await failure { try await hosting.manager.downloadAsync(hosting.model) }
    guard case .limitExceeded(let byteCount, size + 2000) = error?.cause else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(byteCount > 2 * size && hosting.installed?.record.version == "1" && hosting.files == Hosting.filesInOrder)
    hosting.manager.configuration.diskLimit = 2 * size + 2000
    #expect(try await hosting.manager.downloadAsync(hosting.model).record.version == "2")
  }

  /// A server that never ends sending does not fill the disk, nor does one that announces too much.
  @Test func theDownloadLimitHolds() async throws {
    try hosting.publish(1) { $0.release?.file.size = nil }
    let url = hosting.server.url("/files/1.tflite").absoluteString
    let size = try Hosting.model(1).count
    for (faults, limit) in [([.endless], 1_000_000), ([], size - 1)] as [([ServerFault], Int)] {
      hosting.server.faults = faults
      hosting.manager.configuration.downloadLimit = limit
      let error = await failure { try await hosting.manager.downloadAsync(hosting.model) }
      #expect(error?.cause == ModelManagerError.tooLarge(url: url, limit: limit))
      #expect(hosting.files.isEmpty, "\(hosting.files)")
    }
    hosting.manager.configuration.downloadLimit = size
    #expect(try await hosting.manager.downloadAsync(hosting.model).record.version == "1")
    #expect(ModelManager.Configuration().downloadLimit == 4 << 30)
  }

  @Test func theDefaultFolderIsOneForData() {
    let folder = ModelManager.Configuration.defaultFolder.path
    #expect(folder.hasSuffix("/swift-tflite") && folder.hasPrefix("/"))
  }
}
