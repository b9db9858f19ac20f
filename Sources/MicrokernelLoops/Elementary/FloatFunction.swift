#if FOR_X86_64 && arch(x86_64) || FOR_ARM64 && arch(arm64)
/// A function of each element. It is no closure: see Traps.
protocol FloatFunction {
  func callAsFunction(_ x: FloatVector) -> FloatVector
}

struct ScaledExp: FloatFunction {
  let powers: PowersOfTwo
  let offset: FloatVector
  let scale: FloatVector

  @inline(__always) func callAsFunction(_ x: FloatVector) -> FloatVector { exp((x - offset) * scale, powers) }
}

struct Exp: FloatFunction {
  let powers: PowersOfTwo

  @inline(__always) func callAsFunction(_ x: FloatVector) -> FloatVector { exp(x, powers) }
}

struct Logistic: FloatFunction {
  let powers: PowersOfTwo

  @inline(__always) func callAsFunction(_ x: FloatVector) -> FloatVector {
    let one = floats(1)
    let isSmall = x .< floats(-9)
    let power = exp(select(isSmall, x, negated(x)), powers)
    let ratio = select(x .> floats(16.619047164916992188), one, one / (one + power))
    return select(isSmall, power, ratio)
  }
}

struct ApproximateLogistic: FloatFunction {
  @inline(__always) func callAsFunction(_ x: FloatVector) -> FloatVector { approximateLogistic(x) }
}

struct SiLU<Logistic: FloatFunction>: FloatFunction {
  let logistic: Logistic

  @inline(__always) func callAsFunction(_ x: FloatVector) -> FloatVector {
    // The largest number in place of infinity: what MUL makes of infinity times 1. (Below 0, it makes no number.)
    minimum(floats(Float.greatestFiniteMagnitude), x) * logistic(x)
  }
}

struct Tanh: FloatFunction {
  @inline(__always) func callAsFunction(_ x: FloatVector) -> FloatVector { tanh(x) }
}

struct HardSwish: FloatFunction {
  @inline(__always) func callAsFunction(_ x: FloatVector) -> FloatVector {
    x * minimum(maximum(x + floats(3), floats(0)), floats(6)) / floats(6)
  }
}

struct LeakyRelu: FloatFunction {
  let slope: FloatVector

  @inline(__always) func callAsFunction(_ x: FloatVector) -> FloatVector { select(x .> floats(0), x, x * slope) }
}

struct Elu: FloatFunction {
  @inline(__always) func callAsFunction(_ x: FloatVector) -> FloatVector { select(x .< floats(0), expm1(x), x) }
}
#endif
