import Foundation
import TFLiteBundledModels
import TFLiteModelManager

/// The index of well-known public models that comes with the program.
enum ModelCatalog {
  /// What models from here are recorded with: the file is somewhere else when the program is.
  static let origin = ModelOrigin.custom("catalog")

  /// - Throws: `BundledModelsError` where the catalog is not.
  static func source() throws -> any ModelSource { Source(index: IndexModelSource(try file())) }

  /// The models, or nothing where there is no catalog.
  static var names: [String] { (try? index())?.models.map(\.name) ?? [] }

  static func offers(_ name: String) -> Bool { names.contains(name) }

  /// Reads the catalog.
  static func index() throws -> ModelIndex {
    let file = try file()
    return try ModelIndex(Data(contentsOf: file), url: file)
  }

  private static func file() throws(BundledModelsError) -> URL {
    URL(fileURLWithPath: try BundledFiles.catalogPath())
  }

  /// The catalog, by the name that it is recorded with.
  private struct Source: ModelSource {
    let index: IndexModelSource

    var origin: ModelOrigin { ModelCatalog.origin }

    func answer(to request: ModelRequest) async throws -> ModelAnswer {
      do {
        return try await index.answer(to: request)
      } catch ModelManagerError.notOffered(_, let offered) {
        throw ModelManagerError.notOffered(source: "the catalog", offered: offered)
      }
    }
  }
}
