import TFLiteMicrokernels

/// The same by microkernels.
extension DynamicRange {
  func extremes(
    _ values: UnsafePointer<Float>, count: Int, _ kernels: Microkernels
  ) -> (smallest: Float, largest: Float) {
    guard count > 0 else { return (0, 0) }
    return withUnsafeTemporaryAllocation(of: Float.self, capacity: 2) { extremes in
      kernels.reduction.extremeFloats(
        input: values, count: count, extremes: extremes.baseAddress.unsafelyUnwrapped)
      return (extremes[0], extremes[1])
    }
  }

  /// Quantizes values in whole groups, as many as fill vectors.
  ///
  /// - Returns: how many values these are.
  func quantizeGroups(
    _ values: UnsafePointer<Float>, count: Int, inverseScale: Float, zeroPoint: Int32, limits: ClosedRange<Int32>,
    into quantized: UnsafeMutablePointer<Int8>, _ kernels: Microkernels
  ) -> Int {
    kernels.elements.quantizeByTruncation(
      input: values, output: quantized, count: count, inverseScale: inverseScale, zeroPoint: zeroPoint,
      lower: limits.lowerBound, upper: limits.upperBound)
  }
}
