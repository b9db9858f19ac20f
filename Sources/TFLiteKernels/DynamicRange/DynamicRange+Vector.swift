/// The same on groups of eight values.
extension DynamicRange {
  /// NaN is passed over, unless it comes first.
  func extremesOfGroups(_ values: UnsafePointer<Float>, count: Int) -> (smallest: Float, largest: Float) {
    guard count > 0 else { return (0, 0) }
    var (smallest, largest) = (values[0], values[0])
    func add(_ value: Float) {
      smallest = value < smallest ? value : smallest
      largest = largest < value ? value : largest
    }
    let groupEnd = count & ~7
    if groupEnd > 0 {
      // Lanes start with the first value, so that it keeps its rank.
      var (least, most) = (SIMD8(repeating: values[0]), SIMD8(repeating: values[0]))
      for first in stride(from: 0, to: groupEnd, by: 8) {
        let group = SIMD8(loading: 8, from: values + first)
        least.replace(with: group, where: group .< least)
        most.replace(with: group, where: most .< group)
      }
      for lane in 0..<8 {
        add(least[lane])
        add(most[lane])
      }
    }
    for index in groupEnd..<count { add(values[index]) }
    return (smallest, largest)
  }

  /// Quantizes whole groups.
  ///
  /// - Returns: how many values these are.
  func quantizeGroups(
    _ values: UnsafePointer<Float>, count: Int, inverseScale: Float, zeroPoint: Int32, limits: ClosedRange<Int32>,
    into quantized: UnsafeMutablePointer<Int8>
  ) -> Int {
    let groupEnd = count & ~7
    for first in stride(from: 0, to: groupEnd, by: 8) {
      let scaled = SIMD8(loading: 8, from: values + first) * inverseScale
      let limited = (roundGroup(scaled) &+ zeroPoint).clamped(
        lowerBound: SIMD8(repeating: limits.lowerBound), upperBound: SIMD8(repeating: limits.upperBound))
      UnsafeMutableRawPointer(quantized + first).storeBytes(
        of: SIMD8<Int8>(truncatingIfNeeded: limited), as: SIMD8<Int8>.self)
    }
    return groupEnd
  }

  @inline(__always)
  private func roundGroup(_ values: SIMD8<Float>) -> SIMD8<Int32> {
    let halves = SIMD8<Float>(repeating: 0.5).replacing(with: -0.5, where: values .< 0)
    let shifted = values + halves
    guard all((shifted .< 0x1p22) .& (shifted .> -0x1p22)) else {
      var rounded = SIMD8<Int32>()
      for lane in 0..<8 {
        rounded[lane] = Self.roundedInGroup(values[lane])
      }
      return rounded
    }
    // An addition of 1.5 * 2^23 leaves the nearest integer in the low bits: the truncated one, or one farther from 0.
    // No vector instruction that every machine has truncates where Swift reaches it.
    let magic = SIMD8<Float>(repeating: 0x1.8p23)
    let sums = shifted + magic
    let nearest = sums - magic
    let excess = SIMD8<Int32>()
      .replacing(with: 1, where: (nearest .> shifted) .& (shifted .> 0))
      .replacing(with: -1, where: (nearest .< shifted) .& (shifted .< 0))
    return unsafeBitCast(sums, to: SIMD8<Int32>.self) &- unsafeBitCast(magic, to: SIMD8<Int32>.self) &- excess
  }
}
