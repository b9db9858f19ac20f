import ArgumentParser
import Foundation
import TFLite
import TFLiteCLibrary
import TFLiteInspection
import TFLiteSchema

struct InspectCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "inspect",
    abstract: "Shows what is in a model.",
    discussion: """
      Prints inputs, outputs, operators with their shapes, options and costs, quantization, labels and metadata. \
      Nothing is run: models with operators that this program does not have can be inspected too, unless --plan asks \
      what a run of the model does.

      MACs are multiplications with addition, for the shapes in the file.

      Exit codes: 0 all went well; 1 the file is no model, or cannot be written; 64 wrong usage.
      """)

  @OptionGroup var model: ModelArgument
  @OptionGroup var format: OutputFormat

  @Flag(help: "Also show which code runs each operator, what is fused or folded, and where results lie in memory.")
  var plan = false

  @Option(help: "Write the operators' MACs as node data for Model Explorer.", completion: .file())
  var modelExplorer: String?

  @OptionGroup var execution: ExecutionOptions

  func run() throws {
    try OutputFiles.check(modelExplorer, model: model.name, inputs: [])
    let (loaded, size) = try StandardError.reportingFailure(of: model.name) {
      let files = try LocatedModel(model.name)
      return (try files.load(), try FileStatus(files.path)?.byteCount ?? 0)
    }
    let summary = ModelSummary(loaded)
    if let modelExplorer {
      let data = NodeData(loaded, values: summary.operators.map { Double($0.multiplyAccumulateCount) })
      try StandardError.reportingFailure(of: modelExplorer) {
        try OutputFile.write(JSONText.of(data) + "\n", to: modelExplorer)
      }
    }
    let plan = try StandardError.reportingFailure(of: model.name) {
      try self.plan ? Interpreter.plan(of: loaded, options: execution.options) : nil
    }
    try format.print(
      Record(summary: summary, plan: plan),
      lines: SummaryListing(summary, path: model.name, byteCount: size).lines
        + (plan.map { PlanListing($0).lines } ?? []))
  }

  /// A summary, with the plan as one more field where it was asked for.
  private struct Record: Encodable {
    let summary: ModelSummary
    let plan: ExecutionPlan?

    func encode(to encoder: any Encoder) throws {
      try summary.encode(to: encoder)
      if let plan { try encoder.write(["plan": plan]) }
    }
  }
}

extension Interpreter {
  /// The plan of a model.
  fileprivate static func plan(of model: Model, options: Options) throws -> ExecutionPlan {
    let interpreter = try Interpreter(model: model, options: options)
    try interpreter.allocate()
    return try interpreter.plan
  }
}
