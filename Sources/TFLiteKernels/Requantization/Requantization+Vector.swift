import TFLiteMicrokernels

extension Requantization {
  /// Packs multipliers and range for the results of packed weights.
  ///
  /// - Parameters:
  ///   - bias: of these channels; empty for zeros.
  ///   - channels: which output channels of the operator the weights are for.
  /// - Returns: nil where tiles cannot scale as is wanted.
  func pack(
    _ kernels: any EpilogueMicrokernels.Type, weights: PackedBlock, bias: [Int32], inputZeroPoint: Int32,
    isSigned: Bool,
    channels: Range<Int>
  ) -> PackedBlock? {
    func block(_ pack: (UnsafeMutableRawPointer, UnsafePointer<Int32>?) -> Void) -> PackedBlock {
      PackedBlock(byteCount: kernels.epilogueByteCount(weights: weights.address)) { block in
        bias.withUnsafeBufferPointer { pack(block, $0.isEmpty ? nil : $0.baseAddress) }
      }
    }
    let range = (outputZeroPoint, range.lowerBound, range.upperBound, isSigned)
    switch scaling {
    case .fixedPoint(let multipliers):
      return block { block, bias in
        kernels.packReferenceEpilogue(
          into: block, weights: weights.address, bias: bias, inputZeroPoint: inputZeroPoint, inputIsSigned: isSigned,
          multipliers: multipliers[channels].map(\.mantissa), exponents: multipliers[channels].map(\.exponent),
          range: range)
      }
    case .float(let multipliers):
      return block { block, bias in
        kernels.packXNNPACKEpilogue(
          into: block, weights: weights.address, bias: bias, inputZeroPoint: inputZeroPoint, inputIsSigned: isSigned,
          scales: Array(multipliers[channels]), range: range)
      }
    case .exact(let multipliers):
      return block { block, bias in
        kernels.packExactEpilogue(
          into: block, weights: weights.address, bias: bias, inputZeroPoint: inputZeroPoint, inputIsSigned: isSigned,
          scales: Array(multipliers[channels]), range: range)
      }
    case .double:
      return nil
    }
  }
}
