import Foundation
import Testing

@testable import TFLiteImageCodecs

@Suite struct FileReplacementTests {
  private func append(_ text: String, to file: FileReplacement) throws {
    try Array(text.utf8).withUnsafeBytes { try file.append($0) }
  }

  @Test func whatWasThereStaysUntilTheEnd() throws {
    try withTemporaryFolder { folder in
      let place = folder.appending(path: "file")
      try Data("old".utf8).write(to: place)
      try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: place.path())
      let file = try FileReplacement.begin(at: place.path())
      try append("new, ", to: file)
      try append("", to: file)
      try append("and more", to: file)
      #expect(try Data(contentsOf: place) == Data("old".utf8))
      try file.finish()
      #expect(try Data(contentsOf: place) == Data("new, and more".utf8))
      #expect(try FileManager.default.attributesOfItem(atPath: place.path())[.posixPermissions] as? Int == 0o600)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path()) == ["file"])
    }
  }

  /// Somebody throws before the end.
  @Test(arguments: [false, true]) func whatIsNotFinishedLeavesNothing(isReplacing: Bool) throws {
    struct Interruption: Error {}
    try withTemporaryFolder { folder in
      let place = folder.appending(path: "file")
      if isReplacing { try Data("old".utf8).write(to: place) }
      func interrupted() throws {
        let file = try FileReplacement.begin(at: place.path())
        try append("half", to: file)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path()).count == (isReplacing ? 2 : 1))
        withExtendedLifetime(file) {}
        throw Interruption()
      }
      #expect(throws: Interruption.self) { try interrupted() }
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path()) == (isReplacing ? ["file"] : []))
      if isReplacing { #expect(try Data(contentsOf: place) == Data("old".utf8)) }
    }
  }
}
