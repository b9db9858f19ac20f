import TFLiteSchema

/// SUM: the sum of the elements along some dimensions.
enum SumOperator {
  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    let (geometry, input) = (try context.reduction(), try context.input(0))
    try context.require(input, type: .float32, .int32, .int64, .uint8, .int8, .int16, .bool)
    return switch input.type {
    case .float32: Reduction(geometry, folding: SumFold<Float>.self)
    case .int32: Reduction(geometry, folding: SumFold<Int32>.self)
    case .int64: Reduction(geometry, folding: SumFold<Int64>.self)
    case .bool: Reduction(geometry, folding: AnyFold.self)
    case .uint8: try context.quantizedSum(geometry, of: UInt8.self)
    case .int8: try context.quantizedSum(geometry, of: Int8.self)
    default: try context.quantizedSum(geometry, of: Int16.self)
    }
  }
}

/// MEAN: the mean of the elements along some dimensions. Integers are divided toward zero.
enum MeanOperator {
  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    let (geometry, input) = (try context.reduction(), try context.input(0))
    try context.require(input, type: .float32, .int32, .int64, .uint8, .int8, .int16)
    return switch input.type {
    case .float32:
      Reduction(geometry, accumulatorSize: MemoryLayout<Float>.size) { runMeanReference($0, geometry) }
    case .int32: integerMean(geometry, of: Int32.self)
    case .int64: integerMean(geometry, of: Int64.self)
    case .uint8: try context.quantizedMean(geometry, of: UInt8.self)
    case .int8: try context.quantizedMean(geometry, of: Int8.self)
    default: try context.quantizedMean(geometry, of: Int16.self)
    }
  }

  private static func integerMean<Element: FixedWidthInteger & Sendable>(
    _ geometry: ReductionGeometry, of element: Element.Type
  ) -> Reduction {
    Reduction(geometry, accumulatorSize: MemoryLayout<Int64>.size) { runMeanReference($0, geometry, of: element) }
  }
}

/// From the sum of stored values to the stored sum or mean.
struct QuantizedSumScaling: Sendable {
  let inputZeroPoint: Int32
  let outputZeroPoint: Int32
  let multiplier: QuantizedMultiplier
  /// How many values were added.
  let count: Int

  func stored<Element: QuantizedInteger>(_ sum: Int32) -> Element {
    let centred = sum &- inputZeroPoint &* Int32(truncatingIfNeeded: count)
    return Element(multiplier.apply(centred) &+ outputZeroPoint, clampedTo: Element.range)
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
  fileprivate func quantizedSum<Element: QuantizedInteger>(
    _ geometry: ReductionGeometry, of element: Element.Type
  ) throws(KernelError) -> Reduction {
    let scaling = try quantizedSumScaling(geometry) { $0 }
    return Reduction(geometry, accumulatorSize: MemoryLayout<Int32>.size) {
      runQuantizedSumReference($0, geometry, scaling, of: element)
    }
  }

  fileprivate func quantizedMean<Element: QuantizedInteger>(
    _ geometry: ReductionGeometry, of element: Element.Type
  ) throws(KernelError) -> Reduction {
    let scaling = try quantizedSumScaling(geometry) { $0.divided(by: geometry.reducedCount) }
    return Reduction(geometry, accumulatorSize: MemoryLayout<Int32>.size) {
      runQuantizedSumReference($0, geometry, scaling, of: element)
    }
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
