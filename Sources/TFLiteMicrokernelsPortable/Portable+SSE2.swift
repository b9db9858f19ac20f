#if arch(x86_64)
import Builtin

extension Portable {
  /// 6 rows of 2 vectors: 12 accumulators, 2 weights and an activation of 16 registers.
  @inline(__always) static var panelVectors: Int { 2 }
  @inline(__always) static var panelRows: Int { 6 }
}

/// What 8-bit weights are packed for, but for those of depthwise convolutions. To widen bytes would take more instructions.
typealias ConvolutionDot = Int16Pairs

/// `sums[i] + x[2i] * w[2i] + x[2i + 1] * w[2i + 1]` of signed 16-bit elements.
@inline(__always) func dot2(_ sums: Int32Vector, _ x: Int32Vector, _ w: Int32Vector) -> Int32Vector {
  let products = Builtin.int_x86_sse2_pmadd_wd(
    cast(x, to: Int16Vector.self)._storage._value, cast(w, to: Int16Vector.self)._storage._value)
  return sums &+ cast(products, to: Int32Vector.self)
}

/// The 64-bit products of the even lanes; no lane of b is negative.
///
/// SSE2 multiplies unsigned integers only: where a is negative, the product is b * 2^32 too large.
@inline(__always) func multiplyEven(_ a: Int32Vector, _ b: Int32Vector) -> Int64Vector {
  let excess = shiftLeft(cast(negative(a, b), to: Int64Vector.self), by: 32)
  return lowHalves(cast(a, to: Int64Vector.self)) &* lowHalves(cast(b, to: Int64Vector.self)) &- excess
}

/// The 64-bit products of the odd lanes; no lane of b is negative.
@inline(__always) func multiplyOdd(_ a: Int32Vector, _ b: Int32Vector) -> Int64Vector {
  let x = shiftRightLogical(cast(a, to: Int64Vector.self), by: 32)
  let y = shiftRightLogical(cast(b, to: Int64Vector.self), by: 32)
  let wrong = cast(negative(a, b), to: Int64Vector.self)
  return lowHalves(x) &* lowHalves(y) &- (wrong &- lowHalves(wrong))
}

/// b where a is negative, else 0.
@inline(__always) private func negative(_ a: Int32Vector, _ b: Int32Vector) -> Int32Vector {
  and(signs(a), b)
}

@inline(__always) private func lowHalves(_ a: Int64Vector) -> Int64Vector {
  let mask = Int64Vector(repeating: 0xffff_ffff)
  return cast(Builtin.and_Vec2xInt64(a._storage._value, mask._storage._value), to: Int64Vector.self)
}

/// To the nearest integer, halves to the even one; -2^31 where that does not fit.
@inline(__always) func roundToEven(_ a: FloatVector) -> Int32Vector {
  cast(Builtin.int_x86_sse2_cvtps2dq(a._storage._value), to: Int32Vector.self)
}

/// Without the fraction; -2^31 where that does not fit.
@inline(__always) func truncate(_ a: FloatVector) -> Int32Vector {
  cast(Builtin.int_x86_sse2_cvttps2dq(a._storage._value), to: Int32Vector.self)
}

/// Two vectors, saturated to 16 bits: in each 128-bit part, four elements of a and four of b.
@inline(__always) func narrow(_ a: Int32Vector, _ b: Int32Vector) -> Int16Vector {
  cast(Builtin.int_x86_sse2_packssdw_128(a._storage._value, b._storage._value), to: Int16Vector.self)
}

/// Two vectors, saturated to unsigned bytes: in each 128-bit part, eight elements of a and eight of b.
@inline(__always) func narrow(_ a: Int16Vector, _ b: Int16Vector) -> ByteVector {
  cast(Builtin.int_x86_sse2_packuswb_128(a._storage._value, b._storage._value), to: ByteVector.self)
}

/// Two vectors, saturated to signed bytes: in each 128-bit part, eight elements of a and eight of b.
@inline(__always) func narrowSigned(_ a: Int16Vector, _ b: Int16Vector) -> ByteVector {
  cast(Builtin.int_x86_sse2_packsswb_128(a._storage._value, b._storage._value), to: ByteVector.self)
}

// MARK: Tables

/// A table of 256 bytes. SSE2 has no shuffle by a variable index.
struct ByteTable {
  private let entries: UnsafePointer<UInt8>

  init(_ entries: UnsafeRawPointer) { self.entries = entries.assumingMemoryBound(to: UInt8.self) }

  /// The entry for each byte.
  @inline(__always) subscript(_ bytes: ByteVector) -> ByteVector {
    var words = cast(bytes, to: SIMD2<UInt64>.self)
    for half in 0..<2 {
      var result: UInt64 = 0
      for i in 0..<8 {
        let byte = UInt8(truncatingIfNeeded: words[half] &>> UInt64(truncatingIfNeeded: 8 &* i))
        result |= UInt64(entries[Int(byte)]) &<< UInt64(truncatingIfNeeded: 8 &* i)
      }
      words[half] = result
    }
    return cast(words, to: ByteVector.self)
  }
}
#endif
