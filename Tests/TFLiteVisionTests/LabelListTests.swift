import Foundation
import Testing

@testable import TFLiteVision

@Suite struct LabelListTests {
  @Test func countsClassesFromTheFirstLine() {
    let labels = LabelList(names: ["cat", "dog"])
    #expect(labels.name(of: 0, classCount: 2) == "cat")
    #expect(labels.name(of: 1, classCount: nil) == "dog")
    #expect(labels.name(of: 2, classCount: 2) == nil)
    #expect(labels.name(of: -1, classCount: 2) == nil)
    #expect(labels.name(of: .max - 1, classCount: 2) == nil)
  }

  @Test(arguments: ["???", "background", "Background"])
  func skipsTheBackground(_ name: String) {
    let labels = LabelList(names: [name, "cat", "dog"])
    #expect(labels.name(of: 0, classCount: 2) == "cat")
    #expect(labels.name(of: 1, classCount: 2) == "dog")
    #expect(labels.name(of: 2, classCount: 2) == nil)
    #expect(labels.name(of: -1, classCount: 2) == name)
  }

  @Test func keepsAFirstLineThatIsAClass() {
    // As many lines as classes, an unknown number of classes, or another first line: nothing is skipped.
    #expect(LabelList(names: ["???", "cat"]).name(of: 0, classCount: 2) == "???")
    #expect(LabelList(names: ["???", "cat"]).name(of: 0, classCount: nil) == "???")
    #expect(LabelList(names: ["fox", "cat"]).name(of: 0, classCount: 1) == "fox")
    #expect(LabelList(names: ["???", "cat", "dog"]).name(of: 0, classCount: 1) == "???")
  }

  @Test func fewerLabelsThanClasses() {
    #expect(LabelList(names: ["cat"]).name(of: 5, classCount: 9) == nil)
    // The options of a detector may state any number of classes.
    #expect(LabelList(names: ["cat"]).name(of: 0, classCount: .max) == "cat")
  }

  @Test func takesByteLiteralsApart() {
    #expect(
      LabelList(lines: ["b'Cheese'", "b\"Bob's\"", "b''", "b'open", "bread"]).names
        == ["Cheese", "Bob's", "", "b'open", "bread"])
  }

  @Test func keepsEmptyLinesBetweenNames() {
    #expect(LabelList(lines: ["cat", "", "dog ", "", ""]).names == ["cat", "", "dog"])
  }

  @Test func readsFiles() throws {
    #expect(try read("cat\ndog\n").names == ["cat", "dog"])
    #expect(try read("cat\r\ndog\r\n").names == ["cat", "dog"])
    #expect(try read("cat\rdog").names == ["cat", "dog"])
    #expect(try read("Löwe\n犬").names == ["Löwe", "犬"])
  }

  /// What never ends is no list.
  @Test func endlessFile() {
    #expect(throws: VisionError.unreadableLabels(path: "/dev/zero", reason: "it has more than 16777216 bytes")) {
      try LabelList(contentsOfFile: "/dev/zero")
    }
  }

  @Test func refusesFilesThatHoldNoLabels() throws {
    for (bytes, reason) in [([], "empty"), (Array("\n\n".utf8), "empty"), ([0xFF, 0xFE, 0xC3], "UTF-8")]
      as [([UInt8], String)]
    {
      #expect { _ = try read(bytes) } throws: { "\($0)".contains(reason) && "\($0)".contains("labels.txt: ") }
    }
    #expect { try LabelList(contentsOfFile: "/nowhere/labels.txt") } throws: { error in
      "\(error)".hasPrefix("/nowhere/labels.txt: cannot read the labels: ")
    }
  }

  private func read(_ text: String) throws -> LabelList { try read(Array(text.utf8)) }

  private func read(_ bytes: [UInt8]) throws -> LabelList {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("labels-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("labels.txt")
    try Data(bytes).write(to: file)
    return try LabelList(contentsOfFile: file.path)
  }
}
