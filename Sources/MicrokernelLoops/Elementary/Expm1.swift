#if FOR_X86_64 && arch(x86_64) || FOR_ARM64 && arch(arm64)
// See Sources/TFLiteElementaryFunctions/FloatExpm1.swift: here every case is computed for all elements.

/// eˣ − 1.
@inline(__always) func expm1(_ x: FloatVector) -> FloatVector {
  let (zero, half, one, two) = (floats(0), floats(0.5), floats(1), floats(2))
  let magnitude = absolute(x)
  let isNegative = x .< zero
  // x = k · ln 2 + r + error, where k is whole and ln 2 has two parts.
  let rounded = float(truncate(floats(1.4426950216) * x + select(isNegative, -half, half)))
  let unit = select(isNegative, -one, one)
  let nonzero = select(magnitude .< floats(0x1.0a2b24p0), unit, rounded)
  let k = select(magnitude .> floats(0x1.62e43p-2), nonzero, zero)
  let high = x - k * floats(6.9313812256e-01)
  let low = k * floats(9.0580006145e-06)
  let r = high - low
  let error = (high - r) - low

  let halfOfR = half * r
  let square = r * halfOfR
  let inner3 = square * floats(-2.0109921195e-07) + floats(4.0082177293e-06)
  let inner2 = square * inner3 - floats(7.9365076090e-05)
  let inner1 = square * inner2 + floats(1.5873016091e-03)
  let polynomial = square * (square * inner1 - floats(3.3333335072e-02)) + one
  let complement = floats(3) - polynomial * halfOfR
  let quotient = square * ((polynomial - complement) / (floats(6) - r * complement))
  let rest = (r * (quotient - error) - error) - square

  // For k from 2 to 22, up to 56, and all others; then for 1, -1 and 0.
  let exponent = shiftLeft(truncate(k), by: Int32Vector(repeating: 23))
  let power = cast(Int32Vector(repeating: 127 &<< 23) &- exponent, to: FloatVector.self)
  let small = (one - power) - (rest - r)
  let medium = (r - (rest + power)) + one
  let isLarge = (k .> floats(56)) .| (k .< zero)
  let sum = select(isLarge, one - (rest - r), select(k .< floats(23), small, medium))
  let scaled = cast(cast(sum, to: Int32Vector.self) &+ exponent, to: FloatVector.self)
  var result = select(isLarge, scaled - one, scaled)
  let doubled = select(r .< floats(-0.25), -two * (rest - (r + half)), one + two * (r - rest))
  result = select(k .== one, doubled, result)
  result = select(k .== -one, half * (r - rest) - half, result)
  result = select(k .== zero, r - rest, result)
  // Below 2⁻²⁵.
  result = select(magnitude .< floats(0x1p-25), r, result)
  // From 27 · ln 2 on, and from where the result is infinite.
  result = select(x .<= floats(-0x1.2b7088p+4), -one, result)
  result = select(x .>= floats(0x1.62e43p+6), floats(.infinity), result)
  return select(x .== x, result, x + x)
}
#endif
