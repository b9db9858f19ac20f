import TFLiteMicrokernels

/// Float32 inputs that are quantized while the model runs, so that they can be multiplied with 8-bit weights
/// ("hybrid" or "dynamic range" operators).
///
/// Where a whole group of eight values is there, the C library rounds by adding a half and truncating; the rest is
/// rounded exactly. The two differ for the float just below one half. Source:
/// `tflite/kernels/internal/optimized/neon_tensor_utils.cc`, which its x86 builds run through an emulation of NEON.
struct DynamicRange: Sendable {
  /// nil where plain loops are asked for.
  let microkernels: Microkernels?

  /// Quantizes to -127 … 127 around 0, so that the largest magnitude becomes 127.
  ///
  /// - Returns: the scale; 1 where every value is 0.
  func quantizeSymmetric(
    _ values: UnsafePointer<Float>, count: Int, into quantized: UnsafeMutablePointer<Int8>
  ) -> Float {
    let (smallest, largest) = extremes(values, count: count)
    let reach = max(abs(smallest), abs(largest))
    guard reach != 0 else {
      quantized.update(repeating: 0, count: count)
      return 1
    }
    quantize(values, count: count, inverseScale: 127 / reach, zeroPoint: 0, limits: -127...127, into: quantized)
    return reach / 127
  }

  /// Quantizes to -128 … 127 such that 0 and both extremes are representable.
  ///
  /// The real range is computed in float32, everything else in double, as the C library does.
  func quantizeAsymmetric(
    _ values: UnsafePointer<Float>, count: Int, into quantized: UnsafeMutablePointer<Int8>
  ) -> AffineQuantization {
    var (smallest, largest) = extremes(values, count: count)
    smallest = min(0, smallest)
    largest = max(0, largest)
    guard smallest != largest else {
      quantized.update(repeating: 0, count: count)
      return AffineQuantization(scale: 1, zeroPoint: 0)
    }
    let scale = Double(largest - smallest) / 255
    let quantization = AffineQuantization(
      scale: Float(scale), zeroPoint: zeroPoint(smallest: Double(smallest), largest: Double(largest), scale: scale))
    quantize(
      values, count: count, inverseScale: quantization.scale == 0 ? 0 : Float(1 / Double(quantization.scale)),
      zeroPoint: quantization.zeroPoint, limits: -128...127, into: quantized)
    return quantization
  }

  /// The zero point that follows from the extreme with the smaller error, rounded and kept within the type.
  private func zeroPoint(smallest: Double, largest: Double, scale: Double) -> Int32 {
    let fromSmallest = -128 - smallest / scale
    let fromLargest = 127 - largest / scale
    let errorFromSmallest = 128 + abs(smallest / scale)
    let errorFromLargest = 127 + abs(largest / scale)
    let zeroPoint = errorFromSmallest < errorFromLargest ? fromSmallest : fromLargest
    // A range that reaches infinity has none, and NaN becomes 0.
    return zeroPoint.isNaN ? 0 : Int32(min(max(zeroPoint.rounded(.toNearestOrAwayFromZero), -128), 127))
  }

  /// NaN is passed over, unless it comes first.
  private func extremes(_ values: UnsafePointer<Float>, count: Int) -> (smallest: Float, largest: Float) {
    if let microkernels { return extremes(values, count: count, microkernels) }
    guard count > 0 else { return (0, 0) }
    var (smallest, largest) = (values[0], values[0])
    for index in 0..<count {
      smallest = values[index] < smallest ? values[index] : smallest
      largest = largest < values[index] ? values[index] : largest
    }
    return (smallest, largest)
  }

  /// `round(value * inverseScale) + zeroPoint` within limits.
  private func quantize(
    _ values: UnsafePointer<Float>, count: Int, inverseScale: Float, zeroPoint: Int32, limits: ClosedRange<Int32>,
    into quantized: UnsafeMutablePointer<Int8>
  ) {
    let vectorEnd =
      microkernels.map {
        quantizeGroups(
          values, count: count, inverseScale: inverseScale, zeroPoint: zeroPoint, limits: limits, into: quantized, $0)
      } ?? 0
    for index in vectorEnd..<count {
      let scaled = values[index] * inverseScale
      let rounded = index < count & ~7 ? Self.roundedInGroup(scaled) : roundedToInt32(scaled)
      quantized[index] = Int8(rounded &+ zeroPoint, clampedTo: limits)
    }
  }

  /// A half added and the fraction cut off; the nearest integer where the sum does not fit, and 0 for NaN.
  static func roundedInGroup(_ value: Float) -> Int32 {
    let shifted = value + (value < 0 ? -0.5 : 0.5)
    return shifted.magnitude < 0x1p31 ? Int32(shifted) : roundedToInt32(value)
  }
}

extension OperatorContext {
  /// How the operator quantizes activations on the way.
  var dynamicRange: DynamicRange { DynamicRange(microkernels: microkernels) }
}
