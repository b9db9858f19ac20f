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
    map(input, output, count, Exp())
  }

  /// e to the power of scale · (x − offset) for each element; memory as for `applyExp`.
  @inline(never)
  public static func applyExp(
    input: UnsafeRawPointer, output: UnsafeMutableRawPointer, count: Int, offset: Float, scale: Float
  ) {
    map(input, output, count, ScaledExp(offset: floats(offset), scale: floats(scale)))
  }

  /// 1 / (1 + e⁻ˣ) for each element; memory as for `applyExp`.
  ///
  /// Source: `tflite/kernels/internal/reference/logistic.h`.
  @inline(never)
  public static func applyLogistic(input: UnsafeRawPointer, output: UnsafeMutableRawPointer, count: Int) {
    map(input, output, count, Logistic())
  }

  /// x / (1 + e⁻ˣ) for each element, the product of x and what `applyLogistic` gives; infinity becomes the largest finite
  /// number, as in a MUL. Memory as for `applyExp`.
  @inline(never)
  public static func applySiLU(input: UnsafeRawPointer, output: UnsafeMutableRawPointer, count: Int) {
    map(input, output, count, SiLU())
  }

  /// What `applyLogistic` gives, within 2.5 units in the last place; memory as for `applyExp`.
  @inline(never)
  public static func applyApproximateLogistic(
    input: UnsafeRawPointer, output: UnsafeMutableRawPointer, count: Int
  ) {
    map(input, output, count, ApproximateLogistic())
  }

  /// The product of each element and what `applyApproximateLogistic` gives; otherwise as `applySiLU`.
  @inline(never)
  public static func applyApproximateSiLU(input: UnsafeRawPointer, output: UnsafeMutableRawPointer, count: Int) {
    map(input, output, count, ApproximateSiLU())
  }

  /// The hyperbolic tangent of each element; memory as for `applyExp`.
  @inline(never)
  public static func applyTanh(input: UnsafeRawPointer, output: UnsafeMutableRawPointer, count: Int) {
    map(input, output, count, Tanh())
  }

  /// x · clamp(x + 3, 0, 6) / 6 for each element; memory as for `applyExp`.
  @inline(never)
  public static func applyHardSwish(input: UnsafeRawPointer, output: UnsafeMutableRawPointer, count: Int) {
    map(input, output, count, HardSwish())
  }

  /// x for each element above 0, x · slope for others; memory as for `applyExp`.
  @inline(never)
  public static func applyLeakyRelu(
    input: UnsafeRawPointer, output: UnsafeMutableRawPointer, count: Int, slope: Float
  ) {
    map(input, output, count, LeakyRelu(slope: floats(slope)))
  }

  /// eˣ − 1 for each element below 0, x for others; memory as for `applyExp`.
  @inline(never)
  public static func applyElu(input: UnsafeRawPointer, output: UnsafeMutableRawPointer, count: Int) {
    map(input, output, count, Elu())
  }

  @inline(__always)
  private static func map<Function: FloatFunction>(
    _ input: UnsafeRawPointer, _ output: UnsafeMutableRawPointer, _ count: Int, _ function: Function
  ) {
    var i = 0
    var part = FloatVector()
    while i < count {
      let results = function(input.loadUnaligned(fromByteOffset: 4 &* i, as: FloatVector.self))
      if count &- i >= FloatVector.scalarCount {
        (output + 4 &* i).storeBytes(of: results, as: FloatVector.self)
      } else {
        part = results
      }
      i &+= FloatVector.scalarCount
    }
    // Behind the loop, so that its constants stay in registers.
    let rest = count & (FloatVector.scalarCount &- 1)
    if rest > 0 { storeFloats(part, to: output + 4 &* (count &- rest), count: rest) }
  }

  @inline(__always)
  private static func map<Function: FunctionOfExp>(
    _ input: UnsafeRawPointer, _ output: UnsafeMutableRawPointer, _ count: Int, _ function: Function
  ) {
    PowersOfE.with { powers in
      var start = 0
      while start < count {
        let rest = count &- start
        map(
          input + 4 &* start, output + 4 &* start, rest < PowersOfE.capacity ? rest : PowersOfE.capacity, function,
          powers)
        start &+= PowersOfE.capacity
      }
    }
  }

  @inline(__always)
  private static func map<Function: FunctionOfExp>(
    _ input: UnsafeRawPointer, _ output: UnsafeMutableRawPointer, _ count: Int, _ function: Function,
    _ powers: PowersOfE
  ) {
    @inline(__always) func result(_ i: Int) -> FloatVector {
      function.result(
        input.loadUnaligned(fromByteOffset: 4 &* i, as: FloatVector.self),
        power: powers.values.loadUnaligned(fromByteOffset: 4 &* i, as: FloatVector.self))
    }
    var i = 0
    while i < count {
      let exponents = function.exponent(input.loadUnaligned(fromByteOffset: 4 &* i, as: FloatVector.self))
      (powers.values + 4 &* i).storeBytes(of: exponents, as: FloatVector.self)
      i &+= FloatVector.scalarCount
    }
    powers.replace(count: count)
    i = 0
    let whole = count & ~(FloatVector.scalarCount &- 1)
    while i < whole {
      (output + 4 &* i).storeBytes(of: result(i), as: FloatVector.self)
      i &+= FloatVector.scalarCount
    }
    if whole < count { storeFloats(result(whole), to: output + 4 &* whole, count: count &- whole) }
  }
}
#endif
