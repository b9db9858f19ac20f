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

// MARK: By floats

extension EntryPoints {
  /// What floats are multiplied by, and what is added to the products: zero points, and what makes results round as the
  /// reference's. `offset` is for products that are not negative.
  public typealias FloatScale = (scale: Float, offset: Float, negativeOffset: Float)

  /// Scales of values that are not negative, and of products with slopes.
  public typealias PreluScales = (identity: FloatScale, slope: FloatScale)

  /// Looks for scales with which `preluByFloats` gives the results of `preluReference`; nil where there are none, or where
  /// they would not be faster.
  @inline(never)
  public static func preluScales(scaled: ScaledOperands, range: OutputRange) -> PreluScales? {
    if !scalesByFloats || !isBelowHalf(scaled.right) || !(-60...6).contains(scaled.left.exponent) { return nil }
    let (scaled, limits) = (unsigned(scaled, range), ByteRange(range))
    let slope = Rescaling(scaled.right)
    let zeroPoint = scaled.output.zeroPoint
    let search = FloatScaleSearch(
      zeroPoint: zeroPoint, lower: Int32(limits.lower), upper: Int32(limits.upper))
    guard let identity = identityScale(scaled.left, zeroPoint: zeroPoint),
      let scales = search.scales(
        multiplier: slope.multiplier, shift: slope.right,
        integers: { slope.product($0) &+ Int32Vector(repeating: zeroPoint) })
    else { return nil }
    return (identity, (scales.scale[0], scales.offset[0], scales.negativeOffset[0]))
  }

  /// One for all of 0...255, which are tried.
  private static func identityScale(_ operand: ScaledOperand, zeroPoint: Int32) -> FloatScale? {
    let integers = Rescaling(operand)
    let scale =
      Float(operand.multiplier) * Float(bitPattern: UInt32(truncatingIfNeeded: 96 &+ operand.exponent) &<< 23)
    // Halves are rounded up by integers, to the even one by floats.
    var lift: Float = 0
    for _ in 0..<4 {
      let offset = Float(zeroPoint) + lift
      let scales = FloatScales(scale: floats(scale), offset: floats(offset), negativeOffset: floats(offset))
      var value: Int32 = 0
      while value < 256 {
        let values = Int32Vector(repeating: value)
        if scales.aboveZeroPoint(values)[0] != integers.product(values)[0] &+ zeroPoint { break }
        value &+= 1
      }
      if value == 256 { return (scale, offset, offset) }
      lift = max(8 * lift, 0x1p-14)
    }
    return nil
  }

  /// What `preluReference` gives, by scales that `preluScales` has found for the same operands and range.
  @inline(never)
  public static func preluByFloats(
    left: UnsafeRawPointer, right: UnsafeRawPointer, output: UnsafeMutableRawPointer, rows: PairedRows,
    scaled: ScaledOperands, scales: PreluScales, range: OutputRange
  ) {
    let scaled = unsigned(scaled, range)
    let operation = PreluByFloats(
      zeroPoint: Int32Vector(repeating: scaled.left.zeroPoint),
      slopeZeroPoint: Int32Vector(repeating: scaled.right.zeroPoint), identityScale: floats(scales.identity.scale),
      identityOffset: floats(scales.identity.offset), slopeScale: floats(scales.slope.scale),
      slopeOffset: floats(scales.slope.offset), negativeSlopeOffset: floats(scales.slope.negativeOffset))
    PairLoop(operation: operation, range: ByteRange(range)).run(left: left, right: right, output: output, rows: rows)
  }
}

struct PreluByFloats: PairOperation {
  let zeroPoint: Int32Vector
  let slopeZeroPoint: Int32Vector
  let identityScale: FloatVector, identityOffset: FloatVector
  let slopeScale: FloatVector, slopeOffset: FloatVector, negativeSlopeOffset: FloatVector

  @inline(__always) func callAsFunction(_ a: Int32Vector, _ b: Int32Vector) -> Int32Vector {
    let value = a &- zeroPoint
    let zero = Int32Vector()
    let isNegative = value .< zero
    // Products are floats without rounding.
    let factor = select(isNegative, float(b &- slopeZeroPoint), floats(1))
    let product = float(value) * factor
    let offset = select(product .< floats(0), negativeSlopeOffset, slopeOffset)
    return roundToEven(
      multiplyAdd(
        product, select(isNegative, slopeScale, identityScale), select(isNegative, offset, identityOffset)))
  }
}
#endif
