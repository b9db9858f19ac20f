/// Sorted times.
public struct Quantiles: Sendable {
  private let sorted: [Duration]

  /// - Parameter times: in any order.
  init(_ times: [Duration]) { sorted = times.sorted() }

  /// How many times there are.
  public var count: Int { sorted.count }

  /// The time in the middle.
  public var median: Duration { self[0.5] }

  /// The least time.
  public var minimum: Duration { self[0] }

  /// The time that a share of all, from 0 to 1, does not exceed, between two of them in proportion; 0 where there are no
  /// times.
  public subscript(share: Double) -> Duration {
    guard !sorted.isEmpty else { return .zero }
    let position = min(max(share, 0), 1) * Double(sorted.count - 1)
    let lower = Int(position)
    let upper = min(lower + 1, sorted.count - 1)
    return sorted[lower] + (sorted[upper] - sorted[lower]) * (position - Double(lower))
  }
}
