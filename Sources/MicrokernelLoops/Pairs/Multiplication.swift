#if FOR_X86_64 && arch(x86_64) || FOR_ARM64 && arch(arm64)
extension EntryPoints {
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
      PairLoop(operation: ReferenceProduct(scaled, rescaling), range: limits)
        .run(left: left, right: right, output: output, rows: rows)
    } else {
      PairLoop(operation: ReferenceProduct(scaled, Rescaling(scaled.output)), range: limits)
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
    PairLoop(operation: operation, range: ByteRange(range))
      .run(left: left, right: right, output: output, rows: rows)
  }
}

extension EntryPoints {
  /// Multiplies 8-bit elements by XNNPACK's arithmetic on arm64:
  /// `floor((l - zeroPoint) * (r - zeroPoint) * scale + 1/2) + zeroPoint`, exactly.
  ///
  /// Otherwise as `multiplyXNNPACK`.
  @inline(never)
  public static func multiplyExactly(
    left: UnsafeRawPointer, right: UnsafeRawPointer, output: UnsafeMutableRawPointer, rows: PairedRows,
    scaled: ScaledOperands, scale: Float,
    range: OutputRange
  ) {
    let operation = ExactProduct(unsigned(scaled, range), ExactScale(scale))
    PairLoop(operation: operation, range: ByteRange(range))
      .run(left: left, right: right, output: output, rows: rows)
  }
}

struct ReferenceProduct<Output: VectorRescaling>: PairOperation {
  let left: Int32Vector, right: Int32Vector
  let output: Output

  @inline(__always)
  init(
    _ scaled: EntryPoints.ScaledOperands, _ output: Output
  ) {
    left = Int32Vector(repeating: scaled.left.zeroPoint)
    right = Int32Vector(repeating: scaled.right.zeroPoint)
    self.output = output
  }

  @inline(__always) func callAsFunction(_ a: Int32Vector, _ b: Int32Vector) -> Int32Vector {
    output((a &- left) &* (b &- right))
  }
}

struct XNNPACKProduct: PairOperation {
  let left: Int32Vector, right: Int32Vector
  let scale: FloatVector, zeroPoint: Int32Vector

  @inline(__always) func callAsFunction(_ a: Int32Vector, _ b: Int32Vector) -> Int32Vector {
    multiplyByAnyFloatScale((a &- left) &* (b &- right), scale) &+ zeroPoint
  }
}

/// Products of 17 bits, so that there is room to shift them left.
struct ExactProduct: PairOperation {
  let left: Int32Vector, right: Int32Vector
  let multiplier: Int32Vector, leftShift: Int32Vector, rightShift: Int32Vector
  let addend: Int64Vector

  @inline(__always) init(_ scaled: EntryPoints.ScaledOperands, _ scale: ExactScale) {
    left = Int32Vector(repeating: scaled.left.zeroPoint)
    right = Int32Vector(repeating: scaled.right.zeroPoint)
    multiplier = Int32Vector(repeating: scale.multiplier)
    leftShift = Int32Vector(repeating: scale.left)
    rightShift = Int32Vector(repeating: scale.right)
    addend = Int64Vector(repeating: scale.addend(zeroPoint: scaled.output.zeroPoint))
  }

  @inline(__always) func callAsFunction(_ a: Int32Vector, _ b: Int32Vector) -> Int32Vector {
    let product = shiftLeft((a &- left) &* (b &- right), by: leftShift)
    let even = multiplyEven(product, multiplier) &+ addend
    let odd = multiplyOdd(product, multiplier) &+ addend
    return shiftRight(mergeHighHalves(even, odd), by: rightShift)
  }
}
#endif
