#if FOR_X86_64 && arch(x86_64) || FOR_ARM64 && arch(arm64)
/// A function of each element that raises e to some power.
protocol FunctionOfExp {
  /// The exponent, limited as by `limitedExponent`.
  func exponent(_ x: FloatVector) -> FloatVector
  /// The result, from the power of e.
  func result(_ x: FloatVector, power: FloatVector) -> FloatVector
}

struct Exp: FunctionOfExp {
  @inline(__always) func exponent(_ x: FloatVector) -> FloatVector { limitedExponent(x) }
  @inline(__always) func result(_: FloatVector, power: FloatVector) -> FloatVector { power }
}

struct ScaledExp: FunctionOfExp {
  let offset: FloatVector
  let scale: FloatVector

  @inline(__always) func exponent(_ x: FloatVector) -> FloatVector { limitedExponent((x - offset) * scale) }
  @inline(__always) func result(_: FloatVector, power: FloatVector) -> FloatVector { power }
}

struct Logistic: FunctionOfExp {
  @inline(__always) func exponent(_ x: FloatVector) -> FloatVector {
    // At most 9.
    maximum(floats(-150), select(isSmall(x), x, negated(x)))
  }

  @inline(__always) func result(_ x: FloatVector, power: FloatVector) -> FloatVector {
    let isLarge = x .> floats(16.619047164916992188)
    let one = floats(1)
    return select(isSmall(x), power, one / (one + select(isLarge, FloatVector(), power)))
  }

  @inline(__always) private func isSmall(_ x: FloatVector) -> SIMDMask<FloatVector.MaskStorage> { x .< floats(-9) }
}

struct SiLU: FunctionOfExp {
  @inline(__always) func exponent(_ x: FloatVector) -> FloatVector { Logistic().exponent(x) }

  @inline(__always) func result(_ x: FloatVector, power: FloatVector) -> FloatVector {
    gated(x, by: Logistic().result(x, power: power))
  }
}

/// The product. The largest number takes the place of infinity, as what MUL makes of infinity times 1; below 0, it makes no
/// number.
@inline(__always) func gated(_ x: FloatVector, by logistic: FloatVector) -> FloatVector {
  minimum(floats(Float.greatestFiniteMagnitude), x) * logistic
}
#endif
