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
    let inverseScale = 127 / reach
    for index in 0..<count {
      let value = round(values[index] * inverseScale, isInGroup: index < count & ~7)
      quantized[index] = Int8(value, clampedTo: -127...127)
    }
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
    let inverseScale = quantization.scale == 0 ? 0 : Float(1 / Double(quantization.scale))
    for index in 0..<count {
      let value = round(values[index] * inverseScale, isInGroup: index < count & ~7)
      quantized[index] = Int8(value &+ quantization.zeroPoint, clampedTo: -128...127)
    }
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

  private static func extremes(_ values: UnsafePointer<Float>, count: Int) -> (smallest: Float, largest: Float) {
    guard count > 0 else { return (0, 0) }
    var (smallest, largest) = (values[0], values[0])
    for index in 1..<count {
      let value = values[index]
      smallest = value < smallest ? value : smallest
      largest = largest < value ? value : largest
    }
    return (smallest, largest)
  }

  /// The nearest integer; saturated where a value is not finite.
  @inline(__always)
  private static func round(_ value: Float, isInGroup: Bool) -> Int32 {
    guard isInGroup else { return roundedToInt32(value) }
    let shifted = value < 0 ? value - 0.5 : value + 0.5
    return abs(shifted) < 0x1p31 ? Int32(shifted) : roundedToInt32(value)
  }
}

/// A batch of float32 inputs, quantized into an operator's working memory: a scale and a zero point for each row, and
/// the rows.
struct QuantizedRows {
  let rowCount: Int
  let rowLength: Int
  private let scales: UnsafeMutablePointer<Float>
  private let zeroPoints: UnsafeMutablePointer<Int32>
  private let values: UnsafeMutablePointer<Int8>

  /// The working memory that the rows need, with room for reads past their end.
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

extension QuantizedRows {
  /// Turns sums of products of stored values and int8 weights into results, in place.
  ///
  /// - Parameters:
  ///   - sums: as int32, channels innermost; they become float32.
  ///   - pixels: which pixels, counted over all rows.
  ///   - pixelsPerRow: how many pixels come from one quantized row.
  ///   - weightSums: the sum of the weights of each channel.
  ///   - finish: the result for a sum of products less the zero point's share, for a channel, and a row's scale.
  @inline(__always)
  func finish(
    _ sums: UnsafeMutableRawPointer, pixels: Range<Int>, pixelsPerRow: Int, weightSums: [Int32],
    _ finish: (_ sum: Int32, _ channel: Int, _ scale: Float) -> Float
  ) {
    let channels = weightSums.count
    weightSums.withUnsafeBufferPointer { weightSums in
      for pixel in pixels {
        let quantization = quantization(ofRow: pixel / pixelsPerRow)
        let results = sums + 4 * pixel * channels
        for channel in 0..<channels {
          let sum =
            results.load(fromByteOffset: 4 * channel, as: Int32.self)
            &- quantization.zeroPoint &* weightSums[channel]
          results.storeBytes(
            of: finish(sum, channel, quantization.scale), toByteOffset: 4 * channel, as: Float.self)
        }
      }
    }
  }
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
