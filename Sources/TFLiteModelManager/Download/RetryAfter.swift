import Foundation

extension Duration {
  /// The header `Retry-After` (RFC 9110, 10.2.3): seconds, or a date.
  init?(retryAfter text: String, now: Date = Date()) {
    let text = text.trimmingCharacters(in: .whitespaces)
    if let seconds = Int64(text) {
      guard (0...1_000_000_000).contains(seconds) else { return nil }
      self = .seconds(seconds)
      return
    }
    // Foundation on Linux traps on what it takes for the beginning of a date and ends within a Character. Dates of HTTP are ASCII.
    guard text.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else { return nil }
    let format = DateFormatter()
    format.locale = Locale(identifier: "en_US_POSIX")
    format.timeZone = TimeZone(identifier: "GMT")
    format.dateFormat = "EEE, dd MMM yyyy HH:mm:ss zzz"
    guard let date = format.date(from: text) else { return nil }
    self = .seconds(max(0, date.timeIntervalSince(now)))
  }
}
