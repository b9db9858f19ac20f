import Foundation
import TFLite
import TestModels
import Testing

/// The code of the README and of the articles is code that has been compiled.
@Suite struct ArticleTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  private static func lines(_ path: String) throws -> [String] {
    try String(contentsOf: root.appending(path: path), encoding: .utf8).components(separatedBy: "\n")
      .map { $0.trimmingCharacters(in: .whitespaces) }
  }

  /// The blocks of Swift in a text, but for lines of a package's manifest.
  private static func blocks(_ lines: [String]) -> [[String]] {
    var blocks: [[String]] = []
    var current: [String]?
    for line in lines {
      if line == "```swift" {
        current = []
      } else if line == "```" {
        if let block = current, block.first != "// Package.swift" { blocks.append(block) }
        current = nil
      } else {
        current?.append(line)
      }
    }
    return blocks
  }

  /// The README and every article with Swift in it.
  private static let texts: [String] = {
    let files = FileManager.default.enumerator(atPath: root.appending(path: "Sources").path)
    let articles = (files?.allObjects ?? []).compactMap { $0 as? String }.filter { $0.hasSuffix(".md") }
    return ["README.md"]
      + articles.map { "Sources/\($0)" }.sorted().filter { ((try? lines($0)) ?? []).contains("```swift") }
  }()

  @Test func everyModuleWithAnInterfaceIsThere() {
    for module in ["TFLite", "TFLiteInspection", "TFLiteModelManager", "TFLiteSchema", "TFLiteVision"] {
      #expect(Self.texts.contains { $0.hasPrefix("Sources/\(module)/") }, "\(module)")
    }
  }

  @Test(arguments: texts)
  func codeIsCompiled(_ path: String) throws {
    let compiled = try Self.lines("Tests/DocumentationTests/Snippets.swift")
    let blocks = Self.blocks(try Self.lines(path))
    #expect(!blocks.isEmpty)
    for block in blocks {
      for line in block where line.hasPrefix("import ") { #expect(compiled.contains(line), "\(path): \(line)") }
      let code = Array(block.drop { $0.hasPrefix("import ") || $0.isEmpty })
      let isThere = compiled.indices.contains { compiled[$0...].starts(with: code) }
      #expect(isThere, "\(path): \(code.joined(separator: "\n"))")
    }
  }
}
