extension ClosedRange<Double> {
  /// Where a value lies in a range of finite numbers: 0 at its beginning, 1 at its end, one of both beyond them.
  ///
  /// - Parameter value: anything but NaN.
  func share(of value: Double) -> Double {
    let extent = upperBound - lowerBound
    guard extent > 0 else { return value > upperBound ? 1 : 0 }
    // The extent may be larger than any number; that of the halves is not.
    let share =
      extent.isFinite
      ? (value - lowerBound) / extent : (value / 2 - lowerBound / 2) / (upperBound / 2 - lowerBound / 2)
    return Swift.min(Swift.max(share, 0), 1)
  }
}
