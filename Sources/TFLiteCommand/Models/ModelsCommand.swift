import ArgumentParser
import Foundation
import TFLiteCLibrary
import TFLiteModelManager

struct ModelsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "models",
    abstract: "Downloads models, and keeps them up to date.",
    discussion: """
      A downloaded model can be named wherever another command takes a model: tflite detect --model NAME. Models are \
      checked before they are put in place; until then an older version stays. They are kept in the folder swift-tflite \
      of XDG_DATA_HOME, or of ~/.local/share.
      """,
    subcommands: [
      AddModelCommand.self, ListModelsCommand.self, UpdateModelsCommand.self, RemoveModelsCommand.self,
      ModelPathCommand.self,
    ])
}

/// Where models come from, in commands that fetch some.
struct ModelSourceOptions: ParsableArguments {
  @Option(
    name: .customLong("from"),
    help: ArgumentHelp(
      "The index that has the model: an address, a file, or a folder of models. (default: the catalog of public models)",
      valueName: "index"),
    completion: .file(extensions: ["json"]))
  var index: String?

  @OptionGroup var transport: TransportOptions

  /// The source that was named; nil where none was.
  func namedSource() throws -> (any ModelSource)? {
    try index.map { text in
      if let url = WebAddress.url(text) { return IndexModelSource(url) }
      guard let status = try FileStatus(text) else { throw ModelsProblem.noIndex }
      let url = URL(fileURLWithPath: text).standardizedFileURL
      guard status.isFolder else { return IndexModelSource(url) }
      let index = url.appendingPathComponent("index.json")
      return try FileStatus(index.path) == nil ? FolderModelSource(url) : IndexModelSource(index)
    }
  }
}

/// How other machines are asked.
struct TransportOptions: ParsableArguments {
  @Flag(help: "Take models from other machines without encryption: everybody on the way can read and change them.")
  var allowInsecureHTTP = false

  /// The manager of the models of this user.
  func manager(_ limits: DownloadLimits? = nil) -> ModelManager {
    var configuration = ModelManager.Configuration()
    configuration.allowsInsecureHTTP = allowInsecureHTTP
    if let limits { configuration.downloadLimit = limits.downloadLimit.byteCount }
    return ModelManager(configuration)
  }
}

/// How much is downloaded, in commands that fetch models.
struct DownloadLimits: ParsableArguments {
  @Option(help: ArgumentHelp("The most bytes that may come for one model or archive.", valueName: "size"))
  var downloadLimit = MemorySize(byteCount: ModelManager.Configuration().downloadLimit)
}

/// Addresses on the command line.
enum WebAddress {
  /// Nil for what is a path or a name.
  static func url(_ text: String) -> URL? {
    guard text.contains("://"), let url = URL(string: text), url.scheme != nil else { return nil }
    return url
  }
}
