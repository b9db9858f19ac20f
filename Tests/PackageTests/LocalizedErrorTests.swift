import Foundation
import Testing

/// Apps print `error.localizedDescription`. Of an error that says nothing of its own, Foundation makes "The operation could
/// not be completed".
@Suite struct LocalizedErrorTests {
  @Test func everyPublicErrorSaysItsMessage() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    var (errors, localized): (Set<String>, Set<String>) = ([], [])
    for folder in ["Sources", "Models"].map({ root.appending(path: $0) }) {
      for file in try FileManager.default.subpathsOfDirectory(atPath: folder.path) where file.hasSuffix(".swift") {
        let text = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
        errors.formUnion(
          text.matches(of: /(?m)^public (?:enum|struct|final class) (\w+): [^{]*\bError\b/).map { String($0.1) })
        localized.formUnion(text.matches(of: /extension (\w+): LocalizedError/).map { String($0.1) })
      }
    }
    #expect(errors.isSuperset(of: ["InterpreterError", "VisionError", "ModelManagerError", "BundledModelsError"]))
    #expect(errors.subtracting(localized).isEmpty)
  }
}
