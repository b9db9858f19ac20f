#if FOR_X86_64 && arch(x86_64) || FOR_ARM64 && arch(arm64)
// Instruction sets that multiply bytes. Which sign an instruction wants of its activations is a matter of its dot products,
// `UnsignedBytes` and `SignedBytes`; weights are int8 always.

/// uint8 tensors.
enum UInt8Activations: ByteActivations {
  typealias Dot = UnsignedBytes
}

/// int8 tensors.
enum Int8Activations: ByteActivations {
  typealias Dot = SignedBytes
}

/// Read in place, unless bits must be flipped.
protocol ByteActivations: ActivationFormat {}

extension ByteActivations {
  @inline(__always) static var elementSize: Int { 1 }
  @inline(__always) static var isWordFormat: Bool { Dot.flip == 0 }

  @inline(__always)
  static func copy(_ count: Int, from source: UnsafeRawPointer, to target: UnsafeMutableRawPointer) {
    if Dot.flip == 0 {
      copyBytes(count, from: source, to: target)
    } else {
      copyBytes(count, flipping: Dot.flip, from: source, to: target)
    }
  }

  @inline(__always)
  static func fill(_ count: Int, zeroPoint: Int32, to target: UnsafeMutableRawPointer) {
    fillBytes(count, with: UInt8(truncatingIfNeeded: zeroPoint) ^ Dot.flip, to: target)
  }
}

/// What 8-bit weights are packed for.
typealias ConvolutionDot = UnsignedBytes
typealias DepthwiseDot = UnsignedBytes

extension UnsignedBytes: PackedProduct {
  /// Sixteen weights that fit int8 without their zero point, as words.
  @inline(__always)
  static func pack(_ weights: SIMD16<UInt8>, isSigned: Bool, zeroPoint: Int32) -> SIMD4<Int32> {
    cast(weights &- SIMD16(repeating: UInt8(truncatingIfNeeded: zeroPoint)), to: SIMD4<Int32>.self)
  }
}

/// Four rows of bytes to words of four: vector v, lane `4 p + e` holds the bytes `16 p + 4 v + e` of all rows.
@inline(__always) func interleave(_ rows: InlineArray<4, ByteVector>) -> InlineArray<4, Int32Vector> {
  let low01 = unpackLow(rows[unchecked: 0], rows[unchecked: 1])
  let high01 = unpackHigh(rows[unchecked: 0], rows[unchecked: 1])
  let low23 = unpackLow(rows[unchecked: 2], rows[unchecked: 3])
  let high23 = unpackHigh(rows[unchecked: 2], rows[unchecked: 3])
  return [
    unpackLowPairs(low01, low23), unpackHighPairs(low01, low23), unpackLowPairs(high01, high23),
    unpackHighPairs(high01, high23),
  ]
}
#endif
