import Foundation
import TFLiteModelManager

/// What a manager of models does with the answers of a web server: downloads, resumes, follows.
enum AnswerTrial {
  /// Behind each byte 0 begins the answer to another request.
  ///
  /// Bytes that name a scheme of other machines are left alone: a manager may go there. One trial at a time has the server.
  static func run(_ bytes: [UInt8]) throws {
    guard !String(decoding: bytes, as: UTF8.self).lowercased().contains("https") else { return }
    turn.lock()
    defer { turn.unlock() }
    let server = try Self.server.get()
    server.answer(with: bytes.split(separator: 0, maxSplits: 3, omittingEmptySubsequences: false).map(Array.init))
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("answers-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    var configuration = ModelManager.Configuration(folder: folder)
    configuration.retries.attempts = 3
    configuration.stallTimeout = .seconds(2)
    configuration.patience = .seconds(4)
    configuration.sleep = { _ in }
    let base = "http://127.0.0.1:\(server.port)/"
    configuration.source =
      bytes.count % 2 == 0 ? try URLModelSource("\(base)m.tflite") : try IndexModelSource("\(base)index.json")
    let manager = ModelManager(configuration)
    try waiting { _ = try await manager.downloadAsync(CustomRemoteModel(name: "m")) }
  }

  private static let turn = NSLock()
  private static let server = Result { try AnswerServer() }

  /// libFuzzer does not know of tasks.
  private static func waiting(_ body: @escaping @Sendable () async throws -> Void) throws {
    final class Outcome: @unchecked Sendable { var result: Result<Void, any Error> = .success(()) }
    let outcome = Outcome()
    let ended = DispatchSemaphore(value: 0)
    Task {
      do { try await body() } catch { outcome.result = .failure(error) }
      ended.signal()
    }
    ended.wait()
    try outcome.result.get()
  }
}
