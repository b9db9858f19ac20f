import Testing

@testable import TFLiteModelManager

@Suite struct TransferWatchTests {
  private let start = ContinuousClock.now

  private func watch(minimumSpeed: Int = 1000) -> TransferWatch {
    var watch = TransferWatch(
      stallTimeout: .seconds(30), minimumSpeed: minimumSpeed, slownessTimeout: .seconds(120))
    watch.begin(at: start)
    return watch
  }

  private struct Failure: Equatable {
    let second: Int
    let error: ModelManagerError
  }

  /// When a transfer fails of which so many bytes come in each second, and with what.
  private func failure(_ watch: TransferWatch, _ byteCount: (_ second: Int) -> Int) -> Failure? {
    var watch = watch
    for second in 1...1000 {
      let now = start + .seconds(second)
      if byteCount(second) > 0 { watch.add(byteCount: byteCount(second), at: now) }
      if let error = watch.failure(of: "here", at: now) { return Failure(second: second, error: error) }
    }
    return nil
  }

  @Test func silenceFails() {
    let found = failure(watch()) { $0 <= 100 ? 1_000_000 : 0 }
    #expect(found == Failure(second: 130, error: .stalled(url: "here", after: .seconds(30))))
  }

  @Test func aByteASecondFails() {
    let error = ModelManagerError.tooSlow(url: "here", byteCount: 120, in: .seconds(120))
    let failures = [1000, 0].map { failure(watch(minimumSpeed: $0)) { _ in 1 } }
    #expect(failures == [Failure(second: 120, error: error), nil])
    #expect("\(error)" == "here: it is too slow: 120 bytes came in 120 seconds")
  }

  /// Pauses do no harm as long as enough comes in two minutes.
  @Test func whatIsFastEnoughGoesOn() {
    let failures = [failure(watch()) { _ in 1000 }, failure(watch()) { $0 % 20 == 0 ? 20_000 : 0 }]
    #expect(failures == [nil, nil])
  }

  /// What has come before is no credit.
  @Test func whatBecomesSlowFails() {
    let found = failure(watch()) { $0 <= 240 ? 1_000_000 : 999 }
    let error = ModelManagerError.tooSlow(url: "here", byteCount: 999 * 120, in: .seconds(120))
    #expect(found == Failure(second: 360, error: error))
  }

  @Test func timeIsLeft() {
    var watch = watch()
    #expect(watch.timeLeft(at: start + .seconds(10)) == .seconds(20))
    watch.add(byteCount: 1, at: start + .seconds(100))
    #expect(watch.timeLeft(at: start + .seconds(115)) == .seconds(5))
    #expect(watch.timeLeft(at: start + .seconds(400)) == .zero)
  }
}
