import ArgumentParser
import TFLite
import TFLiteInspection

struct BenchmarkCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "benchmark",
    abstract: "Measures how long a model takes as a whole.",
    discussion: """
      Prints the median and the spread of many runs, and how long the model took to load, to prepare and to run for the \
      first time. Without an input, noise is fed. `tflite profile` tells what each operator takes.

      Exit codes: 0 all went well; 1 the model or an input failed; 64 wrong usage.
      """)

  @OptionGroup var model: ModelArgument

  @Argument(help: "A picture for the first input that takes one.")
  var pictures: [String] = []

  @OptionGroup var inputs: ModelInputOptions
  @OptionGroup var measurement: MeasurementOptions

  @Flag(help: "Also tell what each kind of operator takes, in as many runs again, which are watched.")
  var perOperator = false

  @OptionGroup var format: OutputFormat
  @OptionGroup var execution: ExecutionOptions

  func run() throws {
    let loaded = try StandardError.reportingFailure(of: model.name) { try LoadedModel(named: model.name) }
    let feed = try StandardError.reportingFailure(of: inputs.subject(pictures: pictures, model: model.name)) {
      try inputs.feed(loaded.model, pictures: pictures, fallback: .measurable, within: execution.processor)
    }
    let options = execution.options
    let (times, profile) = try StandardError.reportingFailure(of: model.name) {
      guard perOperator else {
        let times = try ModelTimes(
          loaded.model, feed: feed, warmUpRuns: measurement.warmUp, runs: measurement.runs, options: options)
        return (times, nil as Profile?)
      }
      let profile = try Profile(
        loaded.model, feed: feed, warmUpRuns: measurement.warmUp, runs: measurement.runs, options: options)
      return (profile.times, profile)
    }
    let given = inputs.summary(pictures: pictures)
    let listing = ModelTimesListing(times, path: model.name, load: loaded.loadTime, inputs: given)
    try format.print(
      BenchmarkRecord(times, model: model.name, load: loaded.loadTime, inputs: given, operators: profile?.operators),
      lines: listing.lines + (profile.map { KindListing($0).lines } ?? []))
  }
}
