/// Memory behind an operand that vector loads may read, and never write: they take whole vectors, also at the end.
package enum OverReadPadding {
  /// As long as the longest vector.
  package static let byteCount = 64
}
