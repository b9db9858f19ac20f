#if FOR_X86_64 && arch(x86_64) || FOR_ARM64 && arch(arm64)
// See Sources/TFLiteElementaryFunctions/ApproximateLogistic.swift, which gives the same bits in two steps more: here the shift
// has an exponent's bias in it, and what is below the smallest is left to the last line.

/// 1 / (1 + e⁻ˣ), within 2.5 units in the last place.
@inline(__always) func approximateLogistic(_ x: FloatVector) -> FloatVector {
  let (one, smallest) = (floats(1), floats(-0x1.5d589ep+6))
  // No number stays what it is.
  let limited = minimum(floats(0x1.5d589ep+6), x)
  let shift = floats(0x1.8p23 + 127)
  let shifted = multiplyAdd(limited, floats(-0x1.715476p+0), shift)
  let n = shifted - shift
  var r = multiplyAdd(n, floats(-0x1.62e43p-1), negated(limited))
  r = multiplyAdd(n, floats(0x1.05c61p-29), r)
  let scale = cast(
    shiftLeft(cast(shifted, to: Int32Vector.self), by: Int32Vector(repeating: 23)), to: FloatVector.self)
  let square = r * r
  let lower = multiplyAdd(r, floats(0x1.555492p-3), floats(0x1.fffffcp-2))
  var polynomial = multiplyAdd(r, floats(0x1.123a20p-7), floats(0x1.5558f2p-5))
  polynomial = multiplyAdd(square, floats(0x1.6a23cep-10), polynomial)
  polynomial = multiplyAdd(polynomial, square, lower)
  polynomial = multiplyAdd(polynomial, square, r)
  let power = multiplyAdd(scale, polynomial, scale)
  return select(x .< smallest, floats(0), one / (one + power))
}
#endif
