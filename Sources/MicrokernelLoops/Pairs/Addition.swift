#if FOR_X86_64 && arch(x86_64) || FOR_ARM64 && arch(arm64)
extension EntryPoints {
  /// Adds (`sign` 1) or subtracts (-1) 8-bit elements by TFLite's reference arithmetic:
  /// `MBQM(MBQM((l - zeroPoint) * 2^20) + sign * MBQM((r - zeroPoint) * 2^20)) + zeroPoint`, each MBQM with the multiplier
  /// of its operand or of the output.
  ///
  /// - Parameters:
  ///   - left, right: readable for 64 bytes past the last element that `rows` names.
  ///   - scaled: zero point and multiplier of left, right and output.
  ///   - range: of the output; `isSigned` is true of all three or none.
  ///   - output: nothing but the results is written. May be an array that is read.
  @inline(never)
  public static func addReference(
    left: UnsafeRawPointer, right: UnsafeRawPointer, output: UnsafeMutableRawPointer, rows: PairedRows,
    scaled: ScaledOperands, sign: Int32,
    range: OutputRange
  ) {
    let (scaled, limits) = (unsigned(scaled, range), ByteRange(range))
    // Of two operands, the one with the larger scale is just halved, after it was given 20 bits to spare.
    let isLeftFirst = isHalf(scaled.left)
    let (first, second) = isLeftFirst ? (scaled.left, scaled.right) : (scaled.right, scaled.left)
    guard isHalf(first), isBelowHalf(scaled.output), isHalf(second) || isBelowHalf(second) else {
      let operation = ReferenceSum(
        left: Rescaling(scaled.left), right: Rescaling(scaled.right), output: Rescaling(scaled.output),
        sign: Int32Vector(repeating: sign))
      return PairLoop(operation: operation, range: limits).run(left: left, right: right, output: output, rows: rows)
    }
    let (a, b) = isLeftFirst ? (left, right) : (right, left)
    let pairs: PairedRows =
      isLeftFirst
      ? rows : (rows.rows, rows.count, rows.rightStep, rows.leftStep, rows.rightRowStep, rows.leftRowStep)
    let signs = isLeftFirst ? (Int32(1), sign) : (sign, Int32(1))
    if isHalf(second) {
      let operation = SumWithHalf(scaled, first, second, Halving(), signs)
      PairLoop(operation: operation, range: limits).run(left: a, right: b, output: output, rows: pairs)
    } else {
      let operation = SumWithHalf(scaled, first, second, SmallRescaling(second, zeroPoint: 0), signs)
      PairLoop(operation: operation, range: limits).run(left: a, right: b, output: output, rows: pairs)
    }
  }

  /// Adds 8-bit elements by XNNPACK's arithmetic:
  /// `(((l - zeroPoint) * multiplier + (r - zeroPoint) * multiplier + 2^(shift - 1)) >> shift) + zeroPoint`.
  ///
  /// Of `scaled`, the exponents are not used, nor is the output's multiplier. Otherwise as `addReference`.
  @inline(never)
  public static func addXNNPACK(
    left: UnsafeRawPointer, right: UnsafeRawPointer, output: UnsafeMutableRawPointer, rows: PairedRows,
    scaled: ScaledOperands, shift: Int32,
    range: OutputRange
  ) {
    let scaled = unsigned(scaled, range)
    let rounding: Int32 = shift == 0 ? 0 : 1 &<< (shift &- 1)
    let constant =
      rounding &- scaled.left.zeroPoint &* scaled.left.multiplier
      &- scaled.right.zeroPoint &* scaled.right.multiplier
    let operation = XNNPACKSum(
      left: Int32Vector(repeating: scaled.left.multiplier), right: Int32Vector(repeating: scaled.right.multiplier),
      constant: Int32Vector(repeating: constant), shift: Int32Vector(repeating: shift),
      zeroPoint: Int32Vector(repeating: scaled.output.zeroPoint))
    PairLoop(operation: operation, range: ByteRange(range)).run(left: left, right: right, output: output, rows: rows)
  }
}

/// Whether an operand's multiplier is 1/2.
private func isHalf(_ operand: EntryPoints.ScaledOperand) -> Bool {
  operand.multiplier == 1 << 30 && operand.exponent == 0
}

/// The sum of two operands, the first of which is halved.
struct SumWithHalf<Second: VectorRescaling>: PairOperation {
  let firstZeroPoint: Int32Vector, secondZeroPoint: Int32Vector
  let second: Second
  let output: SmallRescaling
  /// -1 for operands that are subtracted: (y ^ s) - s is y * sign.
  let firstSign: Int32Vector, secondSign: Int32Vector
  let signs: Int32Vector

  @inline(__always)
  init(
    _ scaled: EntryPoints.ScaledOperands,
    _ first: EntryPoints.ScaledOperand, _ second: EntryPoints.ScaledOperand, _ rescaling: Second,
    _ signs: (Int32, Int32)
  ) {
    firstZeroPoint = Int32Vector(repeating: first.zeroPoint)
    secondZeroPoint = Int32Vector(repeating: second.zeroPoint)
    self.second = rescaling
    output = SmallRescaling(scaled.output, zeroPoint: scaled.output.zeroPoint)
    firstSign = Int32Vector(repeating: signs.0 &>> 31)
    secondSign = Int32Vector(repeating: signs.1 &>> 31)
    self.signs = firstSign &+ secondSign
  }

  @inline(__always) func callAsFunction(_ a: Int32Vector, _ b: Int32Vector) -> Int32Vector {
    let x = shiftLeft(a &- firstZeroPoint, by: Int32Vector(repeating: 19))
    let y = second(shiftLeft(b &- secondZeroPoint, by: Int32Vector(repeating: 20)))
    return output(xor(x, firstSign) &+ xor(y, secondSign) &- signs)
  }
}

struct ReferenceSum: PairOperation {
  let left: Rescaling, right: Rescaling, output: Rescaling
  let sign: Int32Vector

  @inline(__always) func callAsFunction(_ a: Int32Vector, _ b: Int32Vector) -> Int32Vector {
    output(leftSummand(a) &+ rightSummand(b))
  }

  @inline(__always) func leftSummand(_ a: Int32Vector) -> Int32Vector {
    left.product(shiftLeft(a &- left.zeroPoint, by: Int32Vector(repeating: 20)))
  }

  @inline(__always) func rightSummand(_ b: Int32Vector) -> Int32Vector {
    multiplySign(right.product(shiftLeft(b &- right.zeroPoint, by: Int32Vector(repeating: 20))))
  }

  /// y * sign, without a multiplication: (y ^ s) - s with s = 0 or -1.
  @inline(__always) private func multiplySign(_ y: Int32Vector) -> Int32Vector {
    let s = signs(sign)
    return xor(y, s) &- s
  }
}

struct XNNPACKSum: PairOperation {
  let left: Int32Vector, right: Int32Vector
  let constant: Int32Vector, shift: Int32Vector, zeroPoint: Int32Vector

  @inline(__always) func callAsFunction(_ a: Int32Vector, _ b: Int32Vector) -> Int32Vector {
    shiftRight(a &* left &+ b &* right &+ constant, by: shift) &+ zeroPoint
  }
}
#endif
