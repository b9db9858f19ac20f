import Foundation
import Testing

/// What a user can import is `public`. What the package keeps to itself is `package`, so that it may change.
@Suite struct VisibilityTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// The modules that the libraries of the manifest consist of.
  private static func modulesOfLibraries() throws -> Set<String> {
    let manifest = try String(contentsOf: root.appending(path: "Package.swift"), encoding: .utf8)
    let libraries = manifest.matches(of: /\.library\(\s*name: "\w+",\s*targets: \[([^\]]*)\]/)
    return Set(libraries.flatMap { $0.1.matches(of: /"(\w+)"/).map { String($0.1) } })
  }

  private static func isInLibrary(_ module: String, _ modules: Set<String>) -> Bool {
    // One target for each instruction set; they share sources that are linked into their folders.
    modules.contains(module) || module.hasPrefix("TFLiteMicrokernels") || module == "MicrokernelLoops"
  }

  @Test func onlyLibrariesArePublic() throws {
    let modules = try Self.modulesOfLibraries()
    #expect(modules.isSuperset(of: ["TFLite", "TFLiteVision", "TFLiteModelManager"]))
    let sources = Self.root.appending(path: "Sources")
    for module in try FileManager.default.contentsOfDirectory(atPath: sources.path)
    where !Self.isInLibrary(module, modules) {
      let folder = sources.appending(path: module)
      for file in try FileManager.default.subpathsOfDirectory(atPath: folder.path) where file.hasSuffix(".swift") {
        let text = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
        #expect(!text.contains(/(?m)^\s*(@\w+(\([^)]*\))?\s+)*(public|open)\s/), "\(module)/\(file)")
      }
    }
  }
}
