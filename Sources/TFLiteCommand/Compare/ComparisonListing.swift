import TFLiteInspection

/// A comparison for a person.
struct ComparisonListing {
  let lines: [String]

  init(_ comparison: Comparison, _ verdict: ComparisonVerdict, path: String, onlyDiffering: Bool) {
    var lines = ["\(path)  \(comparison.subject) against \(comparison.reference)"]
    let rows = comparison.rows.filter {
      !onlyDiffering || $0.accumulated.differing > 0 || $0.isolated.differing > 0
    }
    if !rows.isEmpty {
      var table = TextTable(
        [
          "#", "operator", "elements", "differing", "max", "mean", "SNR dB", "cosine", "isolated", "max", "SNR dB",
          "tensor",
        ], rightAligned: Set(2...10))
      for row in rows {
        let (own, alone) = (row.accumulated, row.isolated)
        table.add([
          "\(row.index)", row.name, "\(own.elements)", "\(own.differing)", Self.maximum(own), Quantity.real(own.mean),
          Quantity.decibels(own.signalToNoise), own.cosine.map { $0.formatted(fractionDigits: 6) } ?? "",
          "\(alone.differing)",
          Self.maximum(alone), Quantity.decibels(alone.signalToNoise), row.tensor,
        ])
      }
      lines += table.lines()
    }
    let elements = comparison.rows.reduce(0) { $0 + $1.accumulated.elements }
    let differing = comparison.rows.reduce(0) { $0 + $1.accumulated.differing }
    lines.append("\(comparison.rows.count) results, \(elements) elements, \(differing) differing elements")
    lines += comparison.caveats.map { "note: \($0)" }
    if let first = comparison.firstDiffering {
      lines.append("first differing operator: \(first.index) (\(first.name)), \"\(first.tensor)\"")
    }
    if let blamed = comparison.greatestOwnError {
      lines.append(
        "greatest error of its own: operator \(blamed.index) (\(blamed.name)), SNR "
          + "\(Quantity.decibels(blamed.isolated.signalToNoise)) dB, \"\(blamed.tensor)\"")
    }
    if let text = verdict.text { lines.append(text) }
    self.lines = lines
  }

  private static func maximum(_ metrics: DifferenceMetrics) -> String {
    metrics.maximumSteps.map { "\(Quantity.real($0)) steps" } ?? Quantity.real(metrics.maximum)
  }
}
