import ArgumentParser
import TFLite
import TFLiteInspection
import TFLiteSchema

struct TraceCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "trace",
    abstract: "Runs a model and keeps what every operator computes.",
    discussion: """
      Writes one .npz file that numpy reads: input0, …, op0007_out0 for operator 7's output 0, …, output0, … and \
      index.json, which says for each array its operator, tensor, type and quantization. Watching never changes a bit \
      of any result.

      --html writes a page with feature maps, histograms and times. Without an output, a table of the operators' \
      results is printed; with --health, how well the quantized ones use their range, the worst first, or as JSON.

      Exit codes: 0 all went well; 1 the model, an input or an output failed; 64 wrong usage.
      """)

  @OptionGroup var model: ModelArgument

  @Argument(help: "A picture for the first input that takes one.")
  var pictures: [String] = []

  @OptionGroup var inputs: ModelInputOptions
  @OptionGroup var selected: OperatorSelectionOptions

  @Option(name: .shortAndLong, help: "Write the values to this .npz file.")
  var output: String?

  @Option(
    help: ArgumentHelp(
      "Write the run as a page to look at: a folder of static files, with feature maps, histograms and times.",
      valueName: "folder"))
  var html: String?

  @Flag(help: "Write real values (float32) instead of quantized ones.")
  var float = false

  @Flag(help: "Show how well quantized results use their range.")
  var health = false

  @OptionGroup var format: OutputFormat
  @OptionGroup var execution: ExecutionOptions

  func validate() throws {
    if format.json, !health { throw ValidationError("--json is for --health.") }
  }

  func run() throws {
    try OutputFiles.check(output, report: html, model: model.name, inputs: inputs.files(pictures: pictures))
    let loaded = try model.load()
    let feed = try StandardError.reportingFailure(of: inputs.subject(pictures: pictures, model: model.name)) {
      try inputs.feed(loaded, pictures: pictures, within: execution.processor)
    }
    let trace = try StandardError.reportingFailure(of: model.name) {
      try Trace(loaded, feed: feed, selection: selected.selection, options: execution.options)
    }
    if let output {
      try StandardError.reportingFailure(of: output) { try trace.writeArchive(to: output, dequantized: float) }
    }
    if let html {
      try StandardError.reportingFailure(of: html) {
        let profile = try Profile(
          loaded, feed: feed, runs: Report.measuredRuns, options: execution.options, fusion: .undone)
        var report = Report(loaded, path: model.name, feed: feed, trace: trace, profile: profile)
        report.options = execution.options
        try report.write(to: html)
      }
    }
    if health {
      let found = QuantizationHealth.all(of: trace)
      try format.print(found, lines: HealthListing(found).lines)
    } else if output == nil, html == nil {
      TraceListing(trace).lines.forEach { print($0) }
    }
  }
}
