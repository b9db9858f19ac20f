import TFLiteFlatBuffers
import TFLiteMicrokernels

extension Prelu {
  /// The same by a microkernel.
  ///
  /// - Parameter channelSlopes: one slope for each channel; nil where slopes are no constants, or others.
  func vector(_ kernels: any PairMicrokernels.Type, channelSlopes: ByteSlice?) -> VectorPairs.Loop {
    let scaled = (
      left: (zeroPoint: inputZeroPoint, multiplier: identity.mantissa, exponent: identity.exponent),
      right: (zeroPoint: slopeZeroPoint, multiplier: sloped.mantissa, exponent: sloped.exponent),
      output: (zeroPoint: outputZeroPoint, multiplier: Int32(0), exponent: Int32(0))
    )
    let range = (
      zeroPoint: outputZeroPoint, lower: Element.range.lowerBound, upper: Element.range.upperBound,
      isSigned: Element.isSigned
    )
    let scales = channelSlopes.flatMap { PackedBlock(kernels, preluSlopes: $0, scaled, range) }
    let channels = channelSlopes?.count
    return { left, right, output, rows in
      if let scales, rows.count == channels, rows.rightRowStep == 0, rows.leftRowStep == rows.count {
        kernels.preluByScales(
          scales.address, input: left, output: output, count: rows.rows * rows.count, range: range)
      } else {
        kernels.preluReference(left: left, right: right, output: output, rows: rows, scaled: scaled, range: range)
      }
    }
  }
}

extension PackedBlock {
  /// Scales in float32 for each channel; nil where there are none that give the same bytes.
  fileprivate convenience init?(
    _ kernels: any PairMicrokernels.Type, preluSlopes slopes: ByteSlice, _ scaled: Microkernels.ScaledOperands,
    _ range: Microkernels.OutputRange
  ) {
    guard let byteCount = kernels.preluScalesByteCount(channels: slopes.count) else { return nil }
    var areFound = false
    self.init(byteCount: byteCount) { block in
      slopes.withUnsafeBytes { slopes in
        guard let first = slopes.baseAddress else { return }
        areFound = kernels.packPreluScales(
          into: block, slopes: first, channels: slopes.count, scaled: scaled, range: range)
      }
    }
    guard areFound else { return nil }
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
