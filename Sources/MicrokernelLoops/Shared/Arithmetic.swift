extension InstructionSet {
  /// The stored integer that stands for 0, and a multiplier in 31-bit fixed point with its exponent.
  public typealias ScaledOperand = (zeroPoint: Int32, multiplier: Int32, exponent: Int32)

  /// Adds (`sign` 1) or subtracts (-1) 8-bit elements by TFLite's reference arithmetic:
  /// `MBQM(MBQM((l - zeroPoint) * 2^20) + sign * MBQM((r - zeroPoint) * 2^20)) + zeroPoint`, each MBQM with the multiplier
  /// of its operand or of the output.
  ///
  /// - Parameters:
  ///   - left: `count` elements, or one that serves all if `leftStep` is 0 instead of 1; right likewise. Readable for 64
  ///     bytes past the end.
  ///   - scaled: zero point and multiplier of left, right and output.
  ///   - range: of the output; `isSigned` is true of all three or none.
  ///   - output: `count` elements; nothing else is written. May be an array that is read.
  @inline(never)
  public static func addReference(
    left: UnsafeRawPointer, leftStep: Int, right: UnsafeRawPointer, rightStep: Int, output: UnsafeMutableRawPointer,
    count: Int, scaled: (left: ScaledOperand, right: ScaledOperand, output: ScaledOperand), sign: Int32,
    range: OutputRange
  ) {
    let operation = ReferenceSum(
      left: Rescaling(scaled.left), right: Rescaling(scaled.right), output: Rescaling(scaled.output),
      sign: Int32Vector(repeating: sign))
    ByteLoop(operation, range).run(
      left: left, leftStep: leftStep, right: right, rightStep: rightStep, output: output, count: count)
  }

  /// Adds 8-bit elements by XNNPACK's arithmetic:
  /// `(((l - zeroPoint) * multiplier + (r - zeroPoint) * multiplier + 2^(shift - 1)) >> shift) + zeroPoint`.
  ///
  /// Of `scaled`, the exponents are not used, nor is the output's multiplier. Otherwise as `addReference`.
  @inline(never)
  public static func addXNNPACK(
    left: UnsafeRawPointer, leftStep: Int, right: UnsafeRawPointer, rightStep: Int, output: UnsafeMutableRawPointer,
    count: Int, scaled: (left: ScaledOperand, right: ScaledOperand, output: ScaledOperand), shift: Int32,
    range: OutputRange
  ) {
    let rounding: Int32 = shift == 0 ? 0 : 1 &<< (shift &- 1)
    let constant =
      rounding &- scaled.left.zeroPoint &* scaled.left.multiplier
      &- scaled.right.zeroPoint &* scaled.right.multiplier
    let operation = XNNPACKSum(
      left: Int32Vector(repeating: scaled.left.multiplier), right: Int32Vector(repeating: scaled.right.multiplier),
      constant: Int32Vector(repeating: constant), shift: Int32Vector(repeating: shift),
      zeroPoint: Int32Vector(repeating: scaled.output.zeroPoint))
    ByteLoop(operation, range).run(
      left: left, leftStep: leftStep, right: right, rightStep: rightStep, output: output, count: count)
  }

  /// Multiplies 8-bit elements by TFLite's reference arithmetic:
  /// `MBQM((l - zeroPoint) * (r - zeroPoint)) + zeroPoint`. Of `scaled`, only the output's multiplier is used.
  ///
  /// Otherwise as `addReference`.
  @inline(never)
  public static func multiplyReference(
    left: UnsafeRawPointer, leftStep: Int, right: UnsafeRawPointer, rightStep: Int, output: UnsafeMutableRawPointer,
    count: Int, scaled: (left: ScaledOperand, right: ScaledOperand, output: ScaledOperand), range: OutputRange
  ) {
    let operation = ReferenceProduct(
      left: Int32Vector(repeating: scaled.left.zeroPoint), right: Int32Vector(repeating: scaled.right.zeroPoint),
      output: Rescaling(scaled.output))
    ByteLoop(operation, range).run(
      left: left, leftStep: leftStep, right: right, rightStep: rightStep, output: output, count: count)
  }

  /// Multiplies 8-bit elements by XNNPACK's arithmetic:
  /// `roundToEven(Float((l - zeroPoint) * (r - zeroPoint)) * scale) + zeroPoint`.
  ///
  /// Otherwise as `addReference`; of `scaled`, only the zero points are used.
  @inline(never)
  public static func multiplyXNNPACK(
    left: UnsafeRawPointer, leftStep: Int, right: UnsafeRawPointer, rightStep: Int, output: UnsafeMutableRawPointer,
    count: Int, scaled: (left: ScaledOperand, right: ScaledOperand, output: ScaledOperand), scale: Float,
    range: OutputRange
  ) {
    let operation = XNNPACKProduct(
      left: Int32Vector(repeating: scaled.left.zeroPoint), right: Int32Vector(repeating: scaled.right.zeroPoint),
      scale: FloatVector(repeating: scale), zeroPoint: Int32Vector(repeating: scaled.output.zeroPoint))
    ByteLoop(operation, range).run(
      left: left, leftStep: leftStep, right: right, rightStep: rightStep, output: output, count: count)
  }
}

extension ByteLoop {
  @inline(__always) init(_ operation: Operation, _ range: InstructionSet.OutputRange) {
    let offset: Int32 = range.isSigned ? 128 : 0
    self.init(
      operation: operation, flip: range.isSigned ? 0x80 : 0, lower: UInt8(truncatingIfNeeded: range.lower &+ offset),
      upper: UInt8(truncatingIfNeeded: range.upper &+ offset))
  }
}

/// Zero point, multiplier and shifts in every lane.
struct Rescaling {
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

  @inline(__always) func callAsFunction(_ a: Int32Vector) -> Int32Vector {
    multiplyByQuantizedMultiplier(a, multiplier, left: left, right: right)
  }
}

struct ReferenceSum: ByteOperation {
  let left: Rescaling, right: Rescaling, output: Rescaling
  let sign: Int32Vector

  @inline(__always) func callAsFunction(_ a: Int32Vector, _ b: Int32Vector) -> Int32Vector {
    let scale = Int32Vector(repeating: 20)
    let x = left(shiftLeft(a &- left.zeroPoint, by: scale))
    let y = right(shiftLeft(b &- right.zeroPoint, by: scale))
    return output(x &+ multiplySign(y)) &+ output.zeroPoint
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

struct ReferenceProduct: ByteOperation {
  let left: Int32Vector, right: Int32Vector
  let output: Rescaling

  @inline(__always) func callAsFunction(_ a: Int32Vector, _ b: Int32Vector) -> Int32Vector {
    output((a &- left) &* (b &- right)) &+ output.zeroPoint
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
