/// What is no number has bits, too: those that x86 processors give.
extension BinaryFloatingPoint {
  /// The result where there is none: negative, as 0 / 0 is on x86.
  static var invalid: Self { -.nan }

  /// The result of arithmetic on what is no number: the same without the mark of a signaling one.
  @inline(__always)
  var quieted: Self {
    let quietBit = Self.nan.significandBitPattern
    return Self(
      sign: sign, exponentBitPattern: exponentBitPattern, significandBitPattern: significandBitPattern | quietBit)
  }

  /// That of two operands, one of which is no number.
  @inline(__always)
  func quieted(or other: Self) -> Self { isNaN ? quieted : other.quieted }
}
