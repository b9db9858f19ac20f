import ArgumentParser
import TFLiteModelManager

struct RemoveModelsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove",
    abstract: "Removes downloaded models.",
    discussion: "Exit codes: 0 all are gone; 1 at least one was not there, or could not be removed; 64 wrong usage.")

  @Argument(help: "The models.", completion: .downloadedModel)
  var names: [String]

  func run() throws {
    let manager = ModelManager.modelManager()
    try StandardError.reportingFailures(of: names) { name in
      do {
        // Also what is damaged, or has come in part: nobody could use it, but it takes room.
        try Waiting.result { try await manager.deleteDownloadedModel(CustomRemoteModel(name: name)) }
      } catch ModelManagerError.inModel(_, .notDownloaded) {
        throw manager.notDownloaded(name)
      }
    }
  }
}
