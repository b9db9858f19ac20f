import Foundation
import TFLite
import TFLiteKernels
import TFLiteSchema

/// How long a model takes, as a whole and operator by operator.
public struct Profile: Sendable {
  /// How many threads share the work.
  public let threads: Int
  /// Whose results are reproduced.
  public let numerics: Interpreter.Numerics
  /// The instructions that inner loops are made of.
  public let cpu: Interpreter.InstructionSet
  /// How many runs were measured, as a whole and again operator by operator.
  public let runs: Int
  /// Making an interpreter and allocating its tensors.
  public let load: Duration
  /// The first run.
  public let first: Duration
  /// The median of the other runs, which nobody watched.
  public let median: Duration
  /// The fastest of the other runs.
  public let fastest: Duration
  /// The operators in execution order.
  public let operators: [OperatorTime]
  /// The most memory that the process has had, in bytes.
  public let peakMemoryByteCount: Int
  /// When each operator ran in the watched runs.
  let spans: [Span]

  /// The time of one operator.
  public struct OperatorTime: Sendable {
    /// Its position in execution order.
    public let index: Int
    /// Its name.
    public let name: String
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

  /// The sum of the operators' medians. It may be more than ``median``: what the interpreter merges for speed is kept
  /// apart while it is watched.
  public var operatorTotal: Duration { operators.reduce(.zero) { $0 + $1.median } }

  /// The share of the operators' total that an operator takes.
  public func share(of time: OperatorTime) -> Double {
    let total = operatorTotal.secondCount
    return total > 0 ? time.median.secondCount / total : 0
  }

  /// Runs a model many times.
  ///
  /// - Parameter runs: how often, after the first run; at least 1.
  /// - Throws: `InterpreterError` when the model cannot run.
  public init(_ model: Model, feed: ModelFeed, runs: Int, options: Interpreter.Options) throws {
    let clock = ContinuousClock()
    let runs = max(1, runs)
    let start = clock.now
    let interpreter = try Interpreter(model: model, options: options)
    try interpreter.feed(feed)
    load = start.duration(to: clock.now)
    first = try clock.measure { try interpreter.invoke() }
    let times = try (0..<runs).map { _ in try clock.measure { try interpreter.invoke() } }.sorted()
    median = times.median
    fastest = times.first ?? .zero

    let watched = try Self.watch(interpreter, runs: runs)
    spans = watched.spans
    operators = watched.steps.sorted { $0.key < $1.key }.map { index, step in
      OperatorTime(
        index: index, name: step.name, tensor: step.tensor, median: step.times.sorted().median,
        multiplyAccumulateCount: step.macs(model))
    }
    threads = max(1, options.threadCount ?? 1)
    numerics = options.numerics
    cpu = try options.instructionSet()
    self.runs = runs
    peakMemoryByteCount = ProcessMemory.peakByteCount
  }

  private struct WatchedStep {
    let name: String
    let tensor: String
    let index: Int
    let inputs: [[Int]?]
    let outputs: [[Int]]
    var times: [Duration] = []

    func macs(_ model: Model) -> Int {
      let stored = model.subgraphs[0].operators[index]
      return OperatorCost.multiplyAccumulates(
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
          name: step.name, tensor: step.outputs.first?.name ?? "", index: step.index,
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

extension [Duration] {
  /// The one in the middle of sorted durations.
  fileprivate var median: Duration {
    isEmpty ? .zero : count.isMultiple(of: 2) ? (self[count / 2 - 1] + self[count / 2]) / 2 : self[count / 2]
  }
}
