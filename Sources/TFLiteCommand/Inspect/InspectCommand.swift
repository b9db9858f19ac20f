import ArgumentParser
import Foundation
import TFLiteInspection
import TFLiteSchema

struct InspectCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "inspect",
    abstract: "Shows what is in a model.",
    discussion: """
      Prints inputs, outputs, operators with their shapes, options and costs, quantization, labels and metadata. \
      Nothing is run: models with operators that this program does not have can be inspected too.

      MACs are multiplications with addition, for the shapes in the file.

      Exit codes: 0 all went well; 1 the file is no model, or cannot be written; 64 wrong usage.
      """)

  @Argument(help: "The model, a .tflite file or the name of a downloaded one.", completion: .model)
  var model: String

  @Flag(help: "Print JSON.")
  var json = false

  @Option(help: "Write the operators' MACs as node data for Model Explorer.", completion: .file())
  var modelExplorer: String?

  func run() throws {
    let (files, loaded) = try StandardError.reportingFailure(of: model) {
      let files = try LocatedModel(model)
      return (files, try files.load())
    }
    let summary = ModelSummary(loaded)
    if let modelExplorer {
      let data = NodeData(loaded, values: summary.operators.map { Double($0.multiplyAccumulateCount) })
      try StandardError.reportingFailure(of: modelExplorer) {
        try OutputFile.write(JSONText.of(data) + "\n", to: modelExplorer)
      }
    }
    if json {
      print(try JSONText.of(summary))
    } else {
      let size = (try? FileManager.default.attributesOfItem(atPath: files.path)[.size] as? Int) ?? 0
      for line in SummaryListing(summary, path: model, byteCount: size).lines { print(line) }
    }
  }
}
