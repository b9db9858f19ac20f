import ArgumentParser
import TFLite
import TFLiteInspection
import TFLiteSchema

struct ProfileCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "profile",
    abstract: "Measures how long a model takes, operator by operator.",
    discussion: """
      Measures what `tflite benchmark` does, and then as often again with a clock at every operator. Operators that are \
      fused for speed have one time, in the line of the one that does the work. Without an input, noise is fed.

      Exit codes: 0 all went well; 1 the model, an input or an output failed; 64 wrong usage.
      """)

  @OptionGroup var model: ModelArgument

  @Argument(help: "A picture for the first input that takes one.")
  var pictures: [String] = []

  @OptionGroup var inputs: ModelInputOptions
  @OptionGroup var measurement: MeasurementOptions
  @OptionGroup var format: OutputFormat

  @Flag(help: "Sort the operators by their time, the slowest first.")
  var sort = false

  @Flag(
    help: "Run every operator by itself, with nothing fused: what each would take, together more than the model takes.")
  var unfused = false

  @Option(help: ArgumentHelp("Write a row for each operator to this CSV file.", valueName: "file"))
  var csv: String?

  @Option(
    help: ArgumentHelp(
      "Write the timed runs as a trace that Perfetto and chrome://tracing open.", valueName: "file"))
  var trace: String?

  @Option(help: ArgumentHelp("Write milliseconds as node data for Model Explorer.", valueName: "file"))
  var modelExplorer: String?

  @OptionGroup var execution: ExecutionOptions

  func run() throws {
    try OutputFiles.check(csv, trace, modelExplorer, model: model.name, inputs: inputs.files(pictures: pictures))
    let loaded = try StandardError.reportingFailure(of: model.name) { try LoadedModel(named: model.name) }
    let feed = try StandardError.reportingFailure(of: inputs.subject(pictures: pictures, model: model.name)) {
      try inputs.feed(loaded.model, pictures: pictures, fallback: .measurable, within: execution.processor)
    }
    let profile = try StandardError.reportingFailure(of: model.name) {
      try Profile(
        loaded.model, feed: feed, warmUpRuns: measurement.warmUp, runs: measurement.runs, options: execution.options,
        fusion: unfused ? .undone : .kept)
    }
    if let csv { try StandardError.reportingFailure(of: csv) { try OutputFile.write(profile.csv, to: csv) } }
    if let trace {
      try StandardError.reportingFailure(of: trace) {
        try OutputFile.write(profile.traceEvents(model: model.name), to: trace)
      }
    }
    if let modelExplorer {
      let data = NodeData(loaded.model, values: profile.operators.map { $0.isRun ? $0.median.milliseconds : nil })
      try StandardError.reportingFailure(of: modelExplorer) {
        try OutputFile.write(JSONText.of(data) + "\n", to: modelExplorer)
      }
    }
    let listing = ModelTimesListing(
      profile.times, path: model.name, load: loaded.loadTime, inputs: inputs.summary(pictures: pictures))
    try format.print(
      profile.record(model: model.name, load: loaded.loadTime),
      lines: listing.lines + ProfileListing(profile, isSorted: sort).lines)
  }
}
