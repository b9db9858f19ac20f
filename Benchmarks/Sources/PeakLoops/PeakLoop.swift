// This folder is linked into each of the modules Peak… as `Loops`, and compiled with their flags and vectors; see also
// Sources/MicrokernelLoops/README.md of the package above.

extension Peak {
  /// Multiplications that one call of the loops below makes in each of its chains, and adds up.
  ///
  /// Twelve independent chains are more than any processor needs to hide an instruction's latency, and with the operand
  /// they share they fit sixteen registers.
  public static let chains = 12

  /// Multiplies bytes (or what this instruction set has instead) and adds the products, as fast as registers allow.
  ///
  /// - Returns: what keeps the compiler from leaving the work out.
  @inline(never)
  public static func multiplyAddBytes(iterations: Int) -> Int32 {
    let w = Int32Vector(repeating: 0x0102_0301)
    var (a0, a1, a2, a3, a4, a5) = (w, w, w, w, w, w)
    var (a6, a7, a8, a9, a10, a11) = (w, w, w, w, w, w)
    for _ in 0..<iterations {
      a0 = multiplyAdd(a0, w)
      a1 = multiplyAdd(a1, w)
      a2 = multiplyAdd(a2, w)
      a3 = multiplyAdd(a3, w)
      a4 = multiplyAdd(a4, w)
      a5 = multiplyAdd(a5, w)
      a6 = multiplyAdd(a6, w)
      a7 = multiplyAdd(a7, w)
      a8 = multiplyAdd(a8, w)
      a9 = multiplyAdd(a9, w)
      a10 = multiplyAdd(a10, w)
      a11 = multiplyAdd(a11, w)
    }
    return (a0 &+ a1 &+ a2 &+ a3 &+ a4 &+ a5 &+ a6 &+ a7 &+ a8 &+ a9 &+ a10 &+ a11)[0]
  }

  /// Multiplies floats and adds the products, each rounded by itself: the bits of TFLite's reference kernels allow no
  /// fused instruction.
  @inline(never)
  public static func multiplyAddFloats(iterations: Int) -> Float {
    let (w, b) = (FloatVector(repeating: 0.5), FloatVector(repeating: 1))
    var (a0, a1, a2, a3, a4, a5) = (b, b, b, b, b, b)
    var (a6, a7, a8, a9, a10, a11) = (b, b, b, b, b, b)
    for _ in 0..<iterations {
      a0 = a0 * w + b
      a1 = a1 * w + b
      a2 = a2 * w + b
      a3 = a3 * w + b
      a4 = a4 * w + b
      a5 = a5 * w + b
      a6 = a6 * w + b
      a7 = a7 * w + b
      a8 = a8 * w + b
      a9 = a9 * w + b
      a10 = a10 * w + b
      a11 = a11 * w + b
    }
    return (a0 + a1 + a2 + a3 + a4 + a5 + a6 + a7 + a8 + a9 + a10 + a11)[0]
  }
}
