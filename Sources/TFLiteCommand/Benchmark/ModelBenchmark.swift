import TFLite
import TFLiteSchema

/// A model that is ready to be measured.
struct ModelBenchmark {
  private let model: Model
  private let interpreter: Interpreter
  private let clock = ContinuousClock()
  private let loadTime: Duration
  private let prepareTime: Duration

  /// Loads and prepares a model, and takes the time.
  init(modelPath: String, options: Interpreter.Options) throws {
    let start = clock.now
    let model = try Model(contentsOfFile: modelPath)
    let loaded = clock.now
    interpreter = try Interpreter(model: model, options: options)
    try interpreter.allocate()
    loadTime = start.duration(to: loaded)
    prepareTime = loaded.duration(to: clock.now)
    self.model = model
  }

  func setInputs(_ inputs: BenchmarkInputs) throws { try inputs.fill(interpreter, of: model) }

  /// Runs the model: once from cold, `warmUp` times, then `runs` times timed; and as often again under observation if
  /// the time of each operator is wanted.
  func run(warmUp: Int, runs: Int, perOperator: Bool) throws -> BenchmarkResult {
    let firstRunTime = try clock.measure { try interpreter.invoke() }
    for _ in 0..<warmUp { try interpreter.invoke() }
    var times: [Duration] = []
    times.reserveCapacity(runs)
    for _ in 0..<runs { times.append(try clock.measure { try interpreter.invoke() }) }
    return BenchmarkResult(
      loadTime: loadTime, prepareTime: prepareTime, firstRunTime: firstRunTime, warmUpRuns: warmUp,
      times: Quantiles(times),
      operators: perOperator ? try OperatorTimes(of: interpreter, warmUp: warmUp, runs: runs) : nil)
  }
}

/// What was measured.
struct BenchmarkResult {
  /// From the file to a verified model.
  let loadTime: Duration
  /// From the model to allocated tensors: weights are packed, memory is planned.
  let prepareTime: Duration
  let firstRunTime: Duration
  let warmUpRuns: Int
  let times: Quantiles
  let operators: OperatorTimes?
}

/// Sorted times.
struct Quantiles {
  private let sorted: [Duration]

  /// - Parameter times: at least one.
  init(_ times: [Duration]) { sorted = times.sorted() }

  var count: Int { sorted.count }

  /// The time that a share of all does not exceed, between two of them in proportion.
  subscript(share: Double) -> Duration {
    let position = share * Double(sorted.count - 1)
    let (lower, fraction) = (Int(position), position - position.rounded(.down))
    let upper = min(lower + 1, sorted.count - 1)
    return sorted[lower] + (sorted[upper] - sorted[lower]) * fraction
  }
}
