import TFLiteMicrokernels

extension Prelu {
  /// The same by a microkernel.
  func vector(_ kernels: any PairMicrokernels.Type) -> VectorPairs.Loop {
    let scaled = (
      left: (zeroPoint: inputZeroPoint, multiplier: identity.mantissa, exponent: identity.exponent),
      right: (zeroPoint: slopeZeroPoint, multiplier: sloped.mantissa, exponent: sloped.exponent),
      output: (zeroPoint: outputZeroPoint, multiplier: Int32(0), exponent: Int32(0))
    )
    let range = (outputZeroPoint, Element.range.lowerBound, Element.range.upperBound, Element.isSigned)
    return { left, right, output, rows in
      kernels.preluReference(left: left, right: right, output: output, rows: rows, scaled: scaled, range: range)
    }
  }
}
