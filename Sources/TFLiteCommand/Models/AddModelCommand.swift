import ArgumentParser
import Foundation
import TFLiteModelManager

struct AddModelCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "add",
    abstract: "Downloads a model.",
    discussion: """
      tflite models add coco_ssd_mobilenet_v1_1.0_quant
      tflite models add detector --from https://example.org/models/index.json
      tflite models add https://example.org/models/detector.tflite

      What has come stays when a download is interrupted: the same command goes on where it stopped. A model that is \
      there already is brought up to date. Archives (.zip, .tar.gz) are unpacked. A server that keeps silent for a minute, \
      over all attempts, is given up, and so is one that stays below 1000 bytes a second for two minutes, time and again; on \
      a terminal, a line says what is waited for.

      Exit codes: 0 the model is there; 1 it is not, or not the newest; 64 wrong usage.
      """)

  @Argument(
    help: "The name of a model in the catalog or the index, or the address of a model file.",
    completion: .offeredModel)
  var model: String

  @OptionGroup var source: ModelSourceOptions

  @OptionGroup var limits: DownloadLimits

  @Option(help: "What the model will be called. (default: its name in the index, or the last part of the address)")
  var name: String?

  @Option(help: "The variant to take. (default: the one that falls to this installation)")
  var variant: String?

  @Option(
    name: .customLong("sha256"),
    help: ArgumentHelp("What the SHA-256 of the model file at an address must be.", valueName: "digits"))
  var sha256: String?

  func validate() throws {
    let isAddress = WebAddress.url(model) != nil
    if isAddress, source.index != nil { throw ValidationError("--from is for names; \(model) is an address.") }
    if isAddress, variant != nil { throw ValidationError("--variant is for names; \(model) is an address.") }
    if !isAddress, sha256 != nil { throw ValidationError("--sha256 is for addresses; an index has it for its models.") }
    if !isAddress, name != nil { throw ValidationError("--name is for addresses; a model of an index has its name.") }
    if let sha256, !sha256.isHashValue {
      throw ValidationError("--sha256 must be 64 hexadecimal digits.")
    }
  }

  func run() throws {
    let manager = source.transport.manager(limits)
    let remote = try StandardError.reportingFailure(of: model) { try remoteModel(manager) }
    try StandardError.reportingFailure(of: remote.name) {
      let before = try manager.readableModel(named: remote.name)
      let after = try ModelDownload(model: remote, manager: manager).run()
      print(ModelLine(after, before: before).text)
      print(after.path)
    }
  }

  private func remoteModel(_ manager: ModelManager) throws -> CustomRemoteModel {
    if let url = WebAddress.url(model) {
      let file = RemoteFile(url: url, sha256: sha256?.lowercased())
      return CustomRemoteModel(name: try name ?? Self.name(of: url), source: URLModelSource(file))
    }
    let named = try source.namedSource()
    let known = try named == nil ? manager.readableModel(named: model)?.record : nil
    return CustomRemoteModel(
      name: model, source: try named ?? known?.source() ?? ModelCatalog.source(),
      variant: variant ?? known?.pinnedVariant)
  }

  /// The last part of an address, without what tells the kind of file.
  private static func name(of url: URL) throws -> String {
    var name = url.lastPathComponent
    for suffix in [".tflite"] + ModelArchive.suffixes where name.lowercased().hasSuffix(suffix) {
      name.removeLast(suffix.count)
      break
    }
    guard !name.isEmpty, name != "/" else { throw ModelsProblem.namelessAddress }
    return name
  }
}
