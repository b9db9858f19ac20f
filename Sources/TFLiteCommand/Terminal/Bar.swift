/// A bar that fills up, on a line of standard error that is written again and again.
enum Bar {
  static let eraseLine = "\r\u{1B}[K"

  /// - Parameter fraction: 0 to 1.
  static func text(_ fraction: Double, width: Int) -> String {
    let filled = min(width, max(0, Int(Double(width) * fraction)))
    return String(repeating: "█", count: filled) + String(repeating: "░", count: width - filled)
  }
}
