extension InstructionSet {
  /// The stored integer that stands for 0, and a multiplier in 31-bit fixed point with its exponent.
  public typealias ScaledOperand = (zeroPoint: Int32, multiplier: Int32, exponent: Int32)

  /// Both operands and the result.
  public typealias ScaledOperands = (left: ScaledOperand, right: ScaledOperand, output: ScaledOperand)

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
      return ByteLoop(operation: operation, range: limits).run(left: left, right: right, output: output, rows: rows)
    }
    let (a, b) = isLeftFirst ? (left, right) : (right, left)
    let pairs: PairedRows =
      isLeftFirst
      ? rows : (rows.rows, rows.count, rows.rightStep, rows.leftStep, rows.rightRowStep, rows.leftRowStep)
    let signs = isLeftFirst ? (Int32(1), sign) : (sign, Int32(1))
    if isHalf(second) {
      let operation = SumWithHalf(scaled, first, second, Halving(), signs)
      ByteLoop(operation: operation, range: limits).run(left: a, right: b, output: output, rows: pairs)
    } else {
      let operation = SumWithHalf(scaled, first, second, SmallRescaling(second, zeroPoint: 0), signs)
      ByteLoop(operation: operation, range: limits).run(left: a, right: b, output: output, rows: pairs)
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
    ByteLoop(operation: operation, range: ByteRange(range)).run(left: left, right: right, output: output, rows: rows)
  }

  /// Multiplies 8-bit elements by TFLite's reference arithmetic:
  /// `MBQM((l - zeroPoint) * (r - zeroPoint)) + zeroPoint`. Of `scaled`, only the output's multiplier is used.
  ///
  /// Otherwise as `addReference`.
  @inline(never)
  public static func multiplyReference(
    left: UnsafeRawPointer, right: UnsafeRawPointer, output: UnsafeMutableRawPointer, rows: PairedRows,
    scaled: ScaledOperands, range: OutputRange
  ) {
    let (scaled, limits) = (unsigned(scaled, range), ByteRange(range))
    if isBelowHalf(scaled.output) {
      let rescaling = SmallRescaling(scaled.output, zeroPoint: scaled.output.zeroPoint)
      ByteLoop(operation: ReferenceProduct(scaled, rescaling), range: limits)
        .run(left: left, right: right, output: output, rows: rows)
    } else {
      ByteLoop(operation: ReferenceProduct(scaled, Rescaling(scaled.output)), range: limits)
        .run(left: left, right: right, output: output, rows: rows)
    }
  }

  /// Multiplies 8-bit elements by XNNPACK's arithmetic:
  /// `roundToEven(Float((l - zeroPoint) * (r - zeroPoint)) * scale) + zeroPoint`.
  ///
  /// Otherwise as `addReference`; of `scaled`, only the zero points are used.
  @inline(never)
  public static func multiplyXNNPACK(
    left: UnsafeRawPointer, right: UnsafeRawPointer, output: UnsafeMutableRawPointer, rows: PairedRows,
    scaled: ScaledOperands, scale: Float,
    range: OutputRange
  ) {
    let scaled = unsigned(scaled, range)
    let operation = XNNPACKProduct(
      left: Int32Vector(repeating: scaled.left.zeroPoint), right: Int32Vector(repeating: scaled.right.zeroPoint),
      scale: FloatVector(repeating: scale), zeroPoint: Int32Vector(repeating: scaled.output.zeroPoint))
    ByteLoop(operation: operation, range: ByteRange(range))
      .run(left: left, right: right, output: output, rows: rows)
  }
}

extension InstructionSet {
  /// Multiplies negative 8-bit elements by slopes, and rescales the others, by TFLite's reference arithmetic: with
  /// `v = l - zeroPoint`, `MBQM(v) + zeroPoint` where v is not negative, else
  /// `MBQM(v * (slope - zeroPoint)) + zeroPoint`.
  ///
  /// Of `scaled`, the left multiplier is for the former, the right one for the latter; the output's is not used.
  /// Otherwise as `addReference`, with the slopes as the right operand.
  @inline(never)
  public static func slopeReference(
    left: UnsafeRawPointer, right: UnsafeRawPointer, output: UnsafeMutableRawPointer, rows: PairedRows,
    scaled: ScaledOperands, range: OutputRange
  ) {
    let (scaled, limits) = (unsigned(scaled, range), ByteRange(range))
    let zeroPoint = Int32Vector(repeating: scaled.output.zeroPoint)
    let (identity, slope) = (Rescaling(scaled.left), Rescaling(scaled.right))
    if scaled.left.exponent <= 0, scaled.right.exponent <= 0 {
      let operation = SmallReferenceSlope(identity: identity, slope: slope, zeroPoint: zeroPoint)
      ByteLoop(operation: operation, range: limits).run(left: left, right: right, output: output, rows: rows)
    } else {
      let operation = ReferenceSlope(identity: identity, slope: slope, zeroPoint: zeroPoint)
      ByteLoop(operation: operation, range: limits).run(left: left, right: right, output: output, rows: rows)
    }
  }
}

/// Zero points in terms of bytes that are flipped to unsigned.
private func unsigned(
  _ scaled: InstructionSet.ScaledOperands,
  _ range: InstructionSet.OutputRange
) -> InstructionSet.ScaledOperands {
  var scaled = scaled
  guard range.isSigned else { return scaled }
  scaled.left.zeroPoint &+= 128
  scaled.right.zeroPoint &+= 128
  scaled.output.zeroPoint &+= 128
  return scaled
}

/// Whether an operand's multiplier is 1/2.
private func isHalf(_ operand: InstructionSet.ScaledOperand) -> Bool {
  operand.multiplier == 1 << 30 && operand.exponent == 0
}

/// Whether an operand's multiplier is below 1/2, and not so small that `SmallRescaling` could overflow.
private func isBelowHalf(_ operand: InstructionSet.ScaledOperand) -> Bool {
  RescalingAddend.suits(exponent: operand.exponent)
}

/// What multiplies values, and adds a zero point to them.
protocol VectorRescaling {
  func callAsFunction(_ a: Int32Vector) -> Int32Vector
}

/// Any multiplier, with shifts in every lane.
struct Rescaling: VectorRescaling {
  let zeroPoint: Int32Vector
  let multiplier: Int32Vector
  let left: Int32Vector
  let right: Int32Vector

  @inline(__always) init(_ operand: InstructionSet.ScaledOperand) {
    zeroPoint = Int32Vector(repeating: operand.zeroPoint)
    multiplier = Int32Vector(repeating: operand.multiplier)
    left = Int32Vector(repeating: max(operand.exponent, 0) & 31)
    right = Int32Vector(repeating: max(0 &- operand.exponent, 0) & 31)
  }

  @inline(__always) func product(_ a: Int32Vector) -> Int32Vector {
    multiplyByQuantizedMultiplier(a, multiplier, left: left, right: right)
  }

  @inline(__always) func callAsFunction(_ a: Int32Vector) -> Int32Vector { product(a) &+ zeroPoint }
}

/// Multipliers below 1/2, for values below 2^30: see `rescale`.
struct SmallRescaling: VectorRescaling {
  let multiplier: Int32Vector
  let shift: Int32Vector
  let addend: RescalingAddend

  @inline(__always) init(_ operand: InstructionSet.ScaledOperand, zeroPoint: Int32) {
    multiplier = Int32Vector(repeating: operand.multiplier)
    shift = Int32Vector(repeating: 0 &- operand.exponent)
    let addend = Int64Vector(
      repeating: RescalingAddend.value(exponent: operand.exponent, zeroPoint: zeroPoint))
    self.addend = RescalingAddend(even: addend, odd: addend)
  }

  @inline(__always) func callAsFunction(_ a: Int32Vector) -> Int32Vector {
    rescale(a, multiplier, by: shift, adding: addend)
  }
}

/// 1/2, for even values.
struct Halving: VectorRescaling {
  @inline(__always) func callAsFunction(_ a: Int32Vector) -> Int32Vector {
    shiftRight(a, by: Int32Vector(repeating: 1))
  }
}

/// The sum of two operands, the first of which is halved.
struct SumWithHalf<Second: VectorRescaling>: ByteOperation {
  let firstZeroPoint: Int32Vector, secondZeroPoint: Int32Vector
  let second: Second
  let output: SmallRescaling
  /// -1 for operands that are subtracted: (y ^ s) - s is y * sign.
  let firstSign: Int32Vector, secondSign: Int32Vector
  let signs: Int32Vector

  @inline(__always)
  init(
    _ scaled: InstructionSet.ScaledOperands,
    _ first: InstructionSet.ScaledOperand, _ second: InstructionSet.ScaledOperand, _ rescaling: Second,
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

struct ReferenceSum: ByteOperation {
  let left: Rescaling, right: Rescaling, output: Rescaling
  let sign: Int32Vector

  @inline(__always) func callAsFunction(_ a: Int32Vector, _ b: Int32Vector) -> Int32Vector {
    let scale = Int32Vector(repeating: 20)
    let x = left.product(shiftLeft(a &- left.zeroPoint, by: scale))
    let y = right.product(shiftLeft(b &- right.zeroPoint, by: scale))
    return output(x &+ multiplySign(y))
  }

  /// y * sign, without a multiplication: (y ^ s) - s with s = 0 or -1.
  @inline(__always) private func multiplySign(_ y: Int32Vector) -> Int32Vector {
    let s = shiftRight(sign, by: Int32Vector(repeating: 31))
    return xor(y, s) &- s
  }
}

struct XNNPACKSum: ByteOperation {
  let left: Int32Vector, right: Int32Vector
  let constant: Int32Vector, shift: Int32Vector, zeroPoint: Int32Vector

  @inline(__always) func callAsFunction(_ a: Int32Vector, _ b: Int32Vector) -> Int32Vector {
    shiftRight(a &* left &+ b &* right &+ constant, by: shift) &+ zeroPoint
  }
}

struct ReferenceProduct<Output: VectorRescaling>: ByteOperation {
  let left: Int32Vector, right: Int32Vector
  let output: Output

  @inline(__always)
  init(
    _ scaled: InstructionSet.ScaledOperands, _ output: Output
  ) {
    left = Int32Vector(repeating: scaled.left.zeroPoint)
    right = Int32Vector(repeating: scaled.right.zeroPoint)
    self.output = output
  }

  @inline(__always) func callAsFunction(_ a: Int32Vector, _ b: Int32Vector) -> Int32Vector {
    output((a &- left) &* (b &- right))
  }
}

struct ReferenceSlope: ByteOperation {
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
struct SmallReferenceSlope: ByteOperation {
  let identity: Rescaling, slope: Rescaling
  let zeroPoint: Int32Vector

  @inline(__always) func callAsFunction(_ a: Int32Vector, _ b: Int32Vector) -> Int32Vector {
    let value = a &- identity.zeroPoint
    let zero = Int32Vector()
    let product = maximum(value, zero) &+ minimum(value, zero) &* (b &- slope.zeroPoint)
    let isNegative = shiftRight(value, by: Int32Vector(repeating: 31))
    @inline(__always) func choose(_ x: Int32Vector, _ y: Int32Vector) -> Int32Vector {
      xor(x, and(xor(x, y), isNegative))
    }
    let high = highMultiply(product, choose(identity.multiplier, slope.multiplier))
    return roundingShiftRight(high, by: choose(identity.right, slope.right)) &+ zeroPoint
  }
}

struct XNNPACKProduct: ByteOperation {
  let left: Int32Vector, right: Int32Vector
  let scale: FloatVector, zeroPoint: Int32Vector

  @inline(__always) func callAsFunction(_ a: Int32Vector, _ b: Int32Vector) -> Int32Vector {
    let scaled = float((a &- left) &* (b &- right)) * scale
    // Keeps large values from overflowing the conversion; they are clamped anyway.
    return roundToEven(minimum(scaled, FloatVector(repeating: 0x1p24))) &+ zeroPoint
  }
}
