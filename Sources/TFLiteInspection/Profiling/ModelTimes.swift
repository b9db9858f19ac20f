import TFLite
import TFLiteSchema

/// How long a model takes as a whole, while nobody watches.
public struct ModelTimes: Sendable {
  /// How many threads share the work.
  public let threads: Int
  /// Whose results are reproduced.
  public let numerics: Interpreter.Numerics
  /// The instructions that inner loops are made of.
  public let cpu: Interpreter.InstructionSet
  /// Making an interpreter and allocating its tensors: weights are packed, memory is planned.
  public let prepare: Duration
  /// The first run.
  public let first: Duration
  /// How many runs there were between the first one and those that are timed.
  public let warmUpRuns: Int
  /// The timed runs.
  public let runs: Quantiles
  /// The most memory that the process has had, in bytes.
  public let peakMemoryByteCount: Int

  /// Runs a model many times.
  ///
  /// - Parameters:
  ///   - model: the model.
  ///   - feed: the values of its inputs.
  ///   - warmUpRuns: how often, after the first run, before the runs that are timed.
  ///   - runs: how many runs are timed; at least 1.
  ///   - options: how it runs.
  /// - Throws: `InterpreterError` when the model cannot run.
  public init(
    _ model: Model, feed: ModelFeed, warmUpRuns: Int = 0, runs: Int, options: Interpreter.Options
  ) throws {
    self = try Self.measure(model, feed: feed, warmUpRuns: warmUpRuns, runs: runs, options: options).times
  }

  /// Measures, and leaves the interpreter to whoever wants to go on with it.
  static func measure(
    _ model: Model, feed: ModelFeed, warmUpRuns: Int, runs: Int, options: Interpreter.Options
  ) throws -> (times: ModelTimes, interpreter: Interpreter) {
    let clock = ContinuousClock()
    let start = clock.now
    let interpreter = try Interpreter(model: model, options: options)
    try interpreter.feed(feed)
    let prepare = start.duration(to: clock.now)
    let first = try clock.measure { try interpreter.invoke() }
    for _ in 0..<max(0, warmUpRuns) { try interpreter.invoke() }
    let times = try (0..<max(1, runs)).map { _ in try clock.measure { try interpreter.invoke() } }
    return (
      ModelTimes(
        threads: max(1, options.threadCount ?? 1), numerics: options.numerics, cpu: try options.instructionSet(),
        prepare: prepare, first: first, warmUpRuns: max(0, warmUpRuns), runs: Quantiles(times),
        peakMemoryByteCount: ProcessMemory.peakByteCount), interpreter
    )
  }

  private init(
    threads: Int, numerics: Interpreter.Numerics, cpu: Interpreter.InstructionSet, prepare: Duration, first: Duration,
    warmUpRuns: Int, runs: Quantiles, peakMemoryByteCount: Int
  ) {
    self.threads = threads
    self.numerics = numerics
    self.cpu = cpu
    self.prepare = prepare
    self.first = first
    self.warmUpRuns = warmUpRuns
    self.runs = runs
    self.peakMemoryByteCount = peakMemoryByteCount
  }
}
