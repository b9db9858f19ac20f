import ArgumentParser
import TFLiteModelManager

struct UpdateModelsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "update",
    abstract: "Brings downloaded models up to date.",
    discussion: """
      Asks the sources that the models have come from. Programs that use a model go on with the version that they opened.

      Exit codes: 0 all are up to date; 1 at least one could not be updated, and is as it was; 64 wrong usage.
      """)

  @Argument(help: "The models. (default: all that were downloaded)", completion: .downloadedModel)
  var names: [String] = []

  @OptionGroup var transport: TransportOptions

  @OptionGroup var limits: DownloadLimits

  func run() throws {
    let manager = transport.manager(limits)
    let models =
      try names.isEmpty
      ? StandardError.reportingFailure(of: "downloaded models") { try manager.readableModels().map(\.name) } : names
    guard !models.isEmpty else { return print(ModelsProblem.noModels) }
    try StandardError.reportingFailures(of: models) { name in
      let before = try manager.requireModel(name)
      let remote = CustomRemoteModel(
        name: name, source: try before.record.source(), variant: before.record.pinnedVariant)
      print(ModelLine(try ModelDownload(model: remote, manager: manager).run(), before: before).text)
    }
  }
}
