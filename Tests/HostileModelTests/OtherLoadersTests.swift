import Foundation
import TestModels
import Testing

/// What libraries of others do with the files that must never crash this one, written down as an article.
@Suite struct OtherLoadersTests {
  private static let article = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Sources/TFLite/TFLite.docc/OtherLoaders.md")

  private typealias Counts = [OtherLoader.Outcome: Int]

  @Test(.enabled(if: OtherLoader.python != nil, "Scripts/campaign loaders prepares the other loaders"))
  func everyHostileFile() throws {
    let python = try #require(OtherLoader.python)
    let folder = try TemporaryFolder()
    var counts: [Int: [OtherLoader: Counts]] = [:]
    for (number, hostile) in HostileFile.all.enumerated() {
      let file = URL(fileURLWithPath: try folder.write(hostile.bytes(), "\(number).tflite"))
      defer { try? FileManager.default.removeItem(at: file) }
      for loader in OtherLoader.allCases {
        let outcome = try loader.load(file, python: python)
        counts[hostile.row, default: [:]][loader, default: [:]][outcome, default: 0] += 1
      }
    }
    #expect(counts.values.allSatisfy { $0.count == OtherLoader.allCases.count })
    let text = text(counts)
    guard ProcessInfo.processInfo.environment["TFLITE_WRITE_DOCUMENTS"] != "1" else {
      return try Data(text.utf8).write(to: Self.article, options: .atomic)
    }
    #expect(try text == String(contentsOf: Self.article, encoding: .utf8), "TFLITE_WRITE_DOCUMENTS=1 writes it anew")
  }

  private func text(_ counts: [Int: [OtherLoader: Counts]]) -> String {
    let files = HostileFile.all
    func ours(_ files: [HostileFile]) -> Counts {
      let running = files.count { $0.stage == .ran }
      return [.runs: running, .refused: files.count - running]
    }
    func line(_ name: String, _ files: [HostileFile], _ theirs: [OtherLoader: Counts]) -> String {
      let cells = [name, "\(files.count)", Self.words(ours(files))]
      return "| " + (cells + OtherLoader.allCases.map { Self.words(theirs[$0] ?? [:]) }).joined(separator: " | ") + " |"
    }
    let rows = counts.keys.sorted().map { row in line("\(row)", files.filter { $0.row == row }, counts[row] ?? [:]) }
    let all = counts.values.reduce(into: [:] as [OtherLoader: Counts]) { sum, row in
      for (loader, counts) in row { sum[loader, default: [:]].merge(counts, uniquingKeysWith: +) }
    }
    let titles = OtherLoader.allCases.map(\.title).joined(separator: " | ")
    return """
      # Other loaders

      What other libraries do with the files that must never crash this one.

      ## Overview

      This article is made by `Scripts/campaign loaders`, which gives each file behind <doc:HostileModels> to the TFLite C
      library and to TFLite's Python package (the versions that this package is compared with) and to OpenVINO, all with
      their own settings, in a process of its own: loaded, given zeros, run once. The process may take 8 GiB and 20 s.

      *Ended* counts processes that a signal ended, such as a segmentation fault, an abort or a division by zero; *hung*
      those that did not end in time. Their own documents do not promise otherwise: LiteRT asks its users not to load models
      that they do not trust. A file that *runs* there and is *refused* here may have read or written memory that is not
      its own without a sign: only the signs are counted.

      | Row | Files | This package | \(titles) |
      |---|---|---|\(OtherLoader.allCases.map { _ in "---|" }.joined())
      \(rows.joined(separator: "\n"))
      \(line("all", files, all))

      """
  }

  private static func words(_ counts: Counts) -> String {
    let names: [(OtherLoader.Outcome, String)] = [
      (.refused, "refused"), (.runs, "runs"), (.crashed, "**ended**"), (.hung, "**hung**"),
    ]
    return names.compactMap { outcome, name in counts[outcome].flatMap { $0 > 0 ? "\($0) \(name)" : nil } }
      .joined(separator: ", ")
  }
}
