import TFLiteSchema

/// The way from the sum of stored values to the stored sum or mean.
protocol SumScaling: Sendable {
  func stored<Element: QuantizedInteger>(_ sum: Int32) -> Element
}

extension SumScaling {
  /// Scales some sums.
  @inline(__always)
  func store<Element: QuantizedInteger>(
    _ sums: UnsafePointer<Int32>, count: Int, to output: UnsafeMutablePointer<Element>
  ) {
    for index in 0..<count { output[index] = stored(sums[index]) }
  }
}

/// Scaling in fixed point.
struct QuantizedSumScaling: SumScaling {
  let inputZeroPoint: Int32
  let outputZeroPoint: Int32
  let multiplier: QuantizedMultiplier
  /// How many values were added.
  let count: Int

  @inline(__always)
  func stored<Element: QuantizedInteger>(_ sum: Int32) -> Element {
    let centered = sum &- inputZeroPoint &* Int32(truncatingIfNeeded: count)
    return Element(multiplier.apply(centered) &+ outputZeroPoint, clampedTo: Element.range)
  }
}

/// Means of 8-bit values as XNNPACK computes them: scaled in float32, ties to the even integer.
///
/// Source: XNNPACK, `src/microparams-init.c`, xnn_init_qs8_mean_scalar_params.
struct XNNPACKMeanScaling: SumScaling {
  let inputZeroPoint: Int32
  let outputZeroPoint: Int32
  let scale: Float
  let count: Int

  @inline(__always)
  func stored<Element: QuantizedInteger>(_ sum: Int32) -> Element {
    let centered = sum &- inputZeroPoint &* Int32(truncatingIfNeeded: count)
    return Element(xnnpackScaled(centered, by: scale) &+ outputZeroPoint, clampedTo: Element.range)
  }
}

extension QuantizedMultiplier {
  /// The multiplier divided by a count, with as many bits as fit.
  ///
  /// Source: `tflite/kernels/internal/reference/reduce.h`, QuantizedMeanOrSum.
  func divided(by count: Int) -> QuantizedMultiplier {
    guard count > 0 else { return self }
    let floorOfLogarithm = Int32(truncatingIfNeeded: Int.bitWidth - 1 - count.leadingZeroBitCount)
    let shift = min(floorOfLogarithm, 32, 31 &+ exponent)
    return QuantizedMultiplier(
      mantissa: Int32(truncatingIfNeeded: (Int64(mantissa) &<< Int64(shift)) / Int64(count)),
      exponent: exponent &- shift)
  }
}

extension OperatorContext {
  func quantizedSum<Element: QuantizedInteger>(
    _ geometry: ReductionGeometry, of element: Element.Type
  ) throws(KernelError) -> Reduction {
    quantizedReduction(geometry, try quantizedSumScaling(geometry) { $0 }, of: element)
  }

  func quantizedMean<Element: QuantizedInteger>(
    _ geometry: ReductionGeometry, of element: Element.Type
  ) throws(KernelError) -> Reduction {
    if numerics.followsXNNPACK, let scaling = try xnnpackMeanScaling(geometry, of: element) {
      return quantizedReduction(geometry, scaling, of: element)
    }
    let scaling = try quantizedSumScaling(geometry) { $0.divided(by: geometry.reducedCount) }
    return quantizedReduction(geometry, scaling, of: element)
  }

  private func quantizedReduction<Element: QuantizedInteger>(
    _ geometry: ReductionGeometry, _ scaling: some SumScaling, of element: Element.Type
  ) -> Reduction {
    if let vector = VectorSums(self, element, geometry) {
      return Reduction(geometry, accumulatorSize: MemoryLayout<Int32>.size, path: .vector) {
        vector.run($0, scaling, of: element)
      }
    }
    return Reduction(geometry, accumulatorSize: MemoryLayout<Int32>.size) {
      runQuantizedSumReference($0, geometry, scaling, of: element)
    }
  }

  /// nil where XNNPACK leaves the operator to TFLite.
  ///
  /// Source: `tflite/delegates/xnnpack/xnnpack_delegate.cc`, VisitReduceNode.
  private func xnnpackMeanScaling<Element: QuantizedInteger>(
    _ geometry: ReductionGeometry, of element: Element.Type
  ) throws(KernelError) -> XNNPACKMeanScaling? {
    let input = try input(0)
    guard Element.bitWidth == 8, (1...6).contains(input.rank), geometry.reducedCount > 0 else { return nil }
    let (from, to) = (try perTensorQuantization(input), try perTensorQuantization(output(0)))
    return XNNPACKMeanScaling(
      inputZeroPoint: from.zeroPoint, outputZeroPoint: to.zeroPoint,
      scale: try xnnpackScale(from.scale / to.scale * (1 / Float(geometry.reducedCount)), for: output(0)),
      count: geometry.reducedCount)
  }

  private func quantizedSumScaling(
    _ geometry: ReductionGeometry, _ adapt: (QuantizedMultiplier) -> QuantizedMultiplier
  ) throws(KernelError) -> QuantizedSumScaling {
    let from = try perTensorQuantization(try input(0))
    let to = try perTensorQuantization(output(0))
    return QuantizedSumScaling(
      inputZeroPoint: from.zeroPoint, outputZeroPoint: to.zeroPoint,
      multiplier: adapt(try multiplier(Double(from.scale) / Double(to.scale), for: output(0))),
      count: geometry.reducedCount)
  }
}
