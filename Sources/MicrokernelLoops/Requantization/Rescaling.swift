#if FOR_X86_64 && arch(x86_64) || FOR_ARM64 && arch(arm64)
extension EntryPoints {
  /// The stored integer that stands for 0, and a multiplier in 31-bit fixed point with its exponent.
  public typealias ScaledOperand = (zeroPoint: Int32, multiplier: Int32, exponent: Int32)

  /// Both operands and the result.
  public typealias ScaledOperands = (left: ScaledOperand, right: ScaledOperand, output: ScaledOperand)
}

/// Zero points in terms of bytes that are flipped to unsigned.
func unsigned(
  _ scaled: EntryPoints.ScaledOperands, _ range: EntryPoints.OutputRange
) -> EntryPoints.ScaledOperands {
  var scaled = scaled
  guard range.isSigned else { return scaled }
  scaled.left.zeroPoint &+= 128
  scaled.right.zeroPoint &+= 128
  scaled.output.zeroPoint &+= 128
  return scaled
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

  @inline(__always) init(_ operand: EntryPoints.ScaledOperand) {
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

/// Whether an operand's multiplier is below 1/2, and not so small that `SmallRescaling` could overflow.
func isBelowHalf(_ operand: EntryPoints.ScaledOperand) -> Bool {
  RescalingAddend.suits(exponent: operand.exponent)
}

/// Multipliers below 1/2, for values below 2^30: see `rescale`.
struct SmallRescaling: VectorRescaling {
  let multiplier: Int32Vector
  let shift: Int32Vector
  let addend: RescalingAddend

  @inline(__always) init(_ operand: EntryPoints.ScaledOperand, zeroPoint: Int32) {
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
#endif
