#if FOR_X86_64 && arch(x86_64) || FOR_ARM64 && arch(arm64)
extension EntryPoints {
  /// Quantizes floats: `clamp(roundHalfAwayFromZero(x / scale) + zeroPoint)` to all of uint8 or int8. Not a number
  /// becomes the zero point.
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
    let zeroPoints = Int32Vector(repeating: zeroPoint &+ (isSigned ? 128 : 0))
    let flip = ByteVector(repeating: isSigned ? 0x80 : 0)
    let lanes = Int32Vector.scalarCount
    var i = 0
    while i < count {
      // Vectors beyond the end are not read: the input has room for one vector only.
      @inline(__always) func vector(_ v: Int) -> Int32Vector {
        if i &+ v &* lanes >= count { return Int32Vector() }
        let x = input.loadUnaligned(fromByteOffset: 4 &* (i &+ v &* lanes), as: FloatVector.self) / scales
        return roundHalfAwayFromZero(x) &+ zeroPoints
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

/// To the nearest integer, halves away from zero, clamped to 24 bits; 0 for not a number.
///
/// Adding just less than 1/2 before truncation rounds as wanted; 1/2 itself would round its predecessor up.
@inline(__always) func roundHalfAwayFromZero(_ a: FloatVector) -> Int32Vector {
  let limit = FloatVector(repeating: 0x1p23)
  let clamped = maximum(minimum(replaceNaN(a), limit), FloatVector() - limit)
  return truncate(clamped + copySign(FloatVector(repeating: (0.5 as Float).nextDown), of: clamped))
}
#endif
