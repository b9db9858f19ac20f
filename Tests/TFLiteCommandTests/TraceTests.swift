import Foundation
import TFLiteFlatBuffers
import TFLiteInspection
import TFLiteSchema
import TestModels
import Testing

/// `tflite trace`.
@Suite struct TraceTests {
  private let folder: TemporaryFolder
  private let model: String
  private let picture: String

  init() throws {
    (folder, model, picture) = try TemporaryFolder.withDetector()
  }

  private func names(_ arguments: String...) throws -> [String] {
    let path = folder.path("trace.npz")
    let run = try Command(["trace", model, picture, "-o", path] + arguments)
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output == "" && run.errors == "")
    return try NPZArchive(ByteSlice(mappingFile: path)).arrayNames
  }

  @Test func writesEveryActivation() throws {
    #expect(
      try names() == [
        "input0", "op0000_out0", "op0001_out0", "op0001_out1", "op0001_out2", "op0001_out3", "output0", "output1",
        "output2", "output3",
      ])
    let archive = try NPZArchive(ByteSlice(mappingFile: folder.path("trace.npz")))
    #expect(try archive.array(named: "op0000_out0")?.bytes == [224, 0, 0, 0, 128, 0, 0, 0, 192, 5, 5, 5])
    #expect(try archive.array(named: "op0001_out2")?.numbers.prefix(3) == [0.875, 0.75, 0.5])
  }

  @Test func someOperators() throws {
    let inputsAndOutputs = ["input0", "output0", "output1", "output2", "output3"]
    #expect(try names("--layers", "0..0").filter { !inputsAndOutputs.contains($0) } == ["op0000_out0"])
    #expect(try names("--only", "Reshape").filter { !inputsAndOutputs.contains($0) } == ["op0000_out0"])
    #expect(try names("--layers", "0,1").count == 10)
    _ = try names("--float")
    let archive = try NPZArchive(ByteSlice(mappingFile: folder.path("trace.npz")))
    #expect(try archive.array(named: "op0000_out0")?.numbers.first == 0.875)
  }

  @Test func printsATable() throws {
    let run = try Command("trace", model, picture)
    #expect(run.status == 0)
    let lines = run.output.split(separator: "\n").map { $0.split { $0 == " " }.joined(separator: " ") }
    #expect(lines[0] == "# operator output type shape least mean greatest kernel")
    #expect(lines[1] == "0 RESHAPE scores UINT8 [1, 4, 3] 0 0.182 0.875 reshape uint8 copy")
    #expect(lines.count == 6)
  }

  @Test func health() throws {
    let run = try Command("trace", model, picture, "--health", "--json")
    #expect(run.status == 0)
    let rows = try #require(try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [[String: Any]])
    #expect(rows.count == 1)
    #expect(rows[0]["operator"] as? String == "RESHAPE")
    #expect(rows[0]["saturated_low"] as? Double == 0.5)
    #expect(try Command("trace", model, picture, "--health").output.contains("range used"))
  }

  @Test func badInput() throws {
    let text = try folder.write(Array("hello".utf8), "text.png")
    for (arguments, status, word) in [
      ([text], 1, "tflite: \(text): "), ([folder.path("missing.png")], 1, "No such file"),
      ([picture, "--layers", "1..2"], 1, "there are no operators 1 to 2; the model has 0 to 1"),
      ([picture, "--only", "Conv2D"], 1, "no operator here is a Conv2D"),
      ([picture, "-o", "/dev/full"], 1, "No space left"),
      ([picture, "-o", "/nowhere/trace.npz"], 1, "cannot be written"),
      ([picture, "--layers", "3..1"], 64, "no range"), ([picture, "--layers", "x"], 64, "no range"),
      ([picture, "--json"], 64, "--health"),
    ] as [([String], Int32, String)] {
      let run = try Command(["trace", model] + arguments)
      #expect(run.status == status, "\(arguments): \(run.errors)")
      #expect(run.output == "")
      #expect(run.errors.contains(word), "\(run.errors)")
    }
  }

  @Test(.enabled(if: Zoo.isPresent, "\(Zoo.absence)"), arguments: ZooSelection.all)
  func modelsOfTheZoo(_ name: String) throws {
    let path = folder.path("trace.npz")
    let run = try Command("trace", Zoo.model(name), ZooSelection.photograph, "-o", path)
    #expect(run.status == 0, "\(run.errors)")
    let graph = try Model(contentsOfFile: Zoo.model(name)).subgraphs[0]
    let archive = try NPZArchive(ByteSlice(mappingFile: path))
    let results = graph.operators.reduce(0) { $0 + $1.outputs.count }
    #expect(archive.arrayNames.count == results + graph.inputs.count + graph.outputs.count)
  }
}
