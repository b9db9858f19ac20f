import Testing

@testable import TFLiteCommand

/// How fast a download is said to be, and how long it is said to take.
@Suite struct TransferRateTests {
  @Test func saysNothingTooEarly() {
    var rate = TransferRate()
    #expect(rate.bytesPerSecond == nil && rate.secondsLeft(of: 1000) == nil)
    rate.add(byteCount: 100, at: 0)
    rate.add(byteCount: 200, at: 0.4)
    #expect(rate.bytesPerSecond == nil)
    rate.add(byteCount: 300, at: 1)
    #expect(rate.bytesPerSecond == 200 && rate.secondsLeft(of: 1300) == 5)
    #expect(rate.secondsLeft(of: -1) == nil)
  }

  @Test func forgetsWhatIsLongAgo() {
    var rate = TransferRate()
    for second in 0..<10 { rate.add(byteCount: 1 + second * 1000, at: Double(second)) }
    for second in 10..<20 { rate.add(byteCount: 9001 + (second - 9) * 10, at: Double(second)) }
    #expect(rate.bytesPerSecond == 10)
    for second in 20..<30 { rate.add(byteCount: 9101, at: Double(second)) }
    #expect(rate.bytesPerSecond == 0 && rate.secondsLeft(of: 10_000) == nil)
  }

  /// What came in an earlier transfer, and what has to come again, does not count.
  @Test func countsThisTransferAlone() {
    var rate = TransferRate()
    rate.add(byteCount: 0, at: 0)
    rate.add(byteCount: 1_000_000, at: 1)
    rate.add(byteCount: 1_000_100, at: 2)
    #expect(rate.bytesPerSecond == 100)
    rate.add(byteCount: 50, at: 3)
    rate.add(byteCount: 60, at: 4)
    #expect(rate.bytesPerSecond == 10)
  }

  @Test(arguments: [(0.2, "1 s"), (59, "59 s"), (59.5, "1 min 0 s"), (200, "3 min 20 s"), (3900, "1 h 5 min")])
  func times(seconds: Double, text: String) { #expect(Quantity.time(seconds: seconds) == text) }
}

/// What is said of a server that says nothing.
@Suite struct SilenceTests {
  @Test func isToldWhenItLasts() {
    var silence = Silence(patience: .seconds(60))
    silence.add(byteCount: 0, at: .seconds(1))
    #expect(silence.text == nil)
    silence.add(byteCount: 0, at: .seconds(12))
    #expect(silence.text == "silent for 12 s, given up after 60 s")
    silence.add(byteCount: 1, at: .seconds(13))
    #expect(silence.text == nil)
    silence.add(byteCount: 1, at: .milliseconds(17_900))
    #expect(silence.text == "silent for 4 s, given up after 60 s")
  }
}
