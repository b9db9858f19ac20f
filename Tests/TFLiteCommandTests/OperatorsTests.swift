import Foundation
import Testing

/// `tflite operators`.
@Suite struct OperatorsTests {
  @Test func listsOperatorsWithTypesAndKernels() throws {
    let run = try Command("operators")
    #expect(run.status == 0 && run.errors == "")
    let lines = run.output.split(separator: "\n").map { $0.split { $0 == " " }.joined(separator: " ") }
    #expect(lines[0] == "operator kernel types")
    #expect(lines.contains { $0.hasPrefix("CONV_2D vector ") && $0.hasSuffix("FLOAT32×INT8") })
    for start in ["ABS ", "RESHAPE copy all of whole bytes", "WHILE subgraph", "TFLite_Detection_PostProcess "] {
      #expect(lines.contains { $0.hasPrefix(start) }, "\(start)")
    }
  }

  @Test func printsJSON() throws {
    let run = try Command("operators", "CONV_2D", "--json")
    let decoded = try #require(try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [[String: Any]])
    #expect(decoded.map { $0["operator"] as? String } == ["CONV_2D"])
    let kernels = try #require(decoded[0]["kernels"] as? [[String: Any]])
    #expect(
      kernels.contains { $0["kernel"] as? String == "vector" && ($0["types"] as? [String])?.contains("INT8") == true })
  }

  @Test func badInput() throws {
    let run = try Command("operators", "CONV_7D")
    #expect(run.status == 1 && run.output == "")
    #expect(run.errors == "tflite: CONV_7D: this program runs no such operator; `tflite operators` lists all\n")
    #expect(try Command("operators", "--csv").status == 64)
  }
}
