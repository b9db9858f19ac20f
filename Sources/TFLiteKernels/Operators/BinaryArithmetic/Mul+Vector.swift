import TFLiteMicrokernels

extension QuantizedProduct {
  /// The same on 8-bit elements.
  func vector(_ kernels: any PairMicrokernels.Type) -> VectorPairs.Loop {
    let unused = QuantizedMultiplier(0)
    let scaled = quantization.scaled(left: unused, right: unused, output: multiplier)
    let range = (quantization.output.zeroPoint, range.lowerBound, range.upperBound, Element.isSigned)
    return { left, right, output, rows in
      kernels.multiplyReference(left: left, right: right, output: output, rows: rows, scaled: scaled, range: range)
    }
  }
}

extension XNNPACKProduct {
  /// The same by a microkernel.
  func vector(_ kernels: any PairMicrokernels.Type) -> VectorPairs.Loop {
    let unused = QuantizedMultiplier(0)
    let scaled = quantization.scaled(left: unused, right: unused, output: unused)
    let range = (quantization.output.zeroPoint, range.lowerBound, range.upperBound, Element.isSigned)
    return { [scale, scaling] left, right, output, rows in
      switch scaling {
      case .inFloat32:
        kernels.multiplyXNNPACK(
          left: left, right: right, output: output, rows: rows, scaled: scaled, scale: scale, range: range)
      case .exact:
        kernels.multiplyExactly(
          left: left, right: right, output: output, rows: rows, scaled: scaled, scale: scale, range: range)
      }
    }
  }
}
