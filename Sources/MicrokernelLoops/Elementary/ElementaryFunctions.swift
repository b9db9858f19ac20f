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
    withPowersOfTwo { powers in map(input, output, count) { logistic($0, powers) } }
  }

  /// x / (1 + e⁻ˣ) for each element, the product of x and what `applyLogistic` gives; infinity becomes the largest finite
  /// number, as in a MUL. Memory as for `applyExp`.
  @inline(never)
  public static func applySiLU(input: UnsafeRawPointer, output: UnsafeMutableRawPointer, count: Int) {
    withPowersOfTwo { powers in map(input, output, count) { product($0, logistic($0, powers)) } }
  }

  /// What `applyLogistic` gives, within 2.5 units in the last place; memory as for `applyExp`.
  @inline(never)
  public static func applyApproximateLogistic(
    input: UnsafeRawPointer, output: UnsafeMutableRawPointer, count: Int
  ) {
    map(input, output, count) { approximateLogistic($0) }
  }

  /// The product of each element and what `applyApproximateLogistic` gives; otherwise as `applySiLU`.
  @inline(never)
  public static func applyApproximateSiLU(input: UnsafeRawPointer, output: UnsafeMutableRawPointer, count: Int) {
    map(input, output, count) { product($0, approximateLogistic($0)) }
  }

  /// A product as MUL gives it: no infinities.
  @inline(__always) private static func product(_ a: FloatVector, _ b: FloatVector) -> FloatVector {
    let largest = floats(Float.greatestFiniteMagnitude)
    return minimum(largest, maximum(negated(largest), a * b))
  }

  @inline(__always)
  private static func logistic(_ x: FloatVector, _ powers: PowersOfTwo) -> FloatVector {
    let one = floats(1)
    let isSmall = x .< floats(-9)
    let power = exp(select(isSmall, x, negated(x)), powers)
    let ratio = select(x .> floats(16.619047164916992188), one, one / (one + power))
    return select(isSmall, power, ratio)
  }

  /// The hyperbolic tangent of each element; memory as for `applyExp`.
  @inline(never)
  public static func applyTanh(input: UnsafeRawPointer, output: UnsafeMutableRawPointer, count: Int) {
    map(input, output, count) { tanh($0) }
  }

  /// x · clamp(x + 3, 0, 6) / 6 for each element; memory as for `applyExp`.
  @inline(never)
  public static func applyHardSwish(input: UnsafeRawPointer, output: UnsafeMutableRawPointer, count: Int) {
    let (zero, three, six) = (floats(0), floats(3), floats(6))
    map(input, output, count) { x in x * minimum(maximum(x + three, zero), six) / six }
  }

  /// x for each element above 0, x · slope for others; memory as for `applyExp`.
  @inline(never)
  public static func applyLeakyRelu(
    input: UnsafeRawPointer, output: UnsafeMutableRawPointer, count: Int, slope: Float
  ) {
    let slope = floats(slope)
    map(input, output, count) { x in select(x .> floats(0), x, x * slope) }
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
