import Foundation
import TestModels
import Testing

/// The Swift of the README and of the articles compiles as it stands there, with no import that it does not name.
@Suite struct SnippetTests {
  private static let manifest =
    (try? String(contentsOf: Document.root.appending(path: "Package.swift"), encoding: .utf8)) ?? ""

  /// The modules that a package which depends on this one can import.
  private static var productModules: Set<String> {
    Set(
      manifest.matches(of: #/\.library\(\s*name: "\w+",\s*targets: \[(.*?)\]/#).flatMap { product in
        product.1.matches(of: #/"(\w+)"/#).map { String($0.1) }
      })
  }

  private static let systemModules: Set = ["Dispatch", "Foundation"]

  /// Manifests import what others cannot.
  private static func snippets() throws -> [Snippet] {
    try Document.all().flatMap(Snippet.all)
      + Document.tutorialFiles(withExtension: "swift").filter { !$0.path.hasSuffix("-package.swift") }
      .map(Snippet.init(program:))
  }

  /// Programs with the same imports are compiled together: what one file imports, others see parts of.
  @Test func everySnippetCompilesWithItsImports() throws {
    let snippets = try Self.snippets()
    #expect(snippets.count > 20)
    let folder = FileManager.default.temporaryDirectory.appending(path: "snippets-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let modules = try modules(in: folder)
    for (imports, group) in Dictionary(grouping: snippets, by: \.imports) {
      let file = folder.appending(path: "snippets.swift")
      let functions = group.enumerated().map { $1.function(named: "snippet\($0)") }
      try (imports.sorted().map { "import \($0)" } + functions).joined(separator: "\n")
        .write(to: file, atomically: true, encoding: .utf8)
      let (status, output) = try run(
        ["swiftc", "-typecheck", "-swift-version", "6", "-suppress-warnings"] + modules + [file.path])
      #expect(status == 0, "\(output)")
    }
  }

  @Test func snippetsImportProductsOnly() throws {
    let allowed = Self.productModules.union(Self.systemModules)
    #expect(allowed.isSuperset(of: ["TFLite", "TFLiteSchema", "TFLiteVision"]))
    for snippet in try Self.snippets() {
      #expect(snippet.imports.isSubset(of: allowed), "\(snippet.document.path): \(snippet.imports.sorted())")
    }
  }

  /// The manifests that tutorials show name products that there are.
  @Test func manifestsOfTutorialsCompile() throws {
    let manifests = try Document.tutorialFiles(withExtension: "swift").filter { $0.path.hasSuffix("-package.swift") }
    #expect(!manifests.isEmpty)
    let toolchain = try run(["swiftc", "-print-target-info"]).output
    let resources = try #require(toolchain.firstMatch(of: #/"runtimeResourcePath": "([^"]+)"/#)).1
    for manifest in manifests {
      let file = Document.root.appending(path: manifest.path).path
      let (status, output) = try run(
        ["swiftc", "-typecheck", "-swift-version", "6", "-package-description-version", "6.2.0"]
          + ["-I", "\(resources)/pm/ManifestAPI", file])
      #expect(status == 0, "\(output)")
      for product in manifest.lines.joined().matches(of: #/\.product\(name: "(\w+)"/#) {
        #expect(Self.manifest.contains(".library(name: \"\(product.1)\""), "\(manifest.path): \(product.1)")
      }
    }
  }

  /// How the compiler finds what this package has built, with either of SwiftPM's build systems.
  private func modules(in folder: URL) throws -> [String] {
    let sources = Document.root.appending(path: "Sources")
    // Modules that were built with a map of their own know it, and no second one may cover the same folder.
    var codecs = BuiltProducts.folder.appending(path: "CTFLiteImageCodecs.build/module.modulemap")
    if !FileManager.default.fileExists(atPath: codecs.path) {
      codecs = folder.appending(path: "module.modulemap")
      let header = sources.appending(path: "CTFLiteImageCodecs/include/CTFLiteImageCodecs.h").path
      try "module CTFLiteImageCodecs { umbrella header \"\(header)\" export * }"
        .write(to: codecs, atomically: true, encoding: .utf8)
    }
    let maps =
      try [codecs.path]
      + Document.files(in: "Sources", withExtension: "modulemap")
      .map { Document.root.appending(path: $0).path }
    let libraries = Self.manifest.matches(of: #/pkgConfig: "([^"]+)"/#).map { String($0.1) }
    let flags = try run(["pkg-config", "--cflags-only-I"] + libraries).output
      .split(whereSeparator: \.isWhitespace).map(String.init).filter { $0.hasPrefix("-I") }
    let products = BuiltProducts.folder
    return ["-I", products.appending(path: "Modules").path, "-I", products.path]
      + (maps.map { "-fmodule-map-file=\($0)" } + flags).flatMap { ["-Xcc", $0] }
  }

  private func run(_ command: [String]) throws -> (status: Int32, output: String) {
    let program = try FinishedProgram(command, reading: .both)
    return (program.status, program.text)
  }
}
