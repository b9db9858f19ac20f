import TFLiteInspection

/// Whether a comparison is good enough.
struct ComparisonVerdict {
  /// The rows that are not.
  let failing: [Comparison.Row]
  private let limits: String

  /// - Parameters:
  ///   - maximumDifference: in steps where a tensor is quantized, else in real values; nil stands for 0 unless there is
  ///     the other limit.
  ///   - minimumSignalToNoise: in decibels.
  init(_ comparison: Comparison, maximumDifference: Double?, minimumSignalToNoise: Double?) {
    let maximum = maximumDifference ?? (minimumSignalToNoise == nil ? 0 : nil)
    failing = comparison.rows.filter { row in
      let metrics = row.accumulated
      if let maximum {
        // At a limit of 0, not even signs of zeros may differ.
        if maximum == 0, metrics.differing > 0 { return true }
        if metrics.maximumSteps ?? metrics.maximum > maximum { return true }
      }
      return minimumSignalToNoise.map { metrics.signalToNoise < $0 } ?? false
    }
    limits = [
      maximumDifference.map { "a difference of at most \($0)" },
      minimumSignalToNoise.map { "a signal-to-noise ratio of at least \($0) dB" },
    ].compactMap { $0 }.joined(separator: " and ")
  }

  var isPassed: Bool { failing.isEmpty }

  /// One line for a person; nil where no limits were given.
  var text: String? {
    guard !limits.isEmpty else { return nil }
    guard let first = failing.first else { return "every result keeps to \(limits)" }
    return "\(failing.count) results exceed \(limits), first operator \(first.index) (\(first.name))"
  }
}
