extension Duration {
  /// The time since an earlier moment; the longest that there is where it is longer. Moments can be as far apart as two of
  /// these, and their difference would end the process.
  func since(_ earlier: Duration) -> Duration {
    let (difference, isTooLong) = attoseconds.subtractingReportingOverflow(earlier.attoseconds)
    return Duration(attoseconds: isTooLong ? .max : difference)
  }
}
