#if FOR_X86_64 && arch(x86_64) || FOR_ARM64 && arch(arm64)
extension EntryPoints {
  /// The largest unsigned byte of each row.
  ///
  /// - Parameters:
  ///   - input: rows of `columns` bytes, `rowStride` apart; readable for 64 bytes past the last one.
  ///   - columns: at least 1.
  ///   - maxima: one byte for each row.
  @inline(never)
  public static func largestBytes(
    input: UnsafeRawPointer, rowStride: Int, columns: Int, rows: Int, maxima: UnsafeMutablePointer<UInt8>
  ) {
    let width = ByteVector.scalarCount
    let rest = columns % width
    // 255 for each byte of an incomplete vector that counts.
    var mask = ByteVector()
    for i in 0..<rest { mask[i] = 255 }
    for row in 0..<rows {
      let address = input + row &* rowStride
      var best = ByteVector()
      var i = 0
      while i &+ width <= columns {
        best = maximum(best, address.loadUnaligned(fromByteOffset: i, as: ByteVector.self))
        i &+= width
      }
      if rest > 0 {
        best = maximum(best, minimum(address.loadUnaligned(fromByteOffset: i, as: ByteVector.self), mask))
      }
      maxima[row] = largest(best)
    }
  }

  /// The largest float of each row; what is not a number is passed over, and minus infinity stands for nothing.
  ///
  /// - Parameters:
  ///   - input: rows of `columns` floats, `rowStride` bytes apart; readable for 64 bytes past the last one.
  ///   - columns: at least 1.
  ///   - maxima: one float for each row. Where 0 is the largest, its sign is not that of any element.
  @inline(never)
  public static func largestFloats(
    input: UnsafeRawPointer, rowStride: Int, columns: Int, rows: Int, maxima: UnsafeMutablePointer<Float>
  ) {
    let lanes = FloatVector.scalarCount
    let rest = columns % lanes
    // Infinity for each float of an incomplete vector that counts.
    var limit = FloatVector(repeating: -.infinity)
    for i in 0..<rest { limit[i] = .infinity }
    for row in 0..<rows {
      let address = input + row &* rowStride
      var best = FloatVector(repeating: -.infinity)
      var i = 0
      while i &+ lanes <= columns {
        best = maximum(address.loadUnaligned(fromByteOffset: 4 &* i, as: FloatVector.self), best)
        i &+= lanes
      }
      if rest > 0 {
        best = maximum(minimum(limit, address.loadUnaligned(fromByteOffset: 4 &* i, as: FloatVector.self)), best)
      }
      maxima[row] = largest(best)
    }
  }
}

extension EntryPoints {
  /// The smallest and the largest of some floats. Not a number is passed over, unless it comes first.
  ///
  /// - Parameters:
  ///   - input: `count` floats, at least one; nothing else is read.
  ///   - extremes: room for two floats.
  @inline(never)
  public static func extremeFloats(input: UnsafeRawPointer, count: Int, extremes: UnsafeMutablePointer<Float>) {
    let lanes = FloatVector.scalarCount
    let first = input.loadUnaligned(as: Float.self)
    (extremes[0], extremes[1]) = (first, first)
    // Lanes start with the first value, so that it keeps its rank.
    var (least, most) = (floats(first), floats(first))
    if count >= lanes {
      @inline(__always) func vector(_ i: Int) -> FloatVector {
        input.loadUnaligned(fromByteOffset: 4 &* i, as: FloatVector.self)
      }
      // Two chains, since each step waits for the one before.
      var (otherLeast, otherMost) = (least, most)
      var i = 0
      while i &+ 2 &* lanes <= count {
        let (a, b) = (vector(i), vector(i &+ lanes))
        (least, most) = (minimum(a, least), maximum(a, most))
        (otherLeast, otherMost) = (minimum(b, otherLeast), maximum(b, otherMost))
        i &+= 2 &* lanes
      }
      while i < count {
        // The last vector reaches back over the one before.
        let values = vector(min(i, count &- lanes))
        (least, most) = (minimum(values, least), maximum(values, most))
        i &+= lanes
      }
      (least, most) = (minimum(otherLeast, least), maximum(otherMost, most))
    }
    for lane in 0..<(count >= lanes ? lanes : count) {
      let smallest = count >= lanes ? least[lane] : input.loadUnaligned(fromByteOffset: 4 &* lane, as: Float.self)
      let largest = count >= lanes ? most[lane] : smallest
      extremes[0] = smallest < extremes[0] ? smallest : extremes[0]
      extremes[1] = extremes[1] < largest ? largest : extremes[1]
    }
  }
}
#endif
