import Foundation
import TFLiteSchema
import TestModels
import Testing

/// The example finds in a photograph of a meal what is there.
@Suite(.enabled(if: Zoo.isPresent, "\(Zoo.absence)"))
struct AutoMLDetectorExampleTests {
  private func run(_ arguments: [String]) throws -> (status: Int32, output: String) {
    let process = Process()
    let products = (Bundle.main.executableURL ?? URL(fileURLWithPath: CommandLine.arguments[0]))
      .resolvingSymlinksInPath().deletingLastPathComponent()
    process.executableURL = products.appendingPathComponent("AutoMLDetectorExample")
    process.arguments = arguments
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: output, as: UTF8.self))
  }

  @Test func findsAMeal() throws {
    let model = Zoo.model("det_automl/salad1_automl.tflite")
    let labels = FileManager.default.temporaryDirectory.appendingPathComponent("dict-\(UUID().uuidString).txt")
    defer { try? FileManager.default.removeItem(at: labels) }
    let packed = try #require(try Model(contentsOfFile: model).packedFiles().first { $0.name == "dict.txt" })
    try Data(packed.text.utf8).write(to: labels)
    let result = try run([model, labels.path, Zoo.image("odml_pathways/img_meal_one.jpg")])
    #expect(result.status == 0, "\(result.output)")
    let lines = result.output.split(separator: "\n")
    #expect(lines.count >= 3 && lines.count % 3 == 0, "\(result.output)")
    for start in stride(from: 0, to: lines.count, by: 3) {
      let match = lines[start].wholeMatch(of: #/Object found: (.+) \(confidence: (.+)\)/#)
      let found = try #require(match, "\(lines[start])")
      #expect(["Cheese", "Salad", "Baked Goods", "Tomato", "Seafood"].contains(String(found.1)))
      #expect(try #require(Float(found.2)) > 0.66)
      #expect(lines[start + 1].wholeMatch(of: #/  Top-left: \((.+),(.+)\)/#) != nil)
      #expect(lines[start + 2].wholeMatch(of: #/  Bottom-right: \((.+),(.+)\)/#) != nil)
    }
  }

  @Test func saysWhatIsWrong() throws {
    #expect(try run([]).status == 64)
    let result = try run(["/invalid/path", "labels", "photo"])
    #expect(result.status == 1 && result.output == "Failed to load the given model.\n")
  }
}
