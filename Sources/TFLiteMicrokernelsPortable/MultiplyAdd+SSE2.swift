#if arch(x86_64)
import Builtin

// SSE2 has no fused multiplication. In double, the product of two floats is exact. Were the sum rounded to double and
// then to float, the second rounding could meet a tie that the first one made; so the first one is a rounding to odd.
// Source: Boldo and Melquiond, "Emulation of a FMA and correctly rounded sums: proved algorithms using rounding to odd",
// 2008.

/// a * b + c, rounded once.
@inline(__always) func multiplyAdd(_ a: FloatVector, _ b: FloatVector, _ c: FloatVector) -> FloatVector {
  let (a, b, c) = (halves(a), halves(b), halves(c))
  return join(
    (multiplyAdd(a.0, b.0, c.0), multiplyAdd(a.1, b.1, c.1)), to: FloatVector.self)
}

/// a * b + c, rounded twice: for what becomes the same float either way.
@inline(__always) func multiplyAddDoubles(_ a: DoubleVector, _ b: DoubleVector, _ c: DoubleVector) -> DoubleVector {
  a * b + c
}

@inline(__always) private func halves(_ a: FloatVector) -> (SIMD2<Float>, SIMD2<Float>) {
  cast(a, to: (SIMD2<Float>, SIMD2<Float>).self)
}

@inline(__always) private func double(_ a: SIMD2<Float>) -> SIMD2<Double> {
  cast(Builtin.fpext_Vec2xFPIEEE32_Vec2xFPIEEE64(a._storage._value), to: SIMD2<Double>.self)
}

@inline(__always)
private func multiplyAdd(_ a: SIMD2<Float>, _ b: SIMD2<Float>, _ c: SIMD2<Float>) -> SIMD2<Float> {
  let (product, addend) = (double(a) * double(b), double(c))
  let sum = product + addend
  // What was rounded off, exactly (Knuth).
  let share = sum - product
  let error = (product - (sum - share)) + (addend - share)

  // An even last digit moves towards what was rounded off: away from 0 if that has the sum's sign.
  let bits = cast(sum, to: Int64Vector.self)
  let step = or(sign(xor(bits, cast(error, to: Int64Vector.self))), Int64Vector(repeating: 1))
  let isEven = and(bits, Int64Vector(repeating: 1)) &- Int64Vector(repeating: 1)
  let isInexact = cast(
    Builtin.sext_Vec2xInt1_Vec2xInt64(
      Builtin.fcmp_one_Vec2xFPIEEE64(error._storage._value, SIMD2<Double>()._storage._value)),
    to: Int64Vector.self)
  let odd = cast(bits &+ and(step, and(isEven, isInexact)), to: SIMD2<Double>.self)
  return cast(Builtin.fptrunc_Vec2xFPIEEE64_Vec2xFPIEEE32(odd._storage._value), to: SIMD2<Float>.self)
}

/// -1 where a is negative, else 0.
@inline(__always) private func sign(_ a: Int64Vector) -> Int64Vector { shiftRight(a, by: 63) }

@inline(__always) private func or(_ a: Int64Vector, _ b: Int64Vector) -> Int64Vector {
  cast(Builtin.generic_or(a._storage._value, b._storage._value), to: Int64Vector.self)
}

@inline(__always) private func xor(_ a: Int64Vector, _ b: Int64Vector) -> Int64Vector {
  cast(Builtin.generic_xor(a._storage._value, b._storage._value), to: Int64Vector.self)
}
#endif
