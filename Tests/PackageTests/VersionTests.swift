import Foundation
import TFLite
import Testing

/// One version, wherever it is told.
@Suite struct VersionTests {
  private static func text(_ path: String) throws -> String {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    return try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  @Test func isASemanticVersion() {
    #expect(Runtime.version.wholeMatch(of: #/(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(-[0-9A-Za-z.-]+)?/#) != nil)
  }

  @Test func isTheLastOfTheChangelog() throws {
    let versions = try Self.text("CHANGELOG.md").matches(of: #/(?m)^## \[([0-9][^\]]*)\] - \d{4}-\d\d-\d\d$/#)
    #expect(versions.first.map { String($0.1) } == Runtime.version)
  }

  /// The wheel takes its version from there.
  @Test func isPythons() throws {
    let version = try Self.text("Python/swift_tflite/__init__.py").firstMatch(of: #/(?m)^__version__ = "([^"]+)"$/#)
    #expect(version.map { String($0.1) } == Runtime.version)
    #expect(try Self.text("Python/pyproject.toml").contains("version = { attr = \"swift_tflite.__version__\" }"))
  }
}
