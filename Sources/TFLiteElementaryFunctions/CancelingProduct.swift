extension ElementaryFunctions {
  /// left · right + addend, rounded once, without fused multiply-add.
  ///
  /// `left` has 24 significant bits at most, as floats have, so that its products with both halves of `right` are exact.
  /// So is the first sum, because the addend cancels the leading digits of the product: they differ by so little that
  /// the sum has no more digits than they have.
  @inline(__always)
  static func cancelingProduct(_ left: Double, _ right: Double, _ addend: Double) -> Double {
    let upperHalf = Double(bitPattern: right.bitPattern & ~0xff_ffff)
    return (left * upperHalf + addend) + left * (right - upperHalf)
  }
}
