import ArgumentParser
import Foundation
import TFLiteInspection
import TFLiteModelManager

struct ListModelsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "Lists the models that were downloaded, or those that can be.",
    discussion: """
      Prints a table, or a JSON array with one object a model.

      Exit codes: 0 all went well; 1 the index cannot be read; 64 wrong usage.
      """)

  @Flag(help: "List the models of the catalog, or of the index that --from names.")
  var available = false

  @OptionGroup var source: ModelSourceOptions

  @OptionGroup var format: OutputFormat

  func validate() throws {
    if !available, source.index != nil { throw ValidationError("--from goes with --available.") }
  }

  func run() throws {
    if available { return try listOffered() }
    let models = try downloadedModels()
    try format.print(models.map(DownloadedModelRecord.init), lines: lines(of: models))
  }

  private func downloadedModels() throws -> [DownloadedModel] {
    try StandardError.reportingFailure(of: "downloaded models") { try ModelManager.modelManager().readableModels() }
  }

  private func lines(of models: [DownloadedModel]) -> [String] {
    guard !models.isEmpty else { return [ModelsProblem.noModels] }
    var table = TextTable(["name", "version", "variant", "size", "license", "from"], rightAligned: [3])
    for model in models {
      let record = model.record
      table.add([
        record.name, record.version ?? "", record.variant ?? "", Quantity.bytes(record.size), record.license ?? "",
        record.origin.text,
      ])
    }
    return table.lines(indentation: 0)
  }

  private func listOffered() throws {
    let here = Set(try downloadedModels().map(\.name))
    let models = try StandardError.reportingFailure(of: source.index ?? "catalog") { try offered().models }
    try format.print(
      models.map { OfferedModelRecord($0, isDownloaded: here.contains($0.name)) },
      lines: lines(of: models, downloaded: here))
  }

  private func lines(of models: [ModelIndex.Entry], downloaded: Set<String>) -> [String] {
    var table = TextTable(["name", "size", "license", "what it is"], rightAligned: [1])
    for model in models {
      let size = (model.release ?? model.variants.first?.release)?.file.size
      table.add([
        model.name, size.map(Quantity.bytes) ?? "", model.license ?? "",
        (model.summary ?? "") + (downloaded.contains(model.name) ? " (downloaded)" : ""),
      ])
    }
    return table.lines(indentation: 0)
  }

  private func offered() throws -> ModelIndex {
    switch try source.namedSource() {
    case nil: return try ModelCatalog.index()
    case let index as IndexModelSource:
      let trouble = LastTrouble()
      let configuration = trouble.watching(source.transport.manager().configuration)
      let bar = TransferBar(name: "index", patience: configuration.patience)
      defer { bar.clear() }
      let client = HTTPClient(configuration)
      return try Waiting.result {
        bar.show(done: 0, total: -1, trouble: trouble.last)
      } of: {
        try await index.index(using: client)
      }
    case let folder as FolderModelSource:
      return ModelIndex(
        models: try folder.names().map { name in
          ModelIndex.Entry(name: name, release: .init(file: .init(url: "\(name).tflite")))
        })
    default: throw ModelsProblem.noIndex
    }
  }
}
