import TFLiteInspection

/// What each operator takes, for a person.
struct ProfileListing {
  let lines: [String]

  init(_ profile: Profile, isSorted: Bool) {
    var table = TextTable(
      ["#", "operator", "ms", "share", "", "MACs", "GMAC/s", "kernel"], rightAligned: [0, 2, 3, 5, 6])
    let rows = isSorted ? profile.operators.sorted { $0.median > $1.median } : profile.operators
    let longest = profile.operators.map { profile.share(of: $0) }.max() ?? 0
    for row in rows {
      let share = profile.share(of: row)
      guard row.isRun else {
        table.add(["\(row.index)", row.name, "", "", "", "", "", row.plan.codeText])
        continue
      }
      table.add([
        "\(row.index)", row.name, row.median.milliseconds.formatted(fractionDigits: 3),
        "\((share * 100).formatted(fractionDigits: 1)) %", Self.bar(share, of: longest),
        row.multiplyAccumulateCount == 0 ? "" : Quantity.count(row.multiplyAccumulateCount),
        row.gigaMultiplyAccumulatesPerSecond.map(Quantity.significant) ?? "", row.plan.codeText,
      ])
    }
    lines = table.lines() + KindListing(profile).lines
  }

  private static func bar(_ share: Double, of longest: Double) -> String {
    guard longest > 0 else { return "" }
    let eighths = Int((share / longest * 8 * 10).rounded())
    return String(repeating: "█", count: eighths / 8) + ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"][eighths % 8]
  }
}

/// What each kind of operator takes, for a person.
struct KindListing {
  let lines: [String]

  init(_ profile: Profile) {
    var table = TextTable(["count", "operator", "ms", "share"], rightAligned: [0, 2, 3])
    for kind in profile.kinds {
      table.add([
        "\(kind.count)", kind.name, kind.total.milliseconds.formatted(fractionDigits: 3),
        "\((kind.share * 100).formatted(fractionDigits: 1)) %",
      ])
    }
    let total = profile.operatorTotal.milliseconds.formatted(fractionDigits: 3)
    lines = ["  operators, medians of timed runs; \(total) ms in all"] + table.lines()
  }
}
