#if FOR_X86_64 && arch(x86_64) || FOR_ARM64 && arch(arm64)
/// A function of each element. It is no closure: see Traps.
protocol FloatFunction {
  func callAsFunction(_ x: FloatVector) -> FloatVector
}

struct ApproximateLogistic: FloatFunction {
  @inline(__always) func callAsFunction(_ x: FloatVector) -> FloatVector { approximateLogistic(x) }
}

struct ApproximateSiLU: FloatFunction {
  @inline(__always) func callAsFunction(_ x: FloatVector) -> FloatVector { gated(x, by: approximateLogistic(x)) }
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
