import Foundation
import TFLiteKernels
import TFLiteSchema
import Testing

/// An operator is found by its name: one file for each code that is registered, which says what the operator is.
@Suite struct OperatorFilesTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("Sources/TFLiteKernels/Operators")

  /// All files of the folder by their names in small letters.
  private static let files: [String: URL] = {
    let urls = (FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?.allObjects ?? [])
      .compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }
    return Dictionary(
      uniqueKeysWithValues: urls.map { ($0.deletingPathExtension().lastPathComponent.lowercased(), $0) })
  }()

  /// The name in the schema; custom operators drop the runtime's name before theirs.
  @Test(arguments: OperatorRegistry.standard.operatorNames)
  func everyCodeHasItsFile(_ name: String) throws {
    let fileName = name.replacing("TFLite_", with: "").replacing("_", with: "").lowercased()
    let file = try #require(Self.files[fileName], "no file for \(name) below Sources/TFLiteKernels/Operators")
    let typeName = file.deletingPathExtension().lastPathComponent
    let lines = try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n")
    let definition = try #require(
      lines.firstIndex { $0.hasPrefix("enum \(typeName)Operator: OperatorDefinition {") },
      "\(file.lastPathComponent) does not hold \(typeName)Operator")
    let comment = lines[..<definition].reversed().prefix { $0.hasPrefix("///") }.reversed().joined(separator: "\n")
    #expect(comment.hasPrefix("/// \(name):"), "\(file.lastPathComponent) does not begin with the operator's name")
    for part in ["Input", "Output", "Source: `"] {
      let isThere = comment.contains(part) || comment.contains(part.lowercased())
      #expect(isThere, "\(file.lastPathComponent) does not name the \(part) in the comment of its definition")
    }
    #expect(["tflite", "mediapipe"].contains { comment.contains("Source: `\($0)/") }, "\(file.lastPathComponent)")
  }

  @Test func noTwoFilesShareAName() {
    #expect(Self.files.count > 200)
  }
}
