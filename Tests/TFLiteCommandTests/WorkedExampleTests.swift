import Foundation
import TFLiteFlatBuffers
import TFLiteInspection
import TFLiteSchema
import TestModels
import Testing

/// What the article "My model's scores are wrong, which layer?" says happens.
@Suite(.enabled(if: Zoo.isPresent, "\(Zoo.absence)"))
struct WorkedExampleTests {
  private let folder: TemporaryFolder
  private let good = Zoo.model(ZooSelection.ssd)
  private let picture = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("Sources/TFLiteVision/TFLiteVision.docc/Resources/street.png")
    .path

  init() throws { folder = try TemporaryFolder() }

  /// The model with the highest bit of every sixteenth weight of operator 12 flipped.
  private func damaged() throws -> String {
    var model = try Model(contentsOfFile: good)
    let graph = model.subgraphs[0]
    let weights = graph.tensors[Int(graph.operators[12].inputs[1])]
    var bytes = try #require(model.constantData(of: weights)).withUnsafeBytes { Array($0) }
    for position in stride(from: 0, to: bytes.count, by: 16) { bytes[position] ^= 0x80 }
    model.buffers[Int(weights.buffer)].data = ByteSlice(bytes)
    let path = folder.path("damaged.tflite")
    try OutputFile.write(model.serialized(), to: path)
    return path
  }

  @Test func theDamageShowsInTheScores() throws {
    let right = try Command("detect", "--model", good, picture)
    #expect(["clock", "stop sign", "traffic light"].allSatisfy { right.output.contains($0) })
    let wrong = try Command("detect", "--model", try damaged(), picture)
    #expect(wrong.status == 0)
    #expect(wrong.output.contains("no object with a score of 0.50 or more"))
  }

  @Test func onlyTheDamagedOperatorIsToBlame() throws {
    let run = try Command("compare", try damaged(), good, picture, "--json")
    #expect(run.status == 1)
    let decoded = try #require(try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
    #expect(decoded["first_differing"] as? Int == 12)
    let rows = try #require(decoded["operators"] as? [[String: Any]])
    func differing(_ row: [String: Any]) -> Int { row["differing"] as? Int ?? -1 }
    for row in rows {
      let index = try #require(row["index"] as? Int)
      if index < 12 { #expect(differing(row) == 0) }
      let isolated = try #require(row["isolated"] as? [String: Any])
      #expect((differing(isolated) > 0) == (index == 12), "operator \(index)")
    }
    #expect(rows.contains { $0["index"] as? Int == 63 && differing($0) > 0 })
    let table = try Command("compare", try damaged(), good, picture, "--differing")
    #expect(table.output.contains("first differing operator: 12 (CONV_2D)"))
    #expect(table.output.contains("greatest error of its own: operator 12 (CONV_2D)"))
  }
}
