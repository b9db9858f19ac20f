import TFLiteElementaryFunctions

/// Sums and functions of float32 vectors in the order of x86 builds of the C library, which take four elements at a
/// time, without fused multiply-add.
enum FourLanes {
  /// The sum of products: one partial sum for each place in a group of four, then those at the ends, one by one.
  ///
  /// Source: Eigen, `GeneralMatrixVector.h`, rows of a matrix times a vector.
  @inline(__always)
  static func dotProduct(_ left: UnsafePointer<Float>, _ right: UnsafePointer<Float>, count: Int) -> Float {
    let lanes = products(left, right, count: count)
    var sum = (lanes[0] + lanes[2]) + (lanes[1] + lanes[3])
    for index in count & ~3..<count { sum += left[index] * right[index] }
    return sum
  }

  /// The same sum with the partial sums added from the first to the last.
  ///
  /// Source: `tflite/kernels/internal/optimized/neon_tensor_utils.cc`, NeonVectorVectorDotProduct.
  @inline(__always)
  static func sequentialDotProduct(_ left: UnsafePointer<Float>, _ right: UnsafePointer<Float>, count: Int) -> Float {
    let lanes = products(left, right, count: count)
    var sum = lanes[0] + lanes[1] + lanes[2] + lanes[3]
    for index in count & ~3..<count { sum += left[index] * right[index] }
    return sum
  }

  /// A sum to which those partial sums are added together, and then the products at the ends, one by one.
  ///
  /// Source: `tflite/kernels/internal/optimized/neon_tensor_utils.cc`, NeonMatrixBatchVectorMultiplyAccumulate.
  @inline(__always)
  static func adding(
    _ left: UnsafePointer<Float>, _ right: UnsafePointer<Float>, count: Int, to start: Float
  ) -> Float {
    let lanes = products(left, right, count: count)
    var sum = start + (lanes[0] + lanes[1] + lanes[2] + lanes[3])
    for index in count & ~3..<count { sum += left[index] * right[index] }
    return sum
  }

  /// The sum of values, likewise.
  ///
  /// Source: `tflite/kernels/internal/optimized/neon_tensor_utils.cc`, NeonReductionSumVector.
  @inline(__always)
  static func sequentialSum(_ values: UnsafePointer<Float>, count: Int) -> Float {
    var lanes = SIMD4<Float>()
    let whole = count & ~3
    var index = 0
    while index < whole {
      lanes += load(values + index)
      index &+= 4
    }
    var sum = lanes[0] + lanes[1] + lanes[2] + lanes[3]
    for index in whole..<count { sum += values[index] }
    return sum
  }

  /// Whether an element is computed together with three others, which gives other bits: a range of elements is taken four
  /// at a time from the first aligned one on.
  static func isInGroup(_ place: Int, of range: Range<Int>) -> Bool {
    let aligned = (range.lowerBound + 3) & ~3
    let groups = max(0, range.upperBound - aligned) / 4
    return place >= aligned && place < aligned + 4 * groups
  }

  /// 1 / (1 + e⁻ˣ).
  ///
  /// Source: Eigen, `UnaryFunctors.h`, scalar_logistic_op for float32: a polynomial for groups of four elements, the
  /// system's exponential for others.
  static func logistic(_ value: Float, isInGroup: Bool) -> Float {
    guard !value.isNaN else { return value }
    // From here on the result is 1.
    let limited = min(value, 16.6355324)
    guard isInGroup else {
      let power = ElementaryFunctions.exp(limited)
      return power / (1 + power)
    }
    if value < -104 { return 0 }
    // x / 2 = m · ln 2 + r, where ln 2 has two parts.
    let half = limited * 0.5
    let m = (half * 1.44269504088896341 + 0.5).rounded(.down)
    let high = m * -0.693359375 + half
    let r = m * 2.12194440e-4 + high
    let square = r * r
    let even: Float = square * 4.1898667812347412109375e-2 + 0.49999141693115234375
    let odd: Float = square * 8.33471305668354034423828125e-3 + 0.16666877269744873046875
    let low: Float = r + 1
    let polynomial = square * (r * odd + even) + low
    let root = polynomial * Float(sign: .plus, exponent: Int(m), significand: 1)
    let power = root * root
    return power / (1 + power)
  }

  /// One partial sum of products for each place in a group of four, without those at the ends.
  @inline(__always)
  private static func products(
    _ left: UnsafePointer<Float>, _ right: UnsafePointer<Float>, count: Int
  ) -> SIMD4<Float> {
    var lanes = SIMD4<Float>()
    let whole = count & ~3
    var index = 0
    while index < whole {
      lanes += load(left + index) * load(right + index)
      index &+= 4
    }
    return lanes
  }

  @inline(__always)
  private static func load(_ values: UnsafePointer<Float>) -> SIMD4<Float> {
    UnsafeRawPointer(values).loadUnaligned(as: SIMD4<Float>.self)
  }
}
