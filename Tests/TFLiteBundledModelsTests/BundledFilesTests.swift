import Foundation
import Testing

@testable import TFLiteBundledModels

/// Where files that come with the package are looked for.
@Suite struct BundledFilesTests {
  private static let file = "code_detector/model.tflite"

  /// Folders of which some hold the file.
  private final class Folders {
    let root = FileManager.default.temporaryDirectory.appendingPathComponent("bundled-\(UUID())")

    func path(_ name: String) -> String { root.appendingPathComponent(name).path }

    func path(_ name: String, holding file: String) throws -> String {
      let url = root.appendingPathComponent(name).appendingPathComponent(file)
      try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data([1]).write(to: url)
      return path(name)
    }

    deinit { try? FileManager.default.removeItem(at: root) }
  }

  @Test func theNamedFolderCountsAlone() throws {
    let folders = Folders()
    let named = try folders.path("named", holding: Self.file)
    let other = try folders.path("other", holding: Self.file)
    #expect(try BundledFiles.path(of: Self.file, namedFolder: named, folders: [other]) == "\(named)/\(Self.file)")
    let empty = folders.path("empty")
    #expect(throws: BundledModelsError.notInNamedFolder(file: Self.file, folder: empty)) {
      try BundledFiles.path(of: Self.file, namedFolder: empty, folders: [other])
    }
  }

  @Test(arguments: [nil, ""]) func otherwiseTheFirstFolderThatHasIt(_ named: String?) throws {
    let folders = Folders()
    let first = folders.path("first")
    let second = try folders.path("second", holding: Self.file)
    let third = try folders.path("third", holding: Self.file)
    #expect(
      try BundledFiles.path(of: Self.file, namedFolder: named, folders: [first, second, third])
        == "\(second)/\(Self.file)")
  }

  @Test func whatIsMissingIsToldWithWhereItWasSought() {
    let folders = ["/nowhere/a", "/nowhere/b"]
    let error = #expect(throws: BundledModelsError.self) {
      try BundledFiles.path(of: Self.file, namedFolder: nil, folders: folders)
    }
    #expect(error == .notFound(file: Self.file, folders: folders))
    #expect(error?.description.contains("/nowhere/a, /nowhere/b") == true)
    #expect(error?.description.contains("TFLITE_MODELS") == true)
  }

  @Test(arguments: BundledModel.allCases) func eachModelIsWhole(_ model: BundledModel) throws {
    for path in [try model.modelPath(), try model.labelsPath(), try model.manifestPath()] {
      #expect(FileManager.default.isReadableFile(atPath: path), "\(path)")
    }
  }

  @Test func theCatalogIsThere() throws {
    #expect(FileManager.default.isReadableFile(atPath: try BundledFiles.catalogPath()))
  }
}
