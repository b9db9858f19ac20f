#if FOR_X86_64 && arch(x86_64) || FOR_ARM64 && arch(arm64)
extension EntryPoints {
  /// Quantizes floats: `clamp(roundHalfAwayFromZero(x / scale) + zeroPoint)` to all of uint8 or int8. What does not fit 32
  /// bits, and what is not a number, counts as the lowest 32-bit integer, and the sum wraps around.
  ///
  /// - Parameters:
  ///   - input: `count` floats, readable for 64 bytes past the end.
  ///   - output: `count` bytes; nothing else is written.
  @inline(never)
  public static func quantize(
    input: UnsafeRawPointer, output: UnsafeMutableRawPointer, count: Int, scale: Float, zeroPoint: Int32,
    isSigned: Bool
  ) {
    let scales = FloatVector(repeating: scale)
    // From the lowest integer on, a negative zero point leads round to the highest ones.
    let beyond = FloatVector(repeating: zeroPoint < 0 ? 0x1p23 : -0x1p23)
    // From the highest float that fits, 128 below what does not, a zero point above 127 leads round to the lowest ones.
    let limit = FloatVector(repeating: zeroPoint > 127 ? (0x1p31 as Float).nextDown : 0x1p31)
    convert(input, to: output, count, zeroPoint, isSigned) { x in
      let quotient = x / scales
      return roundHalfAwayFromZero(select(absolute(quotient) .< limit, quotient, beyond))
    }
  }

  /// Quantizes floats: `clamp(roundHalfToEven(x * factor) + zeroPoint)` to all of uint8 or int8.
  ///
  /// - Parameters:
  ///   - input: `count` floats, readable for 64 bytes past the end.
  ///   - output: `count` bytes; nothing else is written.
  ///   - notANumber: what a product that is not a number counts as.
  @inline(never)
  public static func quantizeToEven(
    input: UnsafeRawPointer, output: UnsafeMutableRawPointer, count: Int, factor: Float, zeroPoint: Int32,
    isSigned: Bool, notANumber: Float
  ) {
    let factors = FloatVector(repeating: factor)
    let notNumbers = FloatVector(repeating: notANumber)
    convert(input, to: output, count, zeroPoint, isSigned) { x in
      let product = x * factors
      return roundToEven(clampedTo24Bits(select(product .== product, product, notNumbers)))
    }
  }

  @inline(__always)
  private static func convert(
    _ input: UnsafeRawPointer, to output: UnsafeMutableRawPointer, _ count: Int, _ zeroPoint: Int32, _ isSigned: Bool,
    _ rounded: (FloatVector) -> Int32Vector
  ) {
    let zeroPoints = Int32Vector(repeating: zeroPoint &+ (isSigned ? 128 : 0))
    let flip = ByteVector(repeating: isSigned ? 0x80 : 0)
    let lanes = Int32Vector.scalarCount
    var i = 0
    while i < count {
      // Vectors beyond the end are not read: the input has room for one vector only.
      @inline(__always) func vector(_ v: Int) -> Int32Vector {
        if i &+ v &* lanes >= count { return Int32Vector() }
        let x = input.loadUnaligned(fromByteOffset: 4 &* (i &+ v &* lanes), as: FloatVector.self)
        return rounded(x) &+ zeroPoints
      }
      let bytes = narrow(narrow(vector(0), vector(1)), narrow(vector(2), vector(3)))
      storeBytes(xor(memoryOrder(bytes), flip), to: output + i, count: min(count &- i, ByteVector.scalarCount))
      i &+= ByteVector.scalarCount
    }
  }

  /// Restores floats: `scale * (q - zeroPoint)`. The difference fits 24 bits, so that one multiplication rounds as the
  /// reference does, which multiplies in double.
  ///
  /// - Parameters:
  ///   - input: `count` bytes, readable for 64 bytes past the end.
  ///   - output: `count` floats; nothing else is written.
  @inline(never)
  public static func dequantize(
    input: UnsafeRawPointer, output: UnsafeMutableRawPointer, count: Int, scale: Float, zeroPoint: Int32,
    isSigned: Bool
  ) {
    let scales = FloatVector(repeating: scale)
    let zeroPoints = Int32Vector(repeating: zeroPoint &+ (isSigned ? 128 : 0))
    let flip = ByteVector(repeating: isSigned ? 0x80 : 0)
    let lanes = Int32Vector.scalarCount
    var i = 0
    while i < count {
      let bytes = xor(input.loadUnaligned(fromByteOffset: i, as: ByteVector.self), flip)
      let words = widen(narrowOrder(bytes))
      for v in 0..<4 where i &+ v &* lanes < count {
        let values = float(words[unchecked: v] &- zeroPoints) * scales
        let first = i &+ v &* lanes
        storeFloats(values, to: output + 4 &* first, count: min(count &- first, lanes))
      }
      i &+= ByteVector.scalarCount
    }
  }
}

/// To the nearest integer, halves away from zero, clamped to 24 bits.
///
/// Adding just less than 1/2 before truncation rounds as wanted; 1/2 itself would round its predecessor up.
@inline(__always) func roundHalfAwayFromZero(_ a: FloatVector) -> Int32Vector {
  let clamped = clampedTo24Bits(a)
  return truncate(clamped + copySign(FloatVector(repeating: (0.5 as Float).nextDown), of: clamped))
}

@inline(__always) private func clampedTo24Bits(_ a: FloatVector) -> FloatVector {
  let limit = FloatVector(repeating: 0x1p23)
  return maximum(minimum(a, limit), FloatVector() - limit)
}
#endif
