import Foundation

/// Numbers for people.
enum Quantity {
  /// A count with a metric prefix: `1.24 G`, `512`.
  static func count(_ count: Int) -> String { scaled(Double(count), by: 1000, units: ["", " k", " M", " G", " T"]) }

  /// Bytes with a decimal prefix: `4.18 MB`.
  static func bytes(_ count: Int) -> String {
    scaled(Double(count), by: 1000, units: [" bytes", " kB", " MB", " GB", " TB"])
  }

  /// Hours, minutes and seconds, the two greatest that matter: `1 h 5 min`, `3 min 20 s`, `12 s`.
  static func time(seconds: Double) -> String {
    let seconds = Int(min(seconds.rounded(.up), 1e9))
    if seconds >= 3600 { return "\(seconds / 3600) h \(seconds % 3600 / 60) min" }
    if seconds >= 60 { return "\(seconds / 60) min \(seconds % 60) s" }
    return "\(seconds) s"
  }

  private static func scaled(_ value: Double, by step: Double, units: [String]) -> String {
    var value = value
    var unit = 0
    while value >= step * 0.9995, unit < units.count - 1 {
      value /= step
      unit += 1
    }
    return (unit == 0 ? value.formatted(fractionDigits: 0) : significant(value)) + units[unit]
  }

  /// Three digits that count.
  static func significant(_ value: Double) -> String {
    let magnitude = abs(value)
    return value.formatted(fractionDigits: magnitude >= 99.95 ? 0 : magnitude >= 9.995 ? 1 : 2)
  }
}

extension Quantity {
  /// Four digits that count, or an exponent.
  static func real(_ value: Double) -> String {
    guard value.isFinite else { return "\(value)" }
    let magnitude = abs(value)
    if magnitude != 0, magnitude < 1e-3 || magnitude >= 1e6 { return String(format: "%.3e", value) }
    return String(format: "%.4g", value)
  }

  /// A signal-to-noise ratio, which is infinite where nothing differs, and where there is no signal.
  static func decibels(_ value: Double) -> String {
    guard value.isInfinite else { return value.formatted(fractionDigits: 1) }
    return value > 0 ? "∞" : "-∞"
  }
}
