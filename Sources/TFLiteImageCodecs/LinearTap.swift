/// The two neighbors of a position on one axis, and how near it is to the second.
struct LinearTap {
  var first: Int
  var second: Int
  var fraction: Float

  /// The neighbors of each pixel of the result, whose centers lie at half-integers.
  static func all(from sourceCount: Int, to destinationCount: Int) -> [LinearTap] {
    let scale = Float(sourceCount) / Float(destinationCount)
    let last = sourceCount - 1
    return (0..<destinationCount).map { index in
      let position = max((Float(index) + 0.5) * scale - 0.5, 0)
      let first = min(Int(position), last)
      // At the far edge both taps are the last pixel, and the fraction counts for nothing.
      return LinearTap(first: first, second: min(first + 1, last), fraction: position - Float(first))
    }
  }
}
