/// Float32 inputs that are quantized while the model runs, so that they can be multiplied with 8-bit weights
/// ("hybrid" or "dynamic range" operators).
///
/// Where a whole group of eight values is there, the C library rounds by adding a half and truncating; the rest is
/// rounded exactly. The two differ for the float just below one half. Source:
/// `tflite/kernels/internal/optimized/neon_tensor_utils.cc`, which its x86 builds run through an emulation of NEON.
enum DynamicRange {
  /// Quantizes to -127 … 127 around 0, so that the largest magnitude becomes 127.
  ///
  /// - Returns: the scale; 1 where every value is 0.
  static func quantizeSymmetric(
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
  static func quantizeAsymmetric(
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
  private static func zeroPoint(smallest: Double, largest: Double, scale: Double) -> Int32 {
    let fromSmallest = -128 - smallest / scale
    let fromLargest = 127 - largest / scale
    let errorFromSmallest = 128 + abs(smallest / scale)
    let errorFromLargest = 127 + abs(largest / scale)
    let zeroPoint = errorFromSmallest < errorFromLargest ? fromSmallest : fromLargest
    return Int32(min(max(zeroPoint.rounded(.toNearestOrAwayFromZero), -128), 127))
  }

  /// NaN is passed over, unless it comes first.
  private static func extremes(_ values: UnsafePointer<Float>, count: Int) -> (smallest: Float, largest: Float) {
    guard count > 0 else { return (0, 0) }
    var (smallest, largest) = (values[0], values[0])
    func add(_ value: Float) {
      smallest = value < smallest ? value : smallest
      largest = largest < value ? value : largest
    }
    let groupEnd = count & ~7
    if groupEnd > 0 {
      // Lanes start with the first value, so that it keeps its rank.
      var (least, most) = (SIMD8(repeating: values[0]), SIMD8(repeating: values[0]))
      for first in stride(from: 0, to: groupEnd, by: 8) {
        let group = SIMD8(loading: 8, from: values + first)
        least.replace(with: group, where: group .< least)
        most.replace(with: group, where: most .< group)
      }
      for lane in 0..<8 {
        add(least[lane])
        add(most[lane])
      }
    }
    for index in groupEnd..<count { add(values[index]) }
    return (smallest, largest)
  }

  /// `round(value * inverseScale) + zeroPoint` within limits.
  private static func quantize(
    _ values: UnsafePointer<Float>, count: Int, inverseScale: Float, zeroPoint: Int32, limits: ClosedRange<Int32>,
    into quantized: UnsafeMutablePointer<Int8>
  ) {
    let groupEnd = count & ~7
    for first in stride(from: 0, to: groupEnd, by: 8) {
      let scaled = SIMD8(loading: 8, from: values + first) * inverseScale
      let limited = (roundGroup(scaled) &+ zeroPoint).clamped(
        lowerBound: SIMD8(repeating: limits.lowerBound), upperBound: SIMD8(repeating: limits.upperBound))
      UnsafeMutableRawPointer(quantized + first).storeBytes(
        of: SIMD8<Int8>(truncatingIfNeeded: limited), as: SIMD8<Int8>.self)
    }
    for index in groupEnd..<count {
      quantized[index] = Int8(roundedToInt32(values[index] * inverseScale) &+ zeroPoint, clampedTo: limits)
    }
  }

  /// A half added and the fraction cut off; the nearest integer where the sum does not fit, and 0 for NaN.
  @inline(__always)
  private static func roundGroup(_ values: SIMD8<Float>) -> SIMD8<Int32> {
    let halves = SIMD8<Float>(repeating: 0.5).replacing(with: -0.5, where: values .< 0)
    let shifted = values + halves
    guard all((shifted .< 0x1p22) .& (shifted .> -0x1p22)) else {
      var rounded = SIMD8<Int32>()
      for lane in 0..<8 {
        rounded[lane] = shifted[lane].magnitude < 0x1p31 ? Int32(shifted[lane]) : roundedToInt32(values[lane])
      }
      return rounded
    }
    // An addition of 1.5 * 2^23 leaves the nearest integer in the low bits: the truncated one, or one farther from 0.
    // No vector instruction that every machine has truncates where Swift reaches it.
    let magic = SIMD8<Float>(repeating: 0x1.8p23)
    let sums = shifted + magic
    let nearest = sums - magic
    let excess = SIMD8<Int32>()
      .replacing(with: 1, where: (nearest .> shifted) .& (shifted .> 0))
      .replacing(with: -1, where: (nearest .< shifted) .& (shifted .< 0))
    return unsafeBitCast(sums, to: SIMD8<Int32>.self) &- unsafeBitCast(magic, to: SIMD8<Int32>.self) &- excess
  }
}

/// A batch of float32 inputs, quantized into an operator's working memory: a scale and a zero point for each row, and
/// the rows.
///
/// - Complexity: every run quantizes all elements, on the calling thread; a byte for each, and 8 for each row.
struct QuantizedRows {
  let rowCount: Int
  let rowLength: Int
  private let scales: UnsafeMutablePointer<Float>
  private let zeroPoints: UnsafeMutablePointer<Int32>
  private let values: UnsafeMutablePointer<Int8>

  /// The working memory that the rows need, over-read padding included.
  static func byteCount(rowCount: Int, rowLength: Int) -> Int { rowCount * 8 + rowCount * rowLength + 64 }

  /// Quantizes each row of `source` on its own.
  init(
    _ source: UnsafePointer<Float>, rowCount: Int, rowLength: Int, isAsymmetric: Bool,
    scratch: UnsafeMutableRawPointer
  ) {
    self.rowCount = rowCount
    self.rowLength = rowLength
    scales = scratch.bindMemory(to: Float.self, capacity: rowCount)
    zeroPoints = (scratch + 4 * rowCount).bindMemory(to: Int32.self, capacity: rowCount)
    values = (scratch + 8 * rowCount).bindMemory(to: Int8.self, capacity: rowCount * rowLength)
    for row in 0..<rowCount {
      let (from, to) = (source + row * rowLength, values + row * rowLength)
      if isAsymmetric {
        let quantization = DynamicRange.quantizeAsymmetric(from, count: rowLength, into: to)
        scales[row] = quantization.scale
        zeroPoints[row] = quantization.zeroPoint
      } else {
        scales[row] = DynamicRange.quantizeSymmetric(from, count: rowLength, into: to)
        zeroPoints[row] = 0
      }
    }
  }

  /// What the stored values of a row mean.
  func quantization(ofRow row: Int) -> AffineQuantization {
    AffineQuantization(scale: scales[row], zeroPoint: zeroPoints[row])
  }

  /// The stored values of a row.
  subscript(row row: Int) -> UnsafePointer<Int8> { UnsafePointer(values + row * rowLength) }
}

extension ConstantFilter {
  /// The sum of the int8 weights of each output channel.
  func sums(channels: Int, depth: Int) -> [Int32] {
    weights.withUnsafeBytes { bytes in
      (0..<channels).map { channel in
        (0..<depth).reduce(0) { $0 &+ Int32(bytes.load(fromByteOffset: channel * depth + $1, as: Int8.self)) }
      }
    }
  }
}

/// The sum of products of 8-bit values, shifted by a zero point, and 8-bit weights.
@inline(__always)
func dotProduct(
  _ values: UnsafePointer<Int8>, zeroPoint: Int32, _ weights: UnsafePointer<Int8>, count: Int
) -> Int32 {
  var sum: Int32 = 0
  for index in 0..<count {
    sum &+= (Int32(values[index]) &- zeroPoint) &* Int32(weights[index])
  }
  return sum
}
