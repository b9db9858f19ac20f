#if FOR_X86_64 && arch(x86_64) || FOR_ARM64 && arch(arm64)
// Elementary functions of floats, with the bits of those in Sources/TFLiteElementaryFunctions.

extension EntryPoints {
  /// eˣ for each element.
  ///
  /// - Parameters:
  ///   - input: `count` floats, readable for 64 bytes past the end.
  ///   - output: `count` floats; nothing else is written. May be the input.
  @inline(never)
  public static func applyExp(input: UnsafeRawPointer, output: UnsafeMutableRawPointer, count: Int) {
    withPowersOfTwo { powers in map(input, output, count) { exp($0, powers) } }
  }

  /// e to the power of scale · (x − offset) for each element; memory as for `applyExp`.
  @inline(never)
  public static func applyExp(
    input: UnsafeRawPointer, output: UnsafeMutableRawPointer, count: Int, offset: Float, scale: Float
  ) {
    let (offset, scale) = (floats(offset), floats(scale))
    withPowersOfTwo { powers in map(input, output, count) { exp(($0 - offset) * scale, powers) } }
  }

  /// 1 / (1 + e⁻ˣ) for each element; memory as for `applyExp`.
  ///
  /// Source: `tflite/kernels/internal/reference/logistic.h`.
  @inline(never)
  public static func applyLogistic(input: UnsafeRawPointer, output: UnsafeMutableRawPointer, count: Int) {
    let one = floats(1)
    withPowersOfTwo { powers in
      map(input, output, count) { x in
        let isSmall = x .< floats(-9)
        let power = exp(select(isSmall, x, negated(x)), powers)
        let ratio = select(x .> floats(16.619047164916992188), one, one / (one + power))
        return select(isSmall, power, ratio)
      }
    }
  }

  /// The hyperbolic tangent of each element; memory as for `applyExp`.
  @inline(never)
  public static func applyTanh(input: UnsafeRawPointer, output: UnsafeMutableRawPointer, count: Int) {
    map(input, output, count) { tanh($0) }
  }

  /// eˣ − 1 for each element below 0, x for others; memory as for `applyExp`.
  @inline(never)
  public static func applyElu(input: UnsafeRawPointer, output: UnsafeMutableRawPointer, count: Int) {
    map(input, output, count) { x in select(x .< floats(0), expm1(x), x) }
  }

  @inline(__always)
  private static func map(
    _ input: UnsafeRawPointer, _ output: UnsafeMutableRawPointer, _ count: Int, _ function: (FloatVector) -> FloatVector
  ) {
    var i = 0
    while i < count {
      let results = function(input.loadUnaligned(fromByteOffset: 4 &* i, as: FloatVector.self))
      storeFloats(results, to: output + 4 &* i, count: min(count &- i, FloatVector.scalarCount))
      i &+= FloatVector.scalarCount
    }
  }
}
#endif
