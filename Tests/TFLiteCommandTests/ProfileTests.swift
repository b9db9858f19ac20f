import Foundation
import TFLiteSchema
import TestModels
import Testing

/// `tflite profile`.
@Suite struct ProfileTests {
  private let folder: TemporaryFolder
  private let model: String

  init() throws {
    folder = try TemporaryFolder()
    model = try folder.write(try ModelSketch.conv2D().model.serialized(), "model.tflite")
  }

  @Test func printsATable() throws {
    let run = try Command("profile", model, "--runs", "3", "--threads", "1")
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.errors == "")
    let lines = run.output.split(separator: "\n")
    #expect(lines[0].contains(" reference numerics, ") && lines[0].hasSuffix(", 1 thread, fed noise"))
    #expect(lines[1].contains("first run") && lines[1].contains("peak memory"))
    #expect(lines[2].hasPrefix("  3 runs after 5 to warm up") && lines[3].contains("median"))
    #expect(lines.contains { $0.contains("CONV_2D") && $0.contains("100.0 %") && $0.contains("384") })
    #expect(lines.contains { $0.contains(" conv2D uint8 vector ") })
  }

  @Test func writesFiles() throws {
    let (csv, trace, nodes) = (folder.path("p.csv"), folder.path("p.json"), folder.path("n.json"))
    let run = try Command(
      "profile", model, "--runs", "2", "--json", "--csv", csv, "--trace", trace, "--model-explorer", nodes)
    #expect(run.status == 0, "\(run.errors)")
    let decoded = try #require(try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
    #expect(decoded["model"] as? String == model)
    #expect(decoded["runs"] as? Int == 2)
    let rows = try #require(decoded["operators"] as? [[String: Any]])
    #expect((rows[0]["kernel"] as? String)?.hasPrefix("conv2D uint8 vector ") == true)
    #expect(try String(contentsOfFile: csv, encoding: .utf8).split(separator: "\n").count == 2)
    let events = try JSONSerialization.jsonObject(with: Data(contentsOf: URL(fileURLWithPath: trace))) as? [String: Any]
    #expect((events?["traceEvents"] as? [Any])?.count == 2 + 2 * 2)
    #expect(try String(contentsOfFile: nodes, encoding: .utf8).contains("\"output\""))
  }

  @Test func badInput() throws {
    for (arguments, status) in [
      (["--runs", "0"], 64), (["--warm-up", "-1"], 64), (["--threads", "0"], 64), (["--cpu", "abacus"], 64),
      (["--csv", "/dev/full"], 1),
      (["--trace", "/nowhere/p.json"], 1), (["missing.png"], 1),
    ] as [([String], Int32)] {
      let run = try Command(["profile", model, "--runs", "1"] + arguments)
      #expect(run.status == status, "\(arguments): \(run.errors)")
      #expect(run.output == "")
    }
  }

  @Test(.enabled(if: Zoo.isPresent, "\(Zoo.absence)"), arguments: ZooSelection.all)
  func modelsOfTheZoo(_ name: String) throws {
    let run = try Command("profile", Zoo.model(name), ZooSelection.photograph, "--runs", "2")
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output.contains("CONV_2D"))
  }
}
