import TFLiteFlatBuffers

extension Requantization {
  /// Packs multipliers and range for the results of packed weights.
  func pack<Element: QuantizedInteger>(
    _ kernels: any Microkernels.Type, _ element: Element.Type, weights: PackedBlock, bias: ArraySlice<Int32>?,
    inputZeroPoint: Int32, channels: Range<Int>
  ) -> PackedBlock {
    let multipliers = multipliers[channels].map(\.mantissa)
    let exponents = multipliers.isEmpty ? [] : self.multipliers[channels].map(\.exponent)
    return PackedBlock(byteCount: kernels.packedOutputByteCount(weights: weights.address)) { block in
      let pack = { (bias: UnsafePointer<Int32>?) in
        kernels.packReferenceOutput(
          into: block, weights: weights.address, bias: bias, inputZeroPoint: inputZeroPoint,
          inputIsSigned: Element.isSigned, multipliers: multipliers, exponents: exponents,
          range: (outputZeroPoint, range.lowerBound, range.upperBound, Element.isSigned))
      }
      if let bias { bias.withUnsafeBufferPointer { pack($0.baseAddress) } } else { pack(nil) }
    }
  }
}

extension OperatorContext {
  /// The filter's bytes and the bias, where both are known at *prepare* and the input is not (an input in the file has
  /// no room for reads past its end).
  func constantFilterAndBias() -> (filter: ByteSlice, bias: [Int32]?)? {
    guard inputs[0]?.constant == nil, let filter = inputs[1]?.constant else { return nil }
    guard let bias = optionalInput(2) else { return (filter, nil) }
    guard let values = bias.constant else { return nil }
    let integers = values.withUnsafeBytes { bytes in
      (0..<bias.elementCount).map { bytes.loadUnaligned(fromByteOffset: 4 * $0, as: Int32.self) }
    }
    return (filter, integers)
  }
}
