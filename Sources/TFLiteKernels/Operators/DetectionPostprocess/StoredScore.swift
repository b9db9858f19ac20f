import TFLiteMicrokernels

/// Scores of boxes that can be compared as they are stored.
protocol StoredScore: BitwiseCopyable, Comparable {
  /// The bytes of a rank.
  static var rankByteCount: Int { get }

  /// An integer in the order of the scores; equal scores have equal ranks.
  var rank: UInt32 { get }

  /// Whether this is not NaN.
  var isNumber: Bool { get }

  static func largestOfRows(
    _ kernels: any ReductionMicrokernels.Type, _ input: UnsafePointer<Self>, rowStride: Int, columns: Int, rows: Int,
    maxima: UnsafeMutablePointer<Self>)
}

extension UInt8: StoredScore {
  static var rankByteCount: Int { 1 }
  var rank: UInt32 { UInt32(self) }
  var isNumber: Bool { true }

  static func largestOfRows(
    _ kernels: any ReductionMicrokernels.Type, _ input: UnsafePointer<UInt8>, rowStride: Int, columns: Int, rows: Int,
    maxima: UnsafeMutablePointer<UInt8>
  ) {
    kernels.largestBytes(input: input, rowStride: rowStride, columns: columns, rows: rows, maxima: maxima)
  }
}

extension Float: StoredScore {
  static var rankByteCount: Int { 4 }

  /// Adding 0 makes one of both zeros, and of subnormal numbers where the processor takes them for 0.
  var rank: UInt32 {
    let bits = (self + 0).bitPattern
    return bits >> 31 == 0 ? bits | 1 << 31 : ~bits
  }

  var isNumber: Bool { !isNaN }

  static func largestOfRows(
    _ kernels: any ReductionMicrokernels.Type, _ input: UnsafePointer<Float>, rowStride: Int, columns: Int, rows: Int,
    maxima: UnsafeMutablePointer<Float>
  ) {
    kernels.largestFloats(input: input, rowStride: 4 * rowStride, columns: columns, rows: rows, maxima: maxima)
  }
}
