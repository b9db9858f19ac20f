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
#endif
