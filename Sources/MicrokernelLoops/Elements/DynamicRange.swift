#if FOR_X86_64 && arch(x86_64) || FOR_ARM64 && arch(arm64)
extension EntryPoints {
  /// Quantizes floats to int8 by adding a half away from zero and cutting off the fraction:
  /// `clamp(truncate(x * inverseScale ± 1/2) + zeroPoint)`. Not a number becomes the zero point.
  ///
  /// Goes over whole vectors and reads nothing past them.
  ///
  /// - Parameters:
  ///   - input: `count` floats.
  ///   - output: `count` bytes.
  /// - Returns: how many elements these are.
  @inline(never)
  public static func quantizeByTruncation(
    input: UnsafeRawPointer, output: UnsafeMutableRawPointer, count: Int, inverseScale: Float, zeroPoint: Int32,
    lower: Int32, upper: Int32
  ) -> Int {
    let (scales, zeroPoints) = (floats(inverseScale), Int32Vector(repeating: zeroPoint))
    let (lowest, highest) = (Int32Vector(repeating: lower), Int32Vector(repeating: upper))
    // Bytes are narrowed as unsigned ones.
    let (offset, flip) = (Int32Vector(repeating: 128), ByteVector(repeating: 0x80))
    let lanes = Int32Vector.scalarCount
    // As integers, not a number is larger than any number.
    let largestUsual = Int32(bitPattern: Float(0x1p23).bitPattern)
    var i = 0
    while i &+ ByteVector.scalarCount <= count {
      @inline(__always) func halfAway(_ v: Int) -> FloatVector {
        let x = input.loadUnaligned(fromByteOffset: 4 &* (i &+ v &* lanes), as: FloatVector.self) * scales
        return x + select(x .< floats(0), floats(-0.5), floats(0.5))
      }
      let (a, b, c, d) = (halfAway(0), halfAway(1), halfAway(2), halfAway(3))
      @inline(__always) func bits(_ x: FloatVector) -> Int32Vector { cast(absolute(x), to: Int32Vector.self) }
      var integers = (truncate(a), truncate(b), truncate(c), truncate(d))
      if largest(maximum(maximum(bits(a), bits(b)), maximum(bits(c), bits(d)))) > largestUsual {
        integers = (truncateSaturating(a), truncateSaturating(b), truncateSaturating(c), truncateSaturating(d))
      }
      @inline(__always) func limited(_ rounded: Int32Vector) -> Int32Vector {
        minimum(highest, maximum(lowest, rounded &+ zeroPoints)) &+ offset
      }
      let bytes = narrow(
        narrow(limited(integers.0), limited(integers.1)), narrow(limited(integers.2), limited(integers.3)))
      output.storeBytes(of: xor(memoryOrder(bytes), flip), toByteOffset: i, as: ByteVector.self)
      i &+= ByteVector.scalarCount
    }
    return i
  }

  /// Towards zero, the nearest integer of 32 bits where there is none, and 0 for not a number. Beyond 23 bits, only the
  /// limits are right.
  @inline(__always) private static func truncateSaturating(_ a: FloatVector) -> Int32Vector {
    let limit = floats(0x1p23)
    let small = truncate(maximum(minimum(replaceNaN(a), limit), negated(limit)))
    // Chosen as bits: no number is computed with.
    let (largest, smallest) = (Int32Vector(repeating: .max), Int32Vector(repeating: .min))
    let capped = select(
      a .>= floats(0x1p31), cast(largest, to: FloatVector.self), cast(small, to: FloatVector.self))
    return cast(select(a .<= floats(-0x1p31), cast(smallest, to: FloatVector.self), capped), to: Int32Vector.self)
  }

  /// Makes floats of sums of products of stored values, in place: `(sum - zeroPoint * weightSum)` times the scale of the
  /// channel's weights and that of the activations, plus bias, clamped; not a number stays.
  ///
  /// - Parameters:
  ///   - values: `pixels * channels` sums, readable for 64 bytes past the end; the results.
  ///   - weightSums, weightScales, bias: for each channel, readable for 64 bytes past the end.
  ///   - scalesFirst: whether the scales are multiplied with each other, instead of one after the other with the sum.
  @inline(never)
  public static func scaleSums(
    _ values: UnsafeMutableRawPointer, pixels: Int, channels: Int, zeroPoint: Int32, scale: Float,
    weightSums: UnsafeRawPointer, weightScales: UnsafeRawPointer, scalesFirst: Bool, bias: UnsafeRawPointer?,
    lower: Float, upper: Float
  ) {
    let (zeroPoint, scale) = (Int32Vector(repeating: zeroPoint), floats(scale))
    let (lower, upper) = (floats(lower), floats(upper))
    for pixel in 0..<pixels {
      let row = values + 4 &* pixel &* channels
      var channel = 0
      while channel < channels {
        let offset = 4 &* channel
        let sums = row.loadUnaligned(fromByteOffset: offset, as: Int32Vector.self)
        let share = zeroPoint &* weightSums.loadUnaligned(fromByteOffset: offset, as: Int32Vector.self)
        let real = float(sums &- share)
        let scales = weightScales.loadUnaligned(fromByteOffset: offset, as: FloatVector.self)
        var result = scalesFirst ? real * (scales * scale) : real * scales * scale
        if let bias { result += bias.loadUnaligned(fromByteOffset: offset, as: FloatVector.self) }
        storeFloats(
          minimum(upper, maximum(lower, result)), to: row + offset,
          count: min(channels &- channel, FloatVector.scalarCount))
        channel &+= FloatVector.scalarCount
      }
    }
  }
}
#endif
