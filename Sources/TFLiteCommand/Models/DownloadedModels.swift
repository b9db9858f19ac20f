import Foundation
import TFLiteInspection
import TFLiteModelManager

extension ModelManager {
  /// A model that has to be here.
  ///
  /// - Throws: ``ModelsProblem/notDownloaded(nearest:)``, ``ModelManagerError/storage(path:reason:)``.
  func requireModel(_ name: String) throws -> DownloadedModel {
    if let model = try readableModel(named: name) { return model }
    throw notDownloaded(name)
  }

  /// What is said of a name that no model has.
  func notDownloaded(_ name: String) -> ModelsProblem {
    .notDownloaded(nearest: NearestNames.of(name, among: downloadedModels().map(\.name)))
  }
}

extension ModelRecord {
  /// Where the model can be asked for again.
  ///
  /// - Throws: ``ModelsProblem/unreachableOrigin(_:)`` for sources that need more than an address.
  func source() throws -> any ModelSource {
    if origin == ModelCatalog.origin { return try ModelCatalog.source() }
    guard let source = origin.source else { throw ModelsProblem.unreachableOrigin(origin.text) }
    return source
  }
}

extension ModelOrigin {
  /// For people.
  var text: String {
    switch self {
    case .url(let url), .index(let url): url.isFileURL ? url.path : url.absoluteString
    case .folder(let url): url.path
    case .firebase(let project): "Firebase project \(project)"
    case .custom(let name): name
    }
  }
}

/// What has become of a model, in a line.
struct ModelLine {
  let text: String

  /// - Parameter before: what was there; nil where nothing was.
  init(_ model: DownloadedModel, before: DownloadedModel?) {
    let record = model.record
    let facts = [
      record.variant.map { "variant \($0)" }, Quantity.bytes(record.size), record.license,
    ].compactMap(\.self).joined(separator: ", ")
    let version = record.version.map { "version \($0)" }
    let state: String
    switch before?.record {
    case nil: state = version ?? "downloaded"
    case let old? where (old.sha256, old.version, old.variant) == (record.sha256, record.version, record.variant):
      state = "up to date" + (version.map { ", \($0)" } ?? "")
    case let old?:
      let steps = [old.version, record.version].compactMap(\.self)
      state = steps.count == 2 && steps[0] != steps[1] ? "version \(steps[0]) → \(steps[1])" : "updated"
    }
    text = "\(record.name)  \(state), \(facts)".withoutControls
  }
}

/// What `tflite models list --json` prints for a model.
struct DownloadedModelRecord: Encodable {
  let model: DownloadedModel

  init(_ model: DownloadedModel) { self.model = model }

  func encode(to encoder: any Encoder) throws {
    let record = model.record
    // What is not known is written as null.
    try encoder.write([
      "name": record.name,
      "version": record.version,
      "variant": record.variant,
      "pinned_variant": record.pinnedVariant,
      "license": record.license,
      "size": record.size,
      "sha256": record.sha256,
      "from": record.origin.text,
      "date": record.date.ISO8601Format(),
      "path": model.path,
      "labels": model.labelsPath,
    ])
  }
}

/// What `tflite models list --available --json` prints for a model.
struct OfferedModelRecord: Encodable {
  let name: String
  let summary: String?
  let license: String?
  let version: String?
  let size: Int?
  let variants: [String]
  let downloaded: Bool

  init(_ entry: ModelIndex.Entry, isDownloaded: Bool) {
    name = entry.name
    summary = entry.summary
    license = entry.license
    version = entry.release?.version
    size = entry.release?.file.size
    variants = entry.variants.map(\.name)
    downloaded = isDownloaded
  }
}
