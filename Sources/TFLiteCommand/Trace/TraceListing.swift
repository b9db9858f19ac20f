import TFLiteInspection

/// What each operator has computed, a line for each result.
struct TraceListing {
  let lines: [String]

  init(_ trace: Trace) {
    var table = TextTable(
      ["#", "operator", "output", "type", "shape", "least", "mean", "greatest", "kernel"],
      rightAligned: [0, 5, 6, 7])
    for step in trace.steps {
      for output in step.outputs {
        let summary = ValueSummary(output.decodedValues)
        table.add([
          "\(step.index)", step.name, output.name, output.values.type.schemaName, "\(output.values.shape)",
          Self.text(summary.least), Self.text(summary.mean), Self.text(summary.greatest), step.kernel,
        ])
      }
    }
    lines = table.lines(indentation: 0)
  }

  private static func text(_ value: Double?) -> String {
    value.map(Quantity.real) ?? ""
  }
}

/// How well quantized results use their range, the worst first.
struct HealthListing {
  let lines: [String]

  init(_ health: [QuantizationHealth]) {
    guard !health.isEmpty else {
      lines = ["no result of an operator is quantized to 8 bits"]
      return
    }
    // Only a comparison tells how far a result is off.
    let isCompared = health.contains { $0.signalToNoise != nil }
    var table = TextTable(
      ["#", "operator", "at lowest", "at highest", "range used", "dead channels", "scale", "zero point"]
        + (isCompared ? ["SNR dB"] : []) + ["output"], rightAligned: Set([0] + (2...(isCompared ? 8 : 7))))
    for row in health {
      let error = isCompared ? [row.signalToNoise.map(Quantity.decibels) ?? ""] : []
      table.add(
        [
          "\(row.operatorIndex)", row.operatorName, Self.percent(row.saturatedLow), Self.percent(row.saturatedHigh),
          Self.percent(row.usedRange), row.channels == 0 ? "" : "\(row.deadChannels) of \(row.channels)",
          "\(row.scale)", "\(row.zeroPoint)",
        ] + error + [row.tensor])
    }
    lines = table.lines(indentation: 0)
  }

  private static func percent(_ share: Double) -> String { "\((share * 100).formatted(fractionDigits: 1)) %" }
}
