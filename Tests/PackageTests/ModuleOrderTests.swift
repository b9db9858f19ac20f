import Foundation
import Testing

/// A module may import only modules that stand above it in this list, which is that of the package's architecture.
///
/// Microkernels know no tensors, and the command line knows no kernels: some modules are closed to some others although
/// they stand above them.
@Suite struct ModuleOrderTests {
  private static let order =
    ["TFLiteCLibrary", "TFLiteFlatBuffers", "TFLiteSchema"] + instructionSets + [
      "TFLiteMicrokernels", "TFLiteElementaryFunctions", "TFLiteKernels", "TFLite",
      "CTensorFlowLite", "TensorFlowLiteC",
      "CPNG", "CJPEG", "CTFLiteImageCodecs", "TFLiteImageCodecs",
      "CLibArchive", "CLibCrypto", "CCurl", "TFLiteBundledModels", "TFLiteModelManager", "CZLib", "TFLiteVision",
      "CZXing", "CTFLiteCodeReader", "TFLiteCodeReader", "CCairo", "TFLiteAnnotation",
      "TFLiteInspection", "LiteRTReference", "LiteRTPythonReference", "TFLiteCommand", "AutoMLDetectorExample",
    ]

  private static let closed: [(module: String, isClosedTo: [String])] = [
    ("TFLiteMicrokernels", ["TFLiteSchema", "TFLiteFlatBuffers"]),
    ("TFLiteFlatBuffers", ["Foundation"]),
    ("TFLiteCommand", ["TFLiteKernels", "TFLiteMicrokernels"] + instructionSets),
    (
      "TFLite",
      ["TFLiteImageCodecs", "CPNG", "CJPEG", "CCairo", "CZLib", "CLibArchive", "CLibCrypto", "CCurl", "CZXing"]
    ),
  ]

  /// Modules that the package does not make.
  private static let outside: Set = [
    "Android", "ArgumentParser", "Builtin", "Compression", "CoreGraphics", "CoreMedia", "CoreText", "CoreVideo",
    "CryptoKit", "Darwin", "Dispatch", "Foundation", "FoundationEssentials", "FoundationNetworking", "Glibc",
    "ImageIO", "Musl", "Swift", "Synchronization", "UIKit",
  ]

  private static let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("Sources")

  /// The modules of inner loops, one for each instruction set.
  private static let instructionSets: [String] = {
    let folders = (try? FileManager.default.contentsOfDirectory(atPath: sources.path)) ?? []
    return folders.filter { $0.hasPrefix("TFLiteMicrokernels") && $0 != "TFLiteMicrokernels" }.sorted()
  }()

  @Test func everyTargetIsInTheList() throws {
    let folders = try FileManager.default.contentsOfDirectory(atPath: Self.sources.path)
    // Loops that are linked into each module of microkernels.
    #expect(Set(folders).subtracting(Self.order) == ["MicrokernelLoops"])
  }

  @Test(arguments: order)
  func importsOnlyWhatStandsAbove(_ module: String) throws {
    let folder = Self.sources.appendingPathComponent(module)
    guard FileManager.default.fileExists(atPath: folder.path) else { return }
    let position = try #require(Self.order.firstIndex(of: module))
    for (file, imported) in try imports(in: folder) where !Self.outside.contains(imported) {
      let importedPosition = Self.order.firstIndex(of: imported)
      #expect(importedPosition.map { $0 < position } == true, "\(module)/\(file) imports \(imported)")
    }
  }

  /// Darwin may be imported where it is meant: a function that no other platform has.
  @Test func theCLibraryHasOneName() throws {
    for module in Self.order where module != "TFLiteCLibrary" {
      let folder = Self.sources.appendingPathComponent(module)
      guard FileManager.default.fileExists(atPath: folder.path) else { continue }
      for (file, imported) in try imports(in: folder) {
        #expect(!["Glibc", "Musl", "Android"].contains(imported), "\(module)/\(file) imports \(imported)")
      }
    }
  }

  @Test func theEndsNeverMeet() throws {
    for (name, others) in Self.closed {
      let modules = Self.order.filter { $0 == name || name == "TFLiteMicrokernels" && $0.hasPrefix(name) }
      for module in modules {
        let folder = Self.sources.appendingPathComponent(module)
        for (file, imported) in try imports(in: folder) {
          #expect(!others.contains(imported), "\(module)/\(file) imports \(imported)")
        }
      }
    }
  }

  /// The modules that the Swift files of a folder import.
  private func imports(in folder: URL) throws -> [(file: String, module: String)] {
    let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".swift") }
    let pattern =
      /^\s*(?:@\w+(?:\([^)]*\))?\s+)*(?:(?:public|package|internal|fileprivate|private)\s+)?import\s+(?:(?:struct|class|enum|protocol|func|var|let|typealias)\s+)?(\w+)/
    return try files.flatMap { file in
      let text = try String(contentsOf: folder.appendingPathComponent(file), encoding: .utf8)
      return text.split(separator: "\n").compactMap { line in
        line.firstMatch(of: pattern).map { (file, String($0.1)) }
      }
    }
  }
}
