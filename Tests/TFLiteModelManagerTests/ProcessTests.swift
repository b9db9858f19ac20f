import Foundation
import Synchronization
import TestModels
import TestRandomness
import Testing

@testable import TFLiteModelManager

/// Downloads of several processes, and of some that die.
@Suite(.serialized) struct ProcessTests {
  @Test func twoProcessesMakeOneTransfer() async throws {
    let hosting = try await Hosting()
    try hosting.publish(1)
    hosting.server.faults = [.slow]
    let sha256 = try Hosting.model(1).sha256
    let processes = try (0..<2).map { _ in try DownloadProcess(hosting) }
    for process in processes {
      let (lines, status) = await process.result()
      #expect(status == 0 && lines.first == sha256, "\(lines)")
    }
    #expect(hosting.server.requestCount("/files/1.tflite") == 1 && hosting.files == Hosting.filesInOrder)
  }

  /// Whenever a process is killed: a whole model is there at every moment, and the next process ends with the new one.
  @Test func killedAtAnyMoment() async throws {
    let versions = try [1, 2].map { try Hosting.model($0, paddingByteCount: 2_000_000) }
    let duration = try await Self.durationOfADownload(versions[1])
    var (resumed, finished) = (0, 0)
    let rounds = LongTests.areIncluded ? 50 : 6
    for seed in 0..<rounds {
      var generator = SeededGenerator(seed: UInt64(seed), stream: "kill")
      let hosting = try await Hosting()
      try hosting.publish(versions[0], version: "1")
      let old = try await hosting.manager.downloadAsync(hosting.model)
      try hosting.publish(versions[1], version: "2")
      hosting.server.faults = [.slow]
      let reader = Reader(old.path, versions)
      let process = try DownloadProcess(hosting)
      let moment =
        seed.isMultiple(of: 2)
        ? Moment.after(duration * Double.random(in: 0..<1, using: &generator))
        : .bytes(Int.random(in: 1..<versions[1].count, using: &generator))
      let partial = PartialFile(folder: try ModelStore(folder: hosting.folder).slot(hosting.model.name).partial)
      try await moment.wait(for: partial, while: process)
      process.kill()
      let comment: Comment = "seed \(seed), killed \(moment)"
      let installed = try #require(hosting.installed, comment)
      #expect(versions.contains(try Data(contentsOf: URL(fileURLWithPath: installed.path))), comment)
      if installed.record.version == "2" { finished += 1 }
      let came = partial.byteCount

      let (lines, status) = await (try DownloadProcess(hosting)).result()
      #expect(status == 0 && lines.first == versions[1].sha256, comment)
      #expect(hosting.files == Hosting.filesInOrder, comment)
      if came > 0, hosting.server.requests.last?.range == "bytes=\(came)-" { resumed += 1 }
      #expect(await reader.stop() == nil, comment)
    }
    print("downloads killed at \(rounds) moments: \(resumed) were resumed, \(finished) had put the new model in place")
  }

  /// When a process is killed: after some time, or when so many bytes have come, or as soon as it has ended.
  private enum Moment {
    case after(Duration)
    case bytes(Int)

    func wait(for partial: PartialFile, while process: DownloadProcess) async throws {
      let begin = ContinuousClock.now
      // A time may be too long by far: other tests may have held up the download that was timed.
      while process.isRunning {
        switch self {
        case .after(let duration): if begin.duration(to: .now) >= duration { return }
        case .bytes(let count): if partial.byteCount >= count { return }
        }
        try await Task.sleep(for: .milliseconds(1))
      }
    }
  }

  /// How long it takes when nobody kills it.
  private static func durationOfADownload(_ bytes: Data) async throws -> Duration {
    let hosting = try await Hosting()
    try hosting.publish(bytes)
    hosting.server.faults = [.slow]
    let start = ContinuousClock.now
    #expect(await (try DownloadProcess(hosting)).result().status == 0)
    return start.duration(to: .now)
  }

  /// Reads a model again and again, as an app does that starts just now.
  private final class Reader: Sendable {
    private final class Flag: Sendable {
      let isSet = Mutex(false)
    }

    private let flag = Flag()
    private let task: Task<String?, Never>

    init(_ path: String, _ versions: [Data]) {
      task = Task.detached { [flag] in
        while !flag.isSet.withLock({ $0 }) {
          guard let bytes = try? Data(contentsOf: URL(fileURLWithPath: path)) else { return "it was not there" }
          guard versions.contains(bytes) else { return "it had \(bytes.count) bytes" }
          try? await Task.sleep(for: .milliseconds(1))
        }
        return nil
      }
    }

    /// - Returns: what was wrong; nil where each time a whole model was read.
    func stop() async -> String? {
      flag.isSet.withLock { $0 = true }
      return await task.value
    }
  }

  /// However much comes, and however fast.
  @Test func memoryStaysSmall() async throws {
    let megabytes = LongTests.areIncluded ? 500 : 80
    let hosting = try await Hosting()
    let bytes = try Hosting.model(1, paddingByteCount: megabytes << 20)
    try hosting.publish(bytes, version: "1")
    let (lines, status) = await (try DownloadProcess(hosting)).result()
    #expect(status == 0 && lines.first == bytes.sha256, "\(lines)")
    let growth = try #require(lines.last.flatMap { Int($0) })
    print("a download of \(megabytes) MB takes \(growth >> 10) KB more than idle")
    #expect(growth < 32 << 20)
  }
}
