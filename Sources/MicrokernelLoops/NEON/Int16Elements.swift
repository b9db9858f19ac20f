#if FOR_ARM64 && arch(arm64)
import Builtin

/// `sums[i] + x[2i] * w[2i] + x[2i + 1] * w[2i + 1]` of signed 16-bit elements: uzp, smlal and smlal.
@inline(__always) func dot2(_ sums: Int32Vector, _ x: Int32Vector, _ w: Int32Vector) -> Int32Vector {
  sums &+ evenElements(x) &* evenElements(w) &+ oddElements(x) &* oddElements(w)
}

/// The 16-bit elements 0, 2, 4 and 6, sign-extended.
@inline(__always) func evenElements(_ a: Int32Vector) -> Int32Vector {
  int16Elements(a, SIMD4<Int32>(0, 2, 4, 6)._storage._value)
}

/// The 16-bit elements 1, 3, 5 and 7, sign-extended.
@inline(__always) func oddElements(_ a: Int32Vector) -> Int32Vector {
  int16Elements(a, SIMD4<Int32>(1, 3, 5, 7)._storage._value)
}

/// Some of the 16-bit elements, sign-extended.
@inline(__always) func int16Elements(_ a: Int32Vector, _ order: Builtin.Vec4xInt32) -> Int32Vector {
  let all = cast(a, to: Int16Vector.self)._storage._value
  let chosen = Builtin.shufflevector_Vec8xInt16_Vec4xInt32(all, all, order)
  return cast(Builtin.sext_Vec4xInt16_Vec4xInt32(chosen), to: Int32Vector.self)
}
#endif
