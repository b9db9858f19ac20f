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
}
#endif
