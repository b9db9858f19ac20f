import TFLiteMicrokernels

extension QuantizedAddition {
  /// The same on 8-bit elements.
  func vector(_ kernels: any PairMicrokernels.Type) -> VectorPairs.Loop {
    let scaled = quantization.scaled(left: leftMultiplier, right: rightMultiplier, output: outputMultiplier)
    let range = (quantization.output.zeroPoint, range.lowerBound, range.upperBound, Element.isSigned)
    if let factors = kernels.sumFactors(scaled, sign: sign, range: range) {
      return { left, right, output, rows in
        kernels.addByFactors(left: left, right: right, output: output, rows: rows, factors: factors, range: range)
      }
    }
    return { [sign] left, right, output, rows in
      kernels.addReference(
        left: left, right: right, output: output, rows: rows, scaled: scaled, sign: sign, range: range)
    }
  }
}

extension XNNPACKAddition {
  /// The same by a microkernel.
  func vector(_ kernels: any PairMicrokernels.Type) -> VectorPairs.Loop {
    let scaled = (
      left: (zeroPoint: quantization.left.zeroPoint, multiplier: leftMultiplier, exponent: Int32(0)),
      right: (zeroPoint: quantization.right.zeroPoint, multiplier: rightMultiplier, exponent: Int32(0)),
      output: (zeroPoint: quantization.output.zeroPoint, multiplier: Int32(0), exponent: Int32(0))
    )
    let range = (quantization.output.zeroPoint, range.lowerBound, range.upperBound, Element.isSigned)
    return { [shift] left, right, output, rows in
      kernels.addXNNPACK(
        left: left, right: right, output: output, rows: rows, scaled: scaled, shift: shift, range: range)
    }
  }
}
