import Foundation
import LiteRTReference
import TFLiteImageCodecs
import TFLiteSchema
import TestModels
import Testing

/// The example finds in a photograph of a meal what is there.
@Suite(.enabled(if: Zoo.isPresent, "\(Zoo.absence)"))
struct AutoMLDetectorExampleTests {
  private func run(_ arguments: [String]) throws -> (status: Int32, output: String) {
    let example = try FinishedProgram(
      BuiltProducts.executable("AutoMLDetectorExample"), arguments, reading: .both)
    return (example.status, example.text)
  }

  private let model = Zoo.model("det_automl/salad1_automl.tflite")
  private let photo = Zoo.image("odml_pathways/img_meal_one.jpg")

  /// Runs the example on the photograph, with the labels that are packed in the model.
  private func objects() throws -> [Object] {
    let labels = FileManager.default.temporaryDirectory.appendingPathComponent("dict-\(UUID().uuidString).txt")
    defer { try? FileManager.default.removeItem(at: labels) }
    let packed = try #require(try Model(contentsOfFile: model).packedFiles().first { $0.name == "dict.txt" })
    try Data(packed.text.utf8).write(to: labels)
    let result = try run([model, labels.path, photo])
    #expect(result.status == 0, "\(result.output)")
    let lines = result.output.split(separator: "\n")
    #expect(lines.count >= 3 && lines.count % 3 == 0, "\(result.output)")
    return try stride(from: 0, to: lines.count, by: 3).map { start in
      let first = try #require(lines[start].wholeMatch(of: #/Object found: (.+) \(confidence: (.+)\)/#))
      let second = try #require(lines[start + 1].wholeMatch(of: #/  Top-left: \((.+),(.+)\)/#))
      let third = try #require(lines[start + 2].wholeMatch(of: #/  Bottom-right: \((.+),(.+)\)/#))
      let corners = [second.2, second.1, third.2, third.1]
      return Object(
        label: String(first.1), confidence: try #require(Float(first.2)),
        box: try corners.map { try #require(Float($0)) })
    }
  }

  /// What the example prints: a box is top, left, bottom, right, as shares of the picture.
  private struct Object: Equatable {
    var label: String
    var confidence: Float
    var box: [Float]
  }

  @Test func findsAMeal() throws {
    let objects = try objects()
    #expect(!objects.isEmpty)
    for object in objects {
      #expect(["Cheese", "Salad", "Baked Goods", "Tomato", "Seafood"].contains(object.label))
      #expect(object.confidence > 0.66)
      #expect(object.box[0] < object.box[2] && object.box[1] < object.box[3])
    }
  }

  @Test(.enabled(if: LiteRTLibrary.unsupportedPlatform == nil, "the C library is not published for this platform"))
  func findsWhatTheCLibraryFinds() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let library = try LiteRTLibrary(path: LiteRTLibrary.defaultPath(packageRoot: root.path))
    let compiled = try LiteRTModel(library: library, path: model)
    let input = try #require(compiled.inputs.first)
    let picture = try Image(contentsOfFile: photo).resized(toWidth: input.shape[2], height: input.shape[1])
    let outputs = try compiled.run(inputs: [picture.pixels]).map { $0.elements(as: Float.self) }
    let expected = outputs[2].indices.filter { outputs[2][$0] > 0.66 }
      .map { (confidence: outputs[2][$0], box: Array(outputs[0][4 * $0..<4 * $0 + 4])) }
    let found = try objects()
    #expect(found.map(\.confidence) == expected.map(\.confidence))
    #expect(found.map(\.box) == expected.map(\.box))
  }

  @Test func saysWhatIsWrong() throws {
    #expect(try run([]).status == 64)
    let result = try run(["/invalid/path", "labels", "photo"])
    #expect(
      result.status == 1
        && result.output == "Failed to load the given model: /invalid/path: No such file or directory\n")
  }
}
