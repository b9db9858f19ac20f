import Foundation
import TFLiteKernels
import Testing

/// What the README says of the package is true.
@Suite struct ReadmeTests {
  @Test func listsExactlyTheOperatorsThatRun() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let readme = try String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)
    let row = try #require(readme.split(separator: "\n").first { $0.hasPrefix("| Operators |") })
    let names = row.split(separator: "|").last.map { $0.split(separator: ",") } ?? []
    let listed = names.map { $0.trimmingCharacters(in: .whitespaces) }
    let running = OperatorRegistry.standard.operatorNames
    #expect(listed.joined(separator: ", ") == running.joined(separator: ", "))
  }
}
