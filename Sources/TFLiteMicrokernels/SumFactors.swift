extension PairMicrokernels {
  /// Factors of two operands with which `addByFactors` gives what `addReference` does, for each pair of bytes: one rounding
  /// instead of three.
  ///
  /// Real factors of 30 bits differ from the reference by about a millionth of the output's scale. Of 65 536 sums, few lie
  /// that close to where rounding changes; constants that are larger or smaller by as much are tried for them.
  ///
  /// - Parameters:
  ///   - sign: 1 adds, -1 subtracts.
  ///   - range: `isSigned` is true of the operands, too.
  /// - Returns: nil for one in a hundred additions, as where sums lie exactly in the middle between two bytes: which of both
  ///   the reference takes depends on the sign.
  public static func sumFactors(_ scaled: ScaledOperands, sign: Int32, range: OutputRange) -> SumFactors? {
    let unit = real(scaled.output) * 0x1p20
    let (left, right) = (real(scaled.left) * unit, Double(sign) * real(scaled.right) * unit)
    let largest = max(left, abs(right))
    guard largest > 0 else { return nil }
    // Larger shifts would make constants of more than 32 bits.
    let shift = min(22, 14 - largest.exponent)
    // Inner loops know unsigned bytes.
    let offset = range.isSigned ? 128 : 0
    let zeroPoints = (
      left: Int(scaled.left.zeroPoint) + offset, right: Int(scaled.right.zeroPoint) + offset,
      output: Int(scaled.output.zeroPoint) + offset
    )
    let bytes = 0...255
    guard shift >= 0, bytes.contains(zeroPoints.left), bytes.contains(zeroPoints.right),
      bytes.contains(zeroPoints.output)
    else { return nil }
    let one = Double(1 << (15 + shift))
    let factors = (left: Int((left * one).rounded()), right: Int((right * one).rounded()))
    guard max(factors.left, abs(factors.right)) < 1 << 30 else { return nil }
    let middle =
      (2 * zeroPoints.output + 1) << (14 + shift) - zeroPoints.left * factors.left
      - zeroPoints.right * factors.right
    for change in [0, 1, -1, 2, -2, 4, -4] {
      let constant = middle + Int((Double(change) * 0x1p-21 * one).rounded())
      let parts = SumFactors(
        upper: pair(factors.left >> 15, factors.right >> 15),
        lower: pair(factors.left & 0x7fff, factors.right & 0x7fff), upperConstant: Int32(constant >> 15),
        lowerConstant: Int32(constant & 0x7fff), shift: Int32(shift))
      if factorsGiveReferenceSums(parts, scaled: scaled, sign: sign, range: range) { return parts }
    }
    return nil
  }

  /// What a multiplier stands for.
  private static func real(_ operand: ScaledOperand) -> Double {
    Double(sign: .plus, exponent: Int(operand.exponent) - 31, significand: Double(operand.multiplier))
  }

  /// Two integers of 16 bits in one.
  private static func pair(_ left: Int, _ right: Int) -> Int32 {
    Int32(truncatingIfNeeded: left & 0xffff | right << 16)
  }
}
