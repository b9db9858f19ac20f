import Foundation
import Testing

/// A text of the repository: the README, how to contribute, or an article of a DocC catalog.
struct Document: CustomTestStringConvertible, Sendable {
  /// Where it is, from the root of the package.
  let path: String
  let lines: [String]

  var testDescription: String { path }

  private init(path: String) throws {
    self.path = path
    lines = try String(contentsOf: Self.root.appending(path: path), encoding: .utf8).components(separatedBy: "\n")
  }

  static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// The README first, then CONTRIBUTING, then all articles.
  static func all() throws -> [Document] {
    try
      (["README.md", "CONTRIBUTING.md"] + files(in: "Sources", withExtension: "md")
      + files(in: "Documentation", withExtension: "md")).map(Document.init)
  }

  /// The files of code, or of commands, that tutorials show step by step.
  static func tutorialFiles(withExtension pathExtension: String) throws -> [Document] {
    try files(in: "Documentation", withExtension: pathExtension).map(Document.init)
  }

  /// Texts beside the articles: of the benchmarks, and of the models that come with the package.
  static func cards() throws -> [Document] {
    try ["Benchmarks", "Models/code_detector", "Models/code_symbology", "Models/training"]
      .map { try Document(path: "\($0)/README.md") }
  }

  /// Whether it is read on its own, so that its links are paths.
  var isOutsideOfCatalogs: Bool { !path.contains(".docc/") }

  /// The paths of all files in a folder, from the root of the package.
  static func files(in folder: String, withExtension pathExtension: String) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: root.appending(path: folder).path)
      .filter { ($0 as NSString).pathExtension == pathExtension }.map { "\(folder)/\($0)" }.sorted()
  }

  /// A line with its number, which begins at 1.
  typealias Line = (number: Int, text: String)

  /// The lines outside of blocks of code.
  var prose: [Line] {
    var isCode = false
    return zip(1..., lines).filter { _, line in
      let isFence = line.trimmingCharacters(in: .whitespaces).hasPrefix("```")
      if isFence { isCode.toggle() }
      return !isCode && !isFence
    }
  }

  /// The blocks of code in a language.
  func blocks(of language: String) -> [[Line]] {
    var blocks: [[Line]] = []
    var block: [Line]?
    for (number, line) in zip(1..., lines) {
      switch line {
      case "```\(language)": block = []
      case "```":
        if let block { blocks.append(block) }
        block = nil
      default: block?.append((number, line))
      }
    }
    return blocks
  }
}
