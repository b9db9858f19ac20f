#if FOR_X86_64 && arch(x86_64) || FOR_ARM64 && arch(arm64)
extension EntryPoints {
  /// A sum of two bytes l and r, in unsigned terms, with factors: `floor((l * left + r * right + constant) / 2^(15 + shift))`.
  ///
  /// Factors and constant are in two parts, `upper * 2^15 + lower`; of the factors, the low 16 bits of a part are the left
  /// one's, the others the right one's. No part of a factor is negative but the right one's upper one, and `lowerConstant`
  /// is in `0..<2^15`. `shift` is in 0...22, and `upperConstant` so small that nothing overflows.
  public typealias SumFactors = (
    upper: Int32, lower: Int32, upperConstant: Int32, lowerConstant: Int32, shift: Int32
  )

  /// Whether `addByFactors` gives what `addReference` does, for each pair of bytes.
  ///
  /// - Complexity: 65 536 sums by either, of which multiplying the operands is done 512 times.
  @inline(never)
  public static func factorsGiveReferenceSums(
    _ factors: SumFactors, scaled: ScaledOperands, sign: Int32, range: OutputRange
  ) -> Bool {
    let (scaled, limits) = (unsigned(scaled, range), ByteRange(range))
    guard isBelowHalf(scaled.output) else { return false }
    let reference = ReferenceSum(
      left: Rescaling(scaled.left), right: Rescaling(scaled.right), output: Rescaling(scaled.output),
      sign: Int32Vector(repeating: sign))
    let output = SmallRescaling(scaled.output, zeroPoint: scaled.output.zeroPoint)
    let sum = FactoredSum(factors)
    let numbers = laneNumbers()
    return withUnsafeTemporaryAllocation(byteCount: 1024, alignment: 64) { memory in
      let summands = memory.baseAddress.unsafelyUnwrapped
      for byte in stride(from: 0, to: 256, by: Int32Vector.scalarCount) {
        let bytes = numbers &+ Int32Vector(repeating: Int32(truncatingIfNeeded: byte))
        summands.storeBytes(of: reference.leftSummand(bytes), toByteOffset: 4 &* byte, as: Int32Vector.self)
      }
      for byte in stride(from: 0, to: 256, by: Int32Vector.scalarCount) {
        let right = numbers &+ Int32Vector(repeating: Int32(truncatingIfNeeded: byte))
        let summand = reference.rightSummand(right)
        var differences = Int32Vector()
        for left in 0..<256 {
          let x = Int32Vector(repeating: summands.load(fromByteOffset: 4 &* left, as: Int32.self))
          let expected = output(x &+ summand)
          let found = sum(Int32Vector(repeating: Int32(truncatingIfNeeded: left)), right)
          differences = or(differences, xor(limits.clamp(expected), limits.clamp(found)))
        }
        // Of bytes, none of which is negative.
        if largest(differences) != 0 { return false }
      }
      return true
    }
  }

  /// Adds 8-bit elements with factors. Otherwise as `addReference`.
  @inline(never)
  public static func addByFactors(
    left: UnsafeRawPointer, right: UnsafeRawPointer, output: UnsafeMutableRawPointer, rows: PairedRows,
    factors: SumFactors, range: OutputRange
  ) {
    PairLoop(operation: FactoredSum(factors), range: ByteRange(range))
      .run(left: left, right: right, output: output, rows: rows)
  }
}

/// Nested floors are one floor: the lower parts' sum is shifted before it is added to that of the upper ones.
struct FactoredSum: PairOperation {
  let upper: Int32Vector, lower: Int32Vector
  let upperConstant: Int32Vector, lowerConstant: Int32Vector
  let shift: Int32Vector

  @inline(__always) init(_ factors: EntryPoints.SumFactors) {
    upper = Int32Vector(repeating: factors.upper)
    lower = Int32Vector(repeating: factors.lower)
    upperConstant = Int32Vector(repeating: factors.upperConstant)
    lowerConstant = Int32Vector(repeating: factors.lowerConstant)
    shift = Int32Vector(repeating: factors.shift)
  }

  @inline(__always) func callAsFunction(_ a: Int32Vector, _ b: Int32Vector) -> Int32Vector {
    let pair = or(a, shiftLeft(b, by: Int32Vector(repeating: 16)))
    let carried = shiftRight(dot2(lowerConstant, pair, lower), by: Int32Vector(repeating: 15))
    return shiftRight(dot2(upperConstant &+ carried, pair, upper), by: shift)
  }
}
#endif
