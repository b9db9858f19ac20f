import Foundation
import TFLiteModelManager

/// How far a download has come, how fast it is, and how long it will take, on standard error when that is a terminal.
final class TransferBar {
  private let name: String
  private let start = ContinuousClock.now
  private var rate = TransferRate()
  private var silence: Silence
  private static let width = 24
  private static let longestName = 24

  /// - Parameters:
  ///   - name: what is transferred.
  ///   - patience: how long a server may keep silent.
  init(name: String, patience: Duration) {
    self.name = name
    silence = Silence(patience: patience)
  }

  /// - Parameters:
  ///   - done: how many bytes have come.
  ///   - total: how many will come; negative where nobody knows.
  ///   - trouble: why the last attempt has failed, if it has.
  func show(done: Int, total: Int, trouble: ModelManagerError? = nil) {
    guard StandardError.isTerminal else { return }
    silence.add(byteCount: done, at: start.duration(to: .now))
    rate.add(byteCount: done, at: start.duration(to: .now) / .seconds(1))
    let shown = name.count > Self.longestName ? "\(name.prefix(Self.longestName - 1))…" : name
    var parts = [shown.withoutControls]
    if total > 0 {
      let bar = Bar.text(Double(done) / Double(total), width: Self.width)
      parts.append("\(bar) \(Quantity.bytes(done)) of \(Quantity.bytes(total))")
    } else {
      parts.append(done > 0 ? Quantity.bytes(done) : "waiting")
    }
    if let speed = rate.bytesPerSecond, speed >= 1 { parts.append("\(Quantity.bytes(Int(speed)))/s") }
    // What has come is checked, which may take a while.
    let isHere = total > 0 && done >= total - 1
    if !isHere, let text = silence.text {
      switch trouble {
      case nil, .stalled: parts.append(text)
      case let trouble?: parts.append("trying again: \(trouble)".withoutControls)
      }
    } else if let seconds = rate.secondsLeft(of: total) {
      parts.append("\(Quantity.time(seconds: seconds)) left")
    }
    StandardError.write(Bar.eraseLine + parts.joined(separator: "  "))
  }

  /// Makes room for other output.
  func clear() {
    guard StandardError.isTerminal else { return }
    StandardError.write(Bar.eraseLine)
  }
}

/// How long nothing has come.
struct Silence {
  /// How long it may last.
  let patience: Duration
  private var byteCount = 0
  private var last = Duration.zero
  private var length = Duration.zero
  /// Nothing is said before so much time has passed.
  private static let shortest = Duration.seconds(2)

  init(patience: Duration) { self.patience = patience }

  /// - Parameters:
  ///   - byteCount: how many bytes have come by now.
  ///   - time: it does not go back.
  mutating func add(byteCount: Int, at time: Duration) {
    if byteCount != self.byteCount { (self.byteCount, last) = (byteCount, time) }
    length = time - last
  }

  /// Nil where it has just begun.
  var text: String? {
    guard length >= Self.shortest else { return nil }
    return "silent for \(length.components.seconds) s, given up after \(patience.components.seconds) s"
  }
}

/// How fast bytes have come in the last seconds.
struct TransferRate {
  private var samples: [(seconds: Double, byteCount: Int)] = []
  /// What is longer ago does not count.
  private static let window = 5.0
  /// Nothing is said before so much time has passed.
  private static let shortest = 0.5

  /// - Parameters:
  ///   - byteCount: how many bytes have come by now.
  ///   - seconds: the time; it does not go back.
  mutating func add(byteCount: Int, at seconds: Double) {
    // What was there from the beginning, from an earlier transfer, was not fast; nor is what goes away, because a transfer
    // begins anew.
    if let last = samples.last, last.byteCount == 0 || byteCount < last.byteCount { samples = [] }
    samples.append((seconds, byteCount))
    while samples.count > 2, samples[1].seconds <= seconds - Self.window { samples.removeFirst() }
  }

  /// Nil as long as too little is known.
  var bytesPerSecond: Double? {
    guard let first = samples.first, let last = samples.last, last.seconds - first.seconds >= Self.shortest else {
      return nil
    }
    return Double(last.byteCount - first.byteCount) / (last.seconds - first.seconds)
  }

  /// Nil where nobody knows, or nothing comes.
  func secondsLeft(of total: Int) -> Double? {
    guard total > 0, let last = samples.last, let bytesPerSecond, bytesPerSecond > 0 else { return nil }
    return max(0, Double(total - last.byteCount) / bytesPerSecond)
  }
}
