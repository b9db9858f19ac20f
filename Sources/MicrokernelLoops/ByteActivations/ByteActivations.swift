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

/// What 8-bit weights are packed for.
typealias ConvolutionDot = UnsignedBytes
typealias DepthwiseDot = UnsignedBytes

extension UnsignedBytes: PackedProduct {
  typealias PackedWords = SIMD4<Int32>
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
