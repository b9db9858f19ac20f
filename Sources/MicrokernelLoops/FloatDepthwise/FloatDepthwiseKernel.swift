#if FOR_X86_64 && arch(x86_64) || FOR_ARM64 && arch(arm64)
/// What becomes of the sums of a vector of channels.
struct ClampedSum {
  let bias: FloatVector
  let lower: FloatVector, upper: FloatVector

  @inline(__always) func biased(_ sums: Int32Vector) -> FloatVector { cast(sums, to: FloatVector.self) + bias }
  @inline(__always) func bounded(_ sums: FloatVector) -> FloatVector { minimum(upper, maximum(lower, sums)) }
  @inline(__always) func callAsFunction(_ sums: Int32Vector) -> FloatVector { bounded(biased(sums)) }
}

/// `H` rows of `W` weights each, for a vector of channels. Where `N` is 1, a pixel's taps are its neighbor's but for the
/// first, and one more.
struct FloatDepthwiseKernel<let H: Int, let W: Int, let N: Int, Dot: FloatProduct> {
  private var weights: InlineArray<H, InlineArray<W, Int32Vector>>

  @inline(__always) init(_ address: UnsafeRawPointer, _ steps: FloatDepthwise.Steps) {
    weights = InlineArray<H, InlineArray<W, Int32Vector>>(
      repeating: InlineArray<W, Int32Vector>(repeating: Int32Vector()))
    for y in 0..<H {
      for x in 0..<W {
        weights[unchecked: y][unchecked: x] = address.loadUnaligned(
          fromByteOffset: y &* steps.weightRow &+ x &* steps.weight, as: Int32Vector.self)
      }
    }
  }

  /// The sums of the products with the activations of two pixels, of which the first's first is at `source`. Each sum waits
  /// for its last product: two of them keep the multipliers busy.
  @inline(__always)
  func sums(
    _ source: UnsafeRawPointer, _ steps: FloatDepthwise.Steps, pixelStep: Int
  ) -> (Int32Vector, Int32Vector) {
    var sums = (Int32Vector(), Int32Vector())
    for y in 0..<H {
      let row = source + y &* steps.tapRow
      for x in 0..<W &+ N {
        let tap = row.loadUnaligned(fromByteOffset: x &* steps.tap, as: Int32Vector.self)
        if x < W { sums.0 = Dot.accumulate(sums.0, tap, weights[unchecked: y][unchecked: x]) }
        if N == 1 && x > 0 { sums.1 = Dot.accumulate(sums.1, tap, weights[unchecked: y][unchecked: x &- 1]) }
        if N == 0 {
          let second = row.loadUnaligned(fromByteOffset: x &* steps.tap &+ pixelStep, as: Int32Vector.self)
          sums.1 = Dot.accumulate(sums.1, second, weights[unchecked: y][unchecked: x])
        }
      }
    }
    return sums
  }

  /// The sums for four pixels whose kernels overlap: two beside each other, and the two below them. There are four sums for
  /// the multipliers to go on with while others wait, and a third fewer taps to load.
  @inline(__always)
  func sumsOfFour(_ source: UnsafeRawPointer, _ steps: FloatDepthwise.Steps) -> (upper: Sums, lower: Sums) {
    var (upper, lower) = (Sums(), Sums())
    addRow(source, steps, to: &upper, 0)
    for y in 1..<H { addRow(source + y &* steps.tapRow, steps, to: &upper, y, and: &lower, y &- 1) }
    addRow(source + H &* steps.tapRow, steps, to: &lower, H &- 1)
    return (upper, lower)
  }

  /// The sums of two pixels beside each other.
  struct Sums {
    var first = Int32Vector()
    var second = Int32Vector()
  }

  /// Adds the products of a row of taps with the `y`th row of weights.
  @inline(__always)
  private func addRow(_ row: UnsafeRawPointer, _ steps: FloatDepthwise.Steps, to sums: inout Sums, _ y: Int) {
    for x in 0..<W &+ 1 {
      let tap = row.loadUnaligned(fromByteOffset: x &* steps.tap, as: Int32Vector.self)
      if x < W { sums.first = Dot.accumulate(sums.first, tap, weights[unchecked: y][unchecked: x]) }
      if x > 0 { sums.second = Dot.accumulate(sums.second, tap, weights[unchecked: y][unchecked: x &- 1]) }
    }
  }

  /// The same with two rows of weights.
  @inline(__always)
  private func addRow(
    _ row: UnsafeRawPointer, _ steps: FloatDepthwise.Steps, to upper: inout Sums, _ y: Int, and lower: inout Sums,
    _ lowerY: Int
  ) {
    for x in 0..<W &+ 1 {
      let tap = row.loadUnaligned(fromByteOffset: x &* steps.tap, as: Int32Vector.self)
      if x < W {
        upper.first = Dot.accumulate(upper.first, tap, weights[unchecked: y][unchecked: x])
        lower.first = Dot.accumulate(lower.first, tap, weights[unchecked: lowerY][unchecked: x])
      }
      if x > 0 {
        upper.second = Dot.accumulate(upper.second, tap, weights[unchecked: y][unchecked: x &- 1])
        lower.second = Dot.accumulate(lower.second, tap, weights[unchecked: lowerY][unchecked: x &- 1])
      }
    }
  }
}
#endif
