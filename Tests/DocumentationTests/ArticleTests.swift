import Foundation
import Testing

/// What the README and the articles say can be read, and leads somewhere.
@Suite struct ArticleTests {
  private static let documents = (try? Document.all()) ?? []
  private static let allTexts = documents + ((try? Document.cards()) ?? [])

  @Test func theREADMEIsShort() throws {
    #expect(try #require(Self.documents.first).lines.count < 150)
  }

  @Test(arguments: allTexts) func tablesCanBeRead(_ document: Document) {
    for (number, line) in document.prose where line.hasPrefix("|") {
      let cells = line.replacing("\\|", with: "/").split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      for cell in cells { #expect(cell.count <= 200, "\(document.path):\(number): \(cell)") }
    }
  }

  /// Files that texts link to, or name in full, are there, and so is what a text says is in them:
  /// `Sources/File.swift`: `function`, `otherFunction`.
  @Test(arguments: documents) func filesAreThere(_ document: Document) throws {
    let folder = (document.path as NSString).deletingLastPathComponent
    for (number, line) in document.prose {
      for link in line.matches(of: #/\]\((?!https?:)([^)#\s]+)\)/#) where document.isOutsideOfCatalogs {
        #expect(Self.exists("\(folder)/\(link.1)"), "\(document.path):\(number): \(link.1)")
      }
      let names = line.matches(
        of: #/`((?:Benchmarks|Models|Scripts|Sources|Tests)/[^`…<*\s]+)`(?<symbols>:(?: `[^`]+`,?)+)?/#)
      for name in names {
        guard Self.exists(String(name.1)) else {
          Issue.record("\(document.path):\(number): \(name.1) is not there")
          continue
        }
        let content = name.symbols.map { _ in try? String(contentsOf: Self.url(String(name.1)), encoding: .utf8) }
        for symbol in (name.symbols ?? "").matches(of: #/`([^`(]+)[^`]*`/#) {
          #expect(content??.contains(symbol.1) == true, "\(document.path):\(number): no \(symbol.1) in \(name.1)")
        }
      }
    }
  }

  private static func url(_ path: String) -> URL { Document.root.appending(path: path) }

  private static func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: url(path).path) }

  /// Links between articles, to pictures, and to types stay within their catalog.
  @Test(arguments: documents.filter { !$0.isOutsideOfCatalogs }) func linksResolve(_ document: Document) throws {
    let catalog = try #require(document.path.firstRange(of: ".docc/"))
    let folder = String(document.path[..<catalog.lowerBound]) + ".docc"
    let module = String(try #require(document.path.split(separator: "/").dropFirst().first))
    let declared = Self.declarations(module).union([module])
    let resources = try ["jpg", "png", "svg"].flatMap { try Document.files(in: folder, withExtension: $0) }
    for (number, line) in document.prose {
      for article in line.matches(of: #/<doc:(\w+)>/#) {
        let isThere = ["\(article.1).md", "Tutorials/\(article.1).tutorial"].contains { Self.exists("\(folder)/\($0)") }
        #expect(isThere, "\(document.path):\(number): \(article.1)")
      }
      for picture in line.matches(of: #/!\[[^\]]*\]\(([^)]+)\)/#) {
        let isThere = resources.contains { ($0 as NSString).lastPathComponent.hasPrefix(picture.1) }
        #expect(isThere, "\(document.path):\(number): \(picture.1)")
      }
      for symbol in line.matches(of: #/``(\w+)[^`]*``/#) {
        #expect(declared.contains(String(symbol.1)), "\(document.path):\(number): \(symbol.1)")
      }
    }
  }

  /// The names that a module declares at any level, and those that it re-exports.
  private static func declarations(_ module: String) -> Set<String> {
    let files = (try? Document.files(in: "Sources/\(module)", withExtension: "swift")) ?? []
    return files.reduce(into: []) { names, file in
      let text = (try? String(contentsOf: url(file), encoding: .utf8)) ?? ""
      let pattern = #/\b(?:struct|class|enum|protocol|actor|typealias|func|var|let|case) (\w+)/#
      names.formUnion(text.matches(of: pattern).map { String($0.1) })
      for other in text.matches(of: #/@_exported import (?:\w+ )?(\w+)/#) {
        names.formUnion(declarations(String(other.1)))
      }
    }
  }

  /// Spellings other than those of the US.
  private static let foreign = [
    #"\w*colour\w*"#, "centred?", "centres", #"grey\w*"#, "licence", "catalogues?", #"behaviour\w*"#,
    #"neighbour\w*"#, #"favour\w*"#,
    "(?:optim|normal|recogn|initial|serial|special|general|organ|minim|maxim)is(?:e|ed|es|ing|ation)",
    "analys(?:e|ed|ing)", "artefacts?", "labell(?:ed|ers?|ing)", "cancell(?:ed|ing)", #"modell\w+"#, "judgement",
    "metres?",
  ]

  @Test(arguments: allTexts) func spellingIsOne(_ document: Document) throws {
    let foreign = try Regex(#"(?i)\b(?:\#(Self.foreign.joined(separator: "|")))\b"#)
    for (number, line) in document.prose {
      let text = line.replacing(#/`[^`]*`/#, with: "").replacing(#/\([^()\s]*\)/#, with: "")
      for word in text.matches(of: foreign) { Issue.record("\(document.path):\(number): \(word.0)") }
    }
  }
}

/// What the README says of the package is true.
@Suite struct ReadmeTests {
  private static func text(_ path: String) throws -> String {
    try String(contentsOf: Document.root.appending(path: path), encoding: .utf8)
  }

  /// The tables that tests write and compare have as much as it says, and nothing that differs.
  @Test func countsAreThoseOfTheTables() throws {
    let readme = try Self.text("README.md")
    let operators = try Self.text("Sources/TFLiteKernels/TFLiteKernels.docc/SupportedOperators.md")
    let rows = try #require(operators.firstMatch(of: #/(\d+) rows of `reference`/#)).1
    #expect(readme.contains("More than 1000 rows of [operator and type]") && (Int(rows) ?? 0) > 1000)
    let models = try #require(
      Self.text("Sources/TFLite/TFLite.docc/ZooModels.md").firstMatch(
        of: #/(?<exact>\d+) exact, with (?<elements>\d+) elements in \d+ runs, (?<differing>\d+) of which differ/#))
    #expect(readme.contains("more than 150 models") && (Int(models.exact) ?? 0) > 150)
    #expect(readme.contains("more than 1200 million elements") && (Int(models.elements) ?? 0) > 1_200_000_000)
    #expect(readme.contains("0 differing") && models.differing == "0")
  }

  /// Ratios are those of the table that the benchmarks write.
  @Test(arguments: [
    ("`coco_ssd_mobilenet_v1` | `.reference`", "COCO SSD MobileNet v1"),
    ("`mobilenet_v2_1.0_224_quant` | `.reference`", "MobileNet v2 uint8"),
    ("`ssdlite_mobilenet_v2_voc` | `.reference`", "SSDLite MobileNet v2"),
    ("`retinaface_torch` | `.xnnpack`", "RetinaFace"), ("`yolox_nano_with_post_float16` | `.xnnpack`", "YOLOX"),
    ("`face_detection_front` | `.xnnpack`", "BlazeFace"),
    ("`face_detection_back` | `.xnnpack`", "BlazeFace for back cameras"),
  ])
  func ratiosAreThoseOfTheBenchmarks(row: String, name: String) throws {
    let rows = try Self.text("Benchmarks/README.md").split(separator: "\n")
    let row = try #require(rows.first { $0.hasPrefix("| \(row) | 1 |") })
    let ratio = try #require(row.firstMatch(of: #/\*\*(\d+\.\d+) /#)).1
    let readme = try Self.text("README.md").replacing("\n ", with: "")
    #expect(readme.contains("\(name) \(ratio)"), "\(ratio)")
  }

  @Test func packagesAreThoseThatScriptsInstall() throws {
    let readme = try Self.text("README.md")
    let setup = try #require(Self.text("Scripts/lib/setup.sh").firstMatch(of: #/build_packages=\(([^)]*)\)/#)).1
    #expect(readme.contains("apt-get install \(setup)\n"))
  }
}
