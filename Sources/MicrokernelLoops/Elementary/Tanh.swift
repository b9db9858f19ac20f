#if FOR_X86_64 && arch(x86_64) || FOR_ARM64 && arch(arm64)
// See Sources/TFLiteElementaryFunctions/FloatTanh.swift.

/// The hyperbolic tangent.
@inline(__always) func tanh(_ x: FloatVector) -> FloatVector {
  let (one, two) = (floats(1), floats(2))
  let magnitude = absolute(x)
  let isLarge = magnitude .>= one
  let power = expm1(select(isLarge, two, -two) * magnitude)
  let quotient = select(isLarge, two, negated(power)) / (power + two)
  var result = select(isLarge, one - quotient, quotient)
  result = select(magnitude .>= floats(22), one, result)
  // Below 2⁻⁵⁵.
  result = select(magnitude .< floats(0x1p-55), magnitude * (one + magnitude), result)
  return select(x .== x, copySign(result, of: x), x + x)
}
#endif
