import Foundation
import Testing

/// The list of hostile models, an article of the module TFLite, says what the tests do.
@Suite struct HostileListTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// Where the journeys of each row's files end, as the article words it.
  private static func stages() throws -> [(row: Int, stages: [String])] {
    let article = root.appending(path: "Sources/TFLite/TFLite.docc/HostileModels.md")
    return try String(contentsOf: article, encoding: .utf8).split(separator: "\n").compactMap { line in
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      guard line.hasPrefix("|"), cells.count >= 3, let row = Int(cells[0]) else { return nil }
      return (row, cells[2].components(separatedBy: ", "))
    }
  }

  @Test func rowsAreNumbered() throws {
    let rows = try Self.stages().map(\.row)
    #expect(rows == Array(1...rows.count))
  }

  @Test func everyRowHasFilesThatEndWhereItSays() throws {
    let listed = try Self.stages()
    #expect(Set(HostileFile.all.map(\.row)) == Set(listed.map(\.row)))
    let order: [Journey.Stage] = [.load, .create, .allocate, .invoke, .ran]
    for (row, stages) in listed {
      let files = Set(HostileFile.all.filter { $0.row == row }.map(\.stage))
      #expect(stages == order.filter(files.contains).map(\.word), "row \(row)")
    }
  }

  /// Comments cite "rows 7, 9 to 13"; names of tests begin with the rows, "9, 10: …".
  @Test func everyRowThatATestCitesIsThere() throws {
    let rows = Set(try Self.stages().map(\.row))
    let tests = Self.root.appending(path: "Tests")
    let files = try FileManager.default.subpathsOfDirectory(atPath: tests.path).filter { $0.hasSuffix(".swift") }
    var citations = 0
    for file in files {
      let text = try String(contentsOf: tests.appending(path: file), encoding: .utf8)
      let lists =
        text.matches(of: #/\(rows? ([\d, tomand]+?)[;:)]/#).map(\.1)
        + text.matches(of: #/\(row (\d+) of the list of hostile models/#).map(\.1)
        + text.matches(of: #/@Test\(\s*"(\d+(?:, \d+)*): /#).map(\.1)
      for list in lists {
        let cited = list.matches(of: #/\d+/#).compactMap { Int($0.0) }
        #expect(rows.isSuperset(of: cited), "\(file): \(list)")
        citations += 1
      }
    }
    #expect(citations > 50)
  }
}

extension Journey.Stage {
  /// What the article calls it.
  fileprivate var word: String {
    switch self {
    case .load: "load"
    case .create: "create"
    case .allocate: "prepare"
    case .invoke: "run"
    case .ran: "runs"
    }
  }
}
