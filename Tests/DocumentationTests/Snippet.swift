import Foundation

/// A program that a document shows: a block of Swift that begins with its imports, and the blocks that continue it; or a
/// file of a tutorial.
struct Snippet {
  let document: Document
  private(set) var imports: Set<String> = []
  private var blocks: [ArraySlice<Document.Line>] = []

  private static let continuation = "// Continues the snippet above."
  private static let manifest = "// Package.swift"

  /// The programs of a document.
  ///
  /// - Throws: ``Flaw`` for a block that neither names what it imports nor says that it continues another.
  static func all(in document: Document) throws -> [Snippet] {
    var snippets: [Snippet] = []
    for block in document.blocks(of: "swift") where block.first?.text != manifest {
      let continues = block.first?.text == continuation
      if !continues { snippets.append(Snippet(document: document)) }
      guard let last = snippets.indices.last, snippets[last].append(block), continues || block[0].text.isImport else {
        throw Flaw(
          description: "\(document.path):\(block.first?.number ?? 0): a block of Swift begins with its imports, or "
            + "with \"\(continuation)\"")
      }
    }
    return snippets
  }

  /// The program that a step of a tutorial shows.
  init(program document: Document) {
    self.init(document: document)
    _ = append(Array(zip(1..., document.lines)))
  }

  private init(document: Document) { self.document = document }

  struct Flaw: Error, CustomStringConvertible {
    let description: String
  }

  private mutating func append(_ block: [Document.Line]) -> Bool {
    imports.formUnion(block.map(\.text).filter(\.isImport).map { String($0.dropFirst("import ".count)) })
    let code = block.drop { $0.text.isImport || $0.text.isEmpty || $0.text == Self.continuation }
    blocks.append(code)
    return !code.isEmpty
  }

  /// This program as a function, but for the imports. The compiler speaks of places in the document.
  func function(named name: String) -> String {
    let body = blocks.flatMap { block in
      ["#sourceLocation(file: \"\(document.path)\", line: \(block.first?.number ?? 1))"] + block.map(\.text)
    }
    return (["func \(name)() async throws {"] + body + ["}"]).joined(separator: "\n")
  }
}

extension String {
  fileprivate var isImport: Bool { hasPrefix("import ") }
}
