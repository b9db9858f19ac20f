import TFLiteInspection

/// What `tflite benchmark --json` prints. Names are those of the format.
struct BenchmarkRecord: Encodable {
  let model: String
  let numerics: String
  let cpu: String
  let threads: Int
  let inputs: [String]
  let runs: Int
  let warm_up_runs: Int
  let milliseconds: [String: Double]
  let peak_memory_bytes: Int
  let operators: [Profile.OperatorTime]?

  init(
    _ times: ModelTimes, model: String, load: Duration, inputs: [String], operators: [Profile.OperatorTime]?
  ) {
    self.model = model
    self.inputs = inputs
    self.operators = operators
    numerics = times.numerics.rawValue
    cpu = times.cpu.rawValue
    threads = times.threads
    runs = times.runs.count
    warm_up_runs = times.warmUpRuns
    peak_memory_bytes = times.peakMemoryByteCount
    var milliseconds = [
      "load": load.milliseconds, "prepare": times.prepare.milliseconds, "first_run": times.first.milliseconds,
    ]
    for quantile in ModelTimesListing.quantiles {
      milliseconds[quantile.key] = times.runs[quantile.share].milliseconds
    }
    self.milliseconds = milliseconds.mapValues { $0.rounded(toDigits: 4) }
  }
}
