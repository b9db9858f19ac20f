#if FOR_X86_64 && arch(x86_64) || FOR_ARM64 && arch(arm64)
extension EntryPoints {
  /// Multiplies negative 8-bit elements by slopes, and rescales the others, by TFLite's reference arithmetic: with
  /// `v = l - zeroPoint`, `MBQM(v) + zeroPoint` where v is not negative, else
  /// `MBQM(v * (slope - zeroPoint)) + zeroPoint`.
  ///
  /// Of `scaled`, the left multiplier is for the former, the right one for the latter; the output's is not used.
  /// Otherwise as `addReference`, with the slopes as the right operand.
  @inline(never)
  public static func preluReference(
    left: UnsafeRawPointer, right: UnsafeRawPointer, output: UnsafeMutableRawPointer, rows: PairedRows,
    scaled: ScaledOperands, range: OutputRange
  ) {
    let (scaled, limits) = (unsigned(scaled, range), ByteRange(range))
    let zeroPoint = Int32Vector(repeating: scaled.output.zeroPoint)
    let (identity, slope) = (Rescaling(scaled.left), Rescaling(scaled.right))
    if scaled.left.exponent <= 0, scaled.right.exponent <= 0 {
      let operation = SmallReferencePrelu(identity: identity, slope: slope, zeroPoint: zeroPoint)
      PairLoop(operation: operation, range: limits).run(left: left, right: right, output: output, rows: rows)
    } else {
      let operation = ReferencePrelu(identity: identity, slope: slope, zeroPoint: zeroPoint)
      PairLoop(operation: operation, range: limits).run(left: left, right: right, output: output, rows: rows)
    }
  }
}

struct ReferencePrelu: PairOperation {
  let identity: Rescaling, slope: Rescaling
  let zeroPoint: Int32Vector

  /// Either summand is 0, since scaling makes 0 of 0.
  @inline(__always) func callAsFunction(_ a: Int32Vector, _ b: Int32Vector) -> Int32Vector {
    let value = a &- identity.zeroPoint
    let zero = Int32Vector()
    return identity.product(maximum(value, zero))
      &+ slope.product(minimum(value, zero) &* (b &- slope.zeroPoint)) &+ zeroPoint
  }
}

/// The same without left shifts: each lane takes one of both multipliers.
struct SmallReferencePrelu: PairOperation {
  let identity: Rescaling, slope: Rescaling
  let zeroPoint: Int32Vector

  @inline(__always) func callAsFunction(_ a: Int32Vector, _ b: Int32Vector) -> Int32Vector {
    let value = a &- identity.zeroPoint
    let zero = Int32Vector()
    let product = maximum(value, zero) &+ minimum(value, zero) &* (b &- slope.zeroPoint)
    let isNegative = signs(value)
    @inline(__always) func choose(_ x: Int32Vector, _ y: Int32Vector) -> Int32Vector {
      xor(x, and(xor(x, y), isNegative))
    }
    let high = highMultiply(product, choose(identity.multiplier, slope.multiplier))
    return roundingShiftRight(high, by: choose(identity.right, slope.right)) &+ zeroPoint
  }
}
#endif
