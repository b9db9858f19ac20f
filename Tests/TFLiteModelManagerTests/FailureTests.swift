import FlyingFox
import Foundation
import Synchronization
import TestModelServer
import Testing

@testable import TFLiteModelManager

/// Whatever keeps a model from coming, the code of the published guides learns of it: by a notification, by the progress,
/// and by an error that says what to do.
@Suite struct FailureTests {
  /// What goes wrong, and what the error says.
  enum Obstacle: String, CaseIterable {
    case noSource, wrongKey, unknownToTheProject, unknownToTheIndex, missingFile, wrongHash, noModel, impossibleName

    var text: String {
      switch self {
      case .noSource: "set ModelManager.modelManager().configuration.source"
      case .wrongKey: "Firebase project my-project answered 403: it does not take the apiKey"
      case .unknownToTheProject: "Firebase project my-project (is that its id?) does not have it"
      case .unknownToTheIndex: "does not have it; it has other"
      case .missingFile: "the server answered 404 (Not Found)"
      case .wrongHash: "the SHA-256 of what came is "
      case .noModel: "no model that can be run"
      case .impossibleName: "cannot be the name of a model"
      }
    }
  }

  private func prepare(_ hosting: Hosting, _ obstacle: Obstacle) throws -> any RemoteModel {
    switch obstacle {
    case .noSource:
      hosting.manager.configuration.source = nil
      return AutoMLRemoteModel(name: "detector")
    case .wrongKey, .unknownToTheProject:
      hosting.server.respond { _ in
        HTTPResponse(statusCode: obstacle == .wrongKey ? .forbidden : .notFound)
      }
      let project = FirebaseProject(id: "my-project", apiKey: "k", host: hosting.server.url("")) { "token" }
      return CustomRemoteModel(remoteModelSource: FirebaseModelSource(name: "detector"), source: project)
    case .unknownToTheIndex:
      try hosting.publish([.init(name: "other", release: .init(file: .init(url: "a")))])
    case .missingFile: try hosting.publish(1) { $0.release?.file.url = "nowhere.tflite" }
    case .wrongHash: try hosting.publish(1) { $0.release?.file.sha256 = String(repeating: "0", count: 64) }
    case .noModel: try hosting.publish(Data("no model".utf8))
    case .impossibleName: return CustomRemoteModel(name: "")
    }
    return AutoMLRemoteModel(name: "detector", source: hosting.manager.configuration.source)
  }

  @Test(arguments: Obstacle.allCases) func isTold(_ obstacle: Obstacle) async throws {
    let hosting = try await Hosting(attempts: 1)
    let model = try prepare(hosting, obstacle)
    let told = Mutex<[String]>([])
    let name = Notification.Name.mlkitModelDownloadDidFail
    let observer = NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { notification in
      // Other tests download, too.
      let failed = notification.userInfo?[ModelDownloadUserInfoKey.remoteModel.rawValue] as AnyObject
      guard failed === model as AnyObject else { return }
      let error = notification.userInfo?[ModelDownloadUserInfoKey.error.rawValue] as? any Error
      told.withLock { $0.append(error?.localizedDescription ?? "no error") }
    }
    defer { NotificationCenter.default.removeObserver(observer) }

    let progress = hosting.manager.download(model)
    let start = ContinuousClock.now
    while !progress.isCancelled, start.duration(to: .now) < .seconds(600) {
      try await Task.sleep(for: .milliseconds(2))
    }
    let messages = told.withLock { $0 }
    #expect(messages.count == 1 && messages[0].contains(obstacle.text), "\(messages)")
    #expect(progress.isCancelled && !progress.isFinished && progress.completedUnitCount == 0)
    let error = try #require(progress.userInfo[.modelDownloadError] as? ModelManagerError)
    #expect(error.localizedDescription == messages.first)
    #expect(hosting.files.isEmpty, "\(hosting.files)")
  }

  /// Bytes that have come are no model yet.
  @Test func nothingIsFinishedBeforeItIsInPlace() async throws {
    let hosting = try await Hosting(attempts: 1)
    try hosting.publish(1) { $0.release?.file.sha256 = String(repeating: "0", count: 64) }
    let progress = Progress(totalUnitCount: -1)
    let watch = Task {
      var wasFinished = false
      while !progress.isCancelled {
        wasFinished = wasFinished || progress.isFinished
        await Task.yield()
      }
      return wasFinished
    }
    _ = await failure { try await hosting.manager.downloadAsync(hosting.model, progress: progress) }
    #expect(await !watch.value)
  }
}
