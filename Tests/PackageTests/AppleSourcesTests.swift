import Foundation
import TestModels
import Testing

/// What is compiled on Apple's systems alone is type-checked against declarations of what it uses there.
@Suite struct AppleSourcesTests {
  /// In an order in which each finds those before it.
  private static let modules = ["TFLiteImageCodecs", "TFLiteAnnotation", "TFLiteModelManager", "TFLiteVision"]

  @Test func frameworksAreUsedAsDeclared() throws {
    let frameworks = try StubModules(apple: StubModules.appleFrameworks)
    for module in Self.modules { try frameworks.compile(StubModules.sources(of: module), into: module) }
  }

  @Test func theCLibraryIsUsedAsDeclared() throws {
    let frameworks = try StubModules(apple: [])
    try frameworks.compileAppleSystem()
    for module in ["TFLiteCLibrary", "TFLiteFlatBuffers"] {
      try frameworks.compile(StubModules.sources(of: module), into: module)
    }
  }

  /// Wrong calls are found: these sources are not passed over.
  @Test func wrongCallsAreFound() throws {
    let frameworks = try StubModules(apple: StubModules.appleFrameworks)
    for (file, name) in [
      ("AppleImageFiles.swift", "kCGImagePropertyOrientation"), ("AppleImageFiles.swift", "supportsOutput"),
      ("Image+PNG.swift", "PNGEncoder"),
    ] {
      let sources = try StubModules.sources(of: "TFLiteImageCodecs").map { source in
        guard source.lastPathComponent == file else { return source }
        let text = try String(contentsOf: source, encoding: .utf8)
        #expect(text.contains(name))
        let changed = frameworks.folder.appending(path: file)
        try text.replacing(name, with: "misspelt").write(to: changed, atomically: true, encoding: .utf8)
        return changed
      }
      #expect(throws: StubModules.Failure.self) { try frameworks.compile(sources, into: "TFLiteImageCodecs") }
    }
  }
}
