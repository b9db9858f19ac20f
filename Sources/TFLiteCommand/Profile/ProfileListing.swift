import TFLiteInspection

/// A profile for a person.
struct ProfileListing {
  let lines: [String]

  init(_ profile: Profile, path: String, isSorted: Bool) {
    var table = TextTable(
      ["#", "operator", "ms", "share", "", "MACs", "GMAC/s"], rightAligned: [0, 2, 3, 5, 6])
    let rows = isSorted ? profile.operators.sorted { $0.median > $1.median } : profile.operators
    let longest = profile.operators.map { profile.share(of: $0) }.max() ?? 0
    for row in rows {
      let share = profile.share(of: row)
      table.add([
        "\(row.index)", row.name, row.median.milliseconds.formatted(fractionDigits: 3),
        "\((share * 100).formatted(fractionDigits: 1)) %", Self.bar(share, of: longest),
        row.multiplyAccumulateCount == 0 ? "" : Quantity.count(row.multiplyAccumulateCount),
        row.gigaMultiplyAccumulatesPerSecond.map(Quantity.significant) ?? "",
      ])
    }
    let ms: (Duration) -> String = { $0.milliseconds.formatted(fractionDigits: 2) }
    lines =
      [
        "\(path)  \(profile.threads) thread\(profile.threads == 1 ? "" : "s"), \(profile.cpu.rawValue), "
          + "\(profile.numerics.rawValue) numerics, \(profile.runs) runs",
        "  load \(ms(profile.load)) ms, first run \(ms(profile.first)) ms, median \(ms(profile.median)) ms, "
          + "fastest \(ms(profile.fastest)) ms; peak memory \(Quantity.bytes(profile.peakMemoryByteCount))",
      ] + table.lines() + ["  operators in all \(ms(profile.operatorTotal)) ms"] + Self.byName(profile)
  }

  /// What each kind of operator takes.
  private static func byName(_ profile: Profile) -> [String] {
    let groups = Dictionary(grouping: profile.operators, by: \.name).map { name, times in
      (
        name, times.count, times.reduce(Duration.zero) { $0 + $1.median },
        times.reduce(0) { $0 + profile.share(of: $1) }
      )
    }
    var table = TextTable(["count", "operator", "ms", "share"], rightAligned: [0, 2, 3])
    for (name, count, total, share) in groups.sorted(by: { ($1.2, $0.0) < ($0.2, $1.0) }) {
      table.add([
        "\(count)", name, total.milliseconds.formatted(fractionDigits: 3),
        "\((share * 100).formatted(fractionDigits: 1)) %",
      ])
    }
    return table.lines()
  }

  private static func bar(_ share: Double, of longest: Double) -> String {
    guard longest > 0 else { return "" }
    let eighths = Int((share / longest * 8 * 10).rounded())
    return String(repeating: "█", count: eighths / 8) + ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"][eighths % 8]
  }
}
