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
  /// When each operator ran in the timed runs.
  let spans: [Span]

  /// What becomes, while operators are timed, of what an invocation joins for speed.
  public enum Fusion: Sendable {
    /// It stays joined: what is measured is what every invocation does. One that is fused into another has no time of its
    /// own.
    case kept
    /// Operators run one by one, on memory of their own, as an `Interpreter.Observer` sees them. Together they may take
    /// longer than an invocation.
    case undone
  }

  /// The time of one operator.
  public struct OperatorTime: Sendable {
    /// What an invocation does about it, with which code.
    public let plan: PlannedOperator
    /// The name of its first output.
    public let tensor: String
    /// The positions of all operators whose work is done in this time, ascending: its own, and those that are fused into
    /// it. None where it is fused into another.
    public let group: [Int]
    /// The median of the timed runs; 0 for one that is not run, but fused into another or folded.
    public let median: Duration
    /// The multiplications with addition in this time.
    public let multiplyAccumulateCount: Int

    /// Its position in execution order.
    public var index: Int { plan.index }

    /// Its name.
    public var name: String { plan.name }

    /// The name of the code that computes it, such as `conv2D int8 vector avx2`; empty where another operator does its
    /// work.
    public var kernel: String { plan.kernel ?? "" }

    /// Whether an invocation runs it: it is neither fused into another nor folded.
    public var isRun: Bool { plan.fate.isRun }

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
    /// Since the first timed run.
    let end: Duration
    let duration: Duration
  }

  /// All operators of one name, or with the same ones fused into them.
  public struct Kind: Sendable {
    /// Their name; of fused ones all names, in execution order.
    public let name: String
    /// How many there are.
    public let count: Int
    /// The sum of their medians.
    public let total: Duration
    /// Their share of the operators' total.
    public let share: Double
  }

  /// The kinds of operators that an invocation runs, those that take longest first.
  public var kinds: [Kind] {
    Dictionary(grouping: operators.filter(\.isRun), by: kindName).map { name, times in
      Kind(
        name: name, count: times.count, total: times.reduce(.zero) { $0 + $1.median },
        share: times.reduce(0) { $0 + share(of: $1) })
    }.sorted { ($1.total, $0.name) < ($0.total, $1.name) }
  }

  /// The names of an operator and of those that are fused into it, in execution order.
  func kindName(of time: OperatorTime) -> String { time.group.map { operators[$0].name }.joined(separator: " + ") }

  /// The sum of the operators' medians. With ``Fusion/undone`` it may be more than the median of whole runs.
  public var operatorTotal: Duration { operators.reduce(.zero) { $0 + $1.median } }

  /// The share of the operators' total that an operator takes.
  public func share(of time: OperatorTime) -> Double {
    let total = operatorTotal.secondCount
    return total > 0 ? time.median.secondCount / total : 0
  }

  /// Runs a model many times, and as many times again while every operator is timed.
  ///
  /// - Parameters:
  ///   - model: the model.
  ///   - feed: the values of its inputs.
  ///   - warmUpRuns: how often, after the first run, before the runs that are timed.
  ///   - runs: how many runs are timed; at least 1.
  ///   - options: how it runs.
  ///   - fusion: what becomes of fused operators while each is timed.
  /// - Throws: `InterpreterError` when the model cannot run.
  public init(
    _ model: Model, feed: ModelFeed, warmUpRuns: Int = 0, runs: Int, options: Interpreter.Options,
    fusion: Fusion = .kept
  ) throws {
    let (times, interpreter) = try ModelTimes.measure(
      model, feed: feed, warmUpRuns: warmUpRuns, runs: runs, options: options)
    self.times = times
    spans = try Self.time(interpreter, runs: times.runs.count, fusion: fusion)
    let durations = Dictionary(grouping: spans, by: \.index).mapValues { $0.map(\.duration) }
    let plan = try interpreter.plan.operators
    let groups = Dictionary(grouping: plan.indices) { plan[$0].fate.fusedInto ?? $0 }
    let graph = model.subgraphs[0]
    let work = graph.operators.map { stored in
      OperatorWork.multiplyAccumulates(
        model.operatorCode(of: stored), stored.builtinOptions,
        inputs: stored.inputs.map { $0 < 0 ? nil : interpreter.main.shape(of: Int($0)) },
        outputs: stored.outputs.map { interpreter.main.shape(of: Int($0)) })
    }
    operators = plan.map { planned in
      let group = groups[planned.index] ?? []
      return OperatorTime(
        plan: planned, tensor: planned.outputs.first.map { graph.tensors[$0.index].name } ?? "", group: group,
        median: Quantiles(durations[planned.index] ?? []).median,
        multiplyAccumulateCount: planned.fate.isRun ? group.reduce(0) { $0 + work[$1] } : 0)
    }
  }

  private static func time(_ interpreter: Interpreter, runs: Int, fusion: Fusion) throws -> [Span] {
    let clock = ContinuousClock()
    var spans: [Span] = []
    var run = 0
    var start = clock.now
    func note(index: Int, duration: Duration) {
      // The first run only warms up: it prepares the memory of one that is timed.
      guard run > 0 else { return }
      spans.append(Span(index: index, run: run, end: start.duration(to: clock.now), duration: duration))
    }
    switch fusion {
    case .kept: interpreter.main.stopwatch = note
    case .undone:
      interpreter.observer = Interpreter.Observer { step in
        note(index: step.index, duration: step.duration)
        return .proceed
      }
    }
    defer { (interpreter.main.stopwatch, interpreter.observer) = (nil, nil) }
    for number in 0...runs {
      run = number
      if run == 1 { start = clock.now }
      try interpreter.invoke()
    }
    return spans
  }
}

extension PlannedOperator.Fate {
  /// Whether an invocation computes anything.
  var isRun: Bool {
    switch self {
    case .runs, .preparedInEveryRun: true
    case .folded, .fused: false
    }
  }
}

extension Duration {
  /// In seconds.
  var secondCount: Double { Double(components.seconds) + Double(components.attoseconds) * 1e-18 }
  /// In milliseconds.
  package var milliseconds: Double { secondCount * 1000 }
}
