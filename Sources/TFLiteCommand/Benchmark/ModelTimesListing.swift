import TFLiteInspection

/// How long a model takes as a whole, for a person.
struct ModelTimesListing {
  let lines: [String]

  /// The quantiles of the table, from the least time to the greatest.
  static let quantiles: [(title: String, key: String, share: Double)] = [
    ("minimum", "minimum", 0), ("25 %", "percentile_25", 0.25), ("median", "median", 0.5),
    ("75 %", "percentile_75", 0.75), ("90 %", "percentile_90", 0.9), ("maximum", "maximum", 1),
  ]

  /// - Parameter inputs: what was fed; nothing stands for noise.
  init(_ times: ModelTimes, path: String, load: Duration, inputs: [String]) {
    let threads = times.threads == 1 ? "1 thread" : "\(times.threads) threads"
    let fed = inputs.isEmpty ? "noise" : inputs.joined(separator: ", ")
    var table = TextTable(Self.quantiles.map(\.title), rightAligned: Set(Self.quantiles.indices))
    table.add(Self.quantiles.map { times.runs[$0.share].milliseconds.formatted(fractionDigits: 3) })
    lines =
      [
        "\(path)  \(times.numerics.rawValue) numerics, \(times.cpu.rawValue), \(threads), fed \(fed)",
        "  load \(Self.text(load)), prepare \(Self.text(times.prepare)), first run \(Self.text(times.first)); "
          + "peak memory \(Quantity.bytes(times.peakMemoryByteCount))",
        "  \(times.runs.count) run\(times.runs.count == 1 ? "" : "s") after \(times.warmUpRuns) to warm up, in ms",
      ] + table.lines(indentation: 4)
  }

  private static func text(_ duration: Duration) -> String {
    duration.milliseconds.formatted(fractionDigits: 3) + " ms"
  }
}
