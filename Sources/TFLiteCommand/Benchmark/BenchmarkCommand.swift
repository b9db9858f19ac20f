import ArgumentParser
import Foundation
import TFLite
import TFLiteSchema

struct BenchmarkCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "benchmark",
    abstract: "Measures how long a model runs.",
    discussion: """
      Runs the model on seeded random inputs, or on a picture, and prints the median, the spread, and how long it took to \
      load, to prepare and to run for the first time.

      Exit codes: 0 all went well; 1 the model or the picture failed; 64 wrong usage.
      """)

  @Argument(help: "The model, a .tflite file.")
  var model: String

  @Option(help: "Timed runs.")
  var runs = 50

  @Option(help: "Runs before those that are timed.")
  var warmUp = 5

  @OptionGroup var execution: ExecutionOptions

  @Option(help: "Whose results to reproduce: \(Interpreter.Numerics.names).")
  var numerics: Interpreter.Numerics = .reference

  @Option(help: "Which random inputs.")
  var seed: UInt64 = 1

  @Option(help: "Run on this picture (PNG, JPEG, BMP, PPM) instead of random inputs.")
  var image: String?

  @Flag(help: "Also print the time that each operator takes.")
  var perOperator = false

  @Flag(help: "Print a JSON object.")
  var json = false

  func validate() throws {
    if runs < 1 { throw ValidationError("--runs must be at least 1.") }
    if warmUp < 0 { throw ValidationError("--warm-up must not be negative.") }
  }

  func run() throws {
    let options = execution.options(numerics: numerics)
    let inputs = try image.map { path in
      try StandardError.reportingFailure(of: path) { try BenchmarkInputs.picture(contentsOfFile: path) }
    }
    let (cpu, result) = try StandardError.reportingFailure(of: model) {
      let benchmark = try ModelBenchmark(modelPath: model, options: options)
      try benchmark.setInputs(inputs ?? .random(seed: seed))
      let result = try benchmark.run(warmUp: warmUp, runs: runs, perOperator: perOperator)
      return (try options.instructionSet(), result)
    }
    let report = BenchmarkReport(
      model: model, options: options, cpu: cpu, inputs: image.map { .picture(path: $0) } ?? .random(seed: seed),
      result: result)
    print(json ? try report.json : report.text)
  }
}
