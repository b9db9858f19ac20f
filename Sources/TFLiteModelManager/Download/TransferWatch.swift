/// Notices where a transfer brings nothing for too long, or too little.
struct TransferWatch: Sendable {
  /// How long nothing may come.
  let stallTimeout: Duration
  /// How many bytes a second must come; 0 sets no limit.
  let minimumSpeed: Int
  /// Over which time they are counted.
  let slownessTimeout: Duration

  private var lastSign = ContinuousClock.now
  /// Since when bytes are counted.
  private var start = ContinuousClock.now
  private var byteCount = 0

  init(stallTimeout: Duration, minimumSpeed: Int, slownessTimeout: Duration) {
    self.stallTimeout = stallTimeout
    self.minimumSpeed = minimumSpeed
    self.slownessTimeout = slownessTimeout
  }

  /// The transfer begins.
  mutating func begin(at now: ContinuousClock.Instant = .now) { (lastSign, start, byteCount) = (now, now, 0) }

  /// Something has come.
  mutating func add(byteCount: Int, at now: ContinuousClock.Instant = .now) {
    lastSign = now
    self.byteCount += byteCount
  }

  /// Why the transfer has failed; nil where it has not.
  ///
  /// - Parameter url: where it comes from, for the error.
  mutating func failure(of url: String, at now: ContinuousClock.Instant = .now) -> ModelManagerError? {
    guard lastSign.duration(to: now) < stallTimeout else { return .stalled(url: url, after: stallTimeout) }
    let time = start.duration(to: now)
    guard time >= slownessTimeout else { return nil }
    guard Double(byteCount) >= Double(minimumSpeed) * (time / .seconds(1)) else {
      return .tooSlow(url: url, byteCount: byteCount, in: time)
    }
    (start, byteCount) = (now, 0)
    return nil
  }

  /// How long nothing can fail if nothing comes.
  func timeLeft(at now: ContinuousClock.Instant = .now) -> Duration {
    max(.zero, min(stallTimeout - lastSign.duration(to: now), slownessTimeout - start.duration(to: now)))
  }
}
