import Foundation
import TFLite
import TFLiteKernels
import TFLiteSchema

/// How long a model takes, as a whole and operator by operator.
public struct Profile: Sendable {
  /// How long it takes as a whole.
  public let times: ModelTimes
  /// The operators in execution order.
  public let operators: [OperatorTime]
  /// When each operator ran in the watched runs.
  let spans: [Span]

  /// The time of one operator.
  public struct OperatorTime: Sendable {
    /// Its position in execution order.
    public let index: Int
    /// Its name.
    public let name: String
    /// The name of the code that computes it, such as `conv2D int8 vector avx2`.
    public let kernel: String
    /// The name of its first output.
    public let tensor: String
    /// The median of the watched runs.
    public let median: Duration
    /// The multiplications with addition of one run.
    public let multiplyAccumulateCount: Int

    /// Billions of multiplications with addition in a second; nil where there are none.
    public var gigaMultiplyAccumulatesPerSecond: Double? {
      let seconds = median.secondCount
      return multiplyAccumulateCount > 0 && seconds > 0 ? Double(multiplyAccumulateCount) / seconds / 1e9 : nil
    }
  }

  /// One operator in one run.
  struct Span: Sendable {
    let index: Int
    let run: Int
    /// Since the first watched run.
    let end: Duration
    let duration: Duration
  }

  /// All operators of one name.
  public struct Kind: Sendable {
    /// Their name.
    public let name: String
    /// How many there are.
    public let count: Int
    /// The sum of their medians.
    public let total: Duration
    /// Their share of the operators' total.
    public let share: Double
  }

  /// The kinds of operators, those that take longest first.
  public var kinds: [Kind] {
    Dictionary(grouping: operators, by: \.name).map { name, times in
      Kind(
        name: name, count: times.count, total: times.reduce(.zero) { $0 + $1.median },
        share: times.reduce(0) { $0 + share(of: $1) })
    }.sorted { ($1.total, $0.name) < ($0.total, $1.name) }
  }

  /// The sum of the operators' medians. It may be more than the median of whole runs: what the interpreter fuses for
  /// speed is kept apart while it is watched.
  public var operatorTotal: Duration { operators.reduce(.zero) { $0 + $1.median } }

  /// The share of the operators' total that an operator takes.
  public func share(of time: OperatorTime) -> Double {
    let total = operatorTotal.secondCount
    return total > 0 ? time.median.secondCount / total : 0
  }

  /// Runs a model many times, and as many times again while every operator is watched.
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
    let (times, interpreter) = try ModelTimes.measure(
      model, feed: feed, warmUpRuns: warmUpRuns, runs: runs, options: options)
    self.times = times
    let watched = try Self.watch(interpreter, runs: times.runs.count)
    spans = watched.spans
    operators = watched.steps.sorted { $0.key < $1.key }.map { index, step in
      OperatorTime(
        index: index, name: step.name, kernel: step.kernel, tensor: step.tensor,
        median: Quantiles(step.times).median,
        multiplyAccumulateCount: step.macs(model))
    }
  }

  private struct WatchedStep {
    let name: String
    let kernel: String
    let tensor: String
    let index: Int
    let inputs: [[Int]?]
    let outputs: [[Int]]
    var times: [Duration] = []

    func macs(_ model: Model) -> Int {
      let stored = model.subgraphs[0].operators[index]
      return OperatorWork.multiplyAccumulates(
        model.operatorCode(of: stored), stored.builtinOptions, inputs: inputs, outputs: outputs)
    }
  }

  private static func watch(
    _ interpreter: Interpreter, runs: Int
  ) throws -> (steps: [Int: WatchedStep], spans: [Span]) {
    let clock = ContinuousClock()
    var steps: [Int: WatchedStep] = [:]
    var spans: [Span] = []
    var run = 0
    var start = clock.now
    interpreter.observer = Interpreter.Observer { step in
      let end = start.duration(to: clock.now)
      if steps[step.index] == nil {
        steps[step.index] = WatchedStep(
          name: step.name, kernel: step.kernel, tensor: step.outputs.first?.name ?? "", index: step.index,
          inputs: step.inputs.map { $0?.shape }, outputs: step.outputs.map(\.shape))
      }
      // The first run only warms up: it prepares the memory of a run that is watched.
      guard run > 0 else { return .proceed }
      steps[step.index]?.times.append(step.duration)
      spans.append(Span(index: step.index, run: run, end: end, duration: step.duration))
      return .proceed
    }
    defer { interpreter.observer = nil }
    for number in 0...runs {
      run = number
      if run == 1 { start = clock.now }
      try interpreter.invoke()
    }
    return (steps, spans)
  }
}

extension Duration {
  /// In seconds.
  var secondCount: Double { Double(components.seconds) + Double(components.attoseconds) * 1e-18 }
  /// In milliseconds.
  package var milliseconds: Double { secondCount * 1000 }
}
