import TFLiteMicrokernels

extension Prelu {
  /// The same by a microkernel.
  func vector(_ kernels: any PairMicrokernels.Type) -> VectorPairs.Loop {
    let scaled = (
      left: (zeroPoint: inputZeroPoint, multiplier: identity.mantissa, exponent: identity.exponent),
      right: (zeroPoint: slopeZeroPoint, multiplier: sloped.mantissa, exponent: sloped.exponent),
      output: (zeroPoint: outputZeroPoint, multiplier: Int32(0), exponent: Int32(0))
    )
    let range = (
      zeroPoint: outputZeroPoint, lower: Element.range.lowerBound, upper: Element.range.upperBound,
      isSigned: Element.isSigned
    )
    if let scales = kernels.preluScales(scaled: scaled, range: range) {
      return { left, right, output, rows in
        kernels.preluByFloats(
          left: left, right: right, output: output, rows: rows, scaled: scaled, scales: scales, range: range)
      }
    }
    return { left, right, output, rows in
      kernels.preluReference(left: left, right: right, output: output, rows: rows, scaled: scaled, range: range)
    }
  }
}

extension Prelu {
  func postOperation(on input: Int, inputsAt positions: [Int], channels: Int) -> (any PostOperation)? {
    guard input == 0 else { return nil }
    return vector.flatMap { PairPostOperation($0, broadcast, on: input, inputsAt: positions, channels: channels) }
  }
}

extension FloatPrelu {
  func postOperation(on input: Int, inputsAt positions: [Int], channels: Int) -> (any PostOperation)? {
    guard input == 0 else { return nil }
    return vector.flatMap { PairPostOperation($0, broadcast, on: input, inputsAt: positions, channels: channels) }
  }
}
