import TFLite

/// How long each operator of a model takes.
struct OperatorTimes {
  struct Row {
    let index: Int
    let name: String
    /// The shape of its first output.
    let shape: [Int]
    let median: Duration
    /// Its part of the sum of all medians.
    let share: Double
  }

  /// All operators that share a name.
  struct Kind {
    let name: String
    let count: Int
    let total: Duration
    let share: Double
  }

  let rows: [Row]
  /// The sum of all medians.
  let total: Duration

  /// Runs a model under observation: `warmUp` times, then `runs` times timed.
  ///
  /// Observed, the interpreter keeps apart what it otherwise merges, and every operator's time includes that of taking
  /// it: the sum is somewhat above the time of an unobserved run.
  init(of interpreter: Interpreter, warmUp: Int, runs: Int) throws {
    var seen: [(name: String, shape: [Int], times: [Duration])] = []
    interpreter.observer = Interpreter.Observer { run in
      while seen.count <= run.index { seen.append(("", [], [])) }
      seen[run.index].name = run.name
      seen[run.index].shape = run.outputs.first?.shape ?? []
      seen[run.index].times.append(run.duration)
      return .proceed
    }
    defer { interpreter.observer = nil }
    for _ in 0..<warmUp { try interpreter.invoke() }
    for index in seen.indices { seen[index].times = [] }
    for _ in 0..<runs { try interpreter.invoke() }

    let medians = seen.map { Quantiles($0.times)[0.5] }
    let total = medians.reduce(.zero, +)
    self.total = total
    rows = zip(seen, medians).enumerated().map { index, pair in
      Row(index: index, name: pair.0.name, shape: pair.0.shape, median: pair.1, share: Self.share(pair.1, of: total))
    }
  }

  /// The operators by name, those that take longest first.
  var kinds: [Kind] {
    Dictionary(grouping: rows, by: \.name).map { name, rows in
      let sum = rows.map(\.median).reduce(.zero, +)
      return Kind(name: name, count: rows.count, total: sum, share: Self.share(sum, of: total))
    }.sorted { ($1.total, $0.name) < ($0.total, $1.name) }
  }

  private static func share(_ part: Duration, of total: Duration) -> Double { total > .zero ? part / total : 0 }
}
