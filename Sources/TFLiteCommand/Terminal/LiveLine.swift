/// How a video is getting on, on one line of standard error that is written again and again, when that is a terminal.
final class LiveLine {
  private let clock = ContinuousClock()
  private var lastUpdate: ContinuousClock.Instant
  private var framesSinceUpdate = 0
  private var rate = 0.0
  private static let interval = Duration.milliseconds(250)

  init() { lastUpdate = clock.now }

  /// Counts a frame that is done, and tells of it every now and then.
  func show(frame: Int, objects: Int, dropped: Int) {
    framesSinceUpdate += 1
    let elapsed = lastUpdate.duration(to: clock.now)
    guard StandardError.isTerminal, elapsed >= Self.interval else { return }
    rate = Double(framesSinceUpdate) / (elapsed / .seconds(1))
    framesSinceUpdate = 0
    lastUpdate = clock.now
    StandardError.write(
      "\(Bar.eraseLine)frame \(frame)  \(Quantity.significant(rate)) frames/s  "
        + "\(objects) \(objects == 1 ? "object" : "objects")  \(dropped) dropped")
  }

  /// Makes room for other output.
  func clear() {
    guard StandardError.isTerminal else { return }
    StandardError.write(Bar.eraseLine)
  }
}
