#if FOR_X86_64 && arch(x86_64) || FOR_ARM64 && arch(arm64)
extension EntryPoints {
  /// What an 8-bit result is clamped to and represented in.
  ///
  /// `zeroPoint`, `lower` and `upper` are values of the output type: 0...255 for uint8, -128...127 for int8 (`isSigned`).
  public typealias OutputRange = (zeroPoint: Int32, lower: Int32, upper: Int32, isSigned: Bool)
}

/// What bytes are clamped to, in unsigned terms.
struct ByteRange {
  /// 0x80 for int8 arrays, which are flipped to unsigned for widening and back afterwards.
  let flip: UInt8
  let lower: UInt8
  let upper: UInt8

  @inline(__always) init(_ range: EntryPoints.OutputRange) {
    let offset: Int32 = range.isSigned ? 128 : 0
    flip = range.isSigned ? 0x80 : 0
    lower = UInt8(truncatingIfNeeded: range.lower &+ offset)
    upper = UInt8(truncatingIfNeeded: range.upper &+ offset)
  }

  @inline(__always) func clamp(_ values: Int32Vector) -> Int32Vector {
    minimum(Int32Vector(repeating: Int32(upper)), maximum(Int32Vector(repeating: Int32(lower)), values))
  }
}

/// The way of bytes into vectors of 32 bits, and of results back to bytes that are clamped.
struct ByteConversion {
  private let flips: ByteVector
  private let lowers: ByteVector
  private let uppers: ByteVector

  @inline(__always) init(_ range: ByteRange) {
    flips = ByteVector(repeating: range.flip)
    lowers = ByteVector(repeating: range.lower)
    uppers = ByteVector(repeating: range.upper)
  }

  /// In unsigned terms.
  @inline(__always) func integers(_ bytes: ByteVector) -> InlineArray<4, Int32Vector> { widen(xor(bytes, flips)) }

  /// Of integers in unsigned terms.
  @inline(__always) func bytes(_ integers: InlineArray<4, Int32Vector>) -> ByteVector {
    let low = narrow(integers[unchecked: 0], integers[unchecked: 1])
    let high = narrow(integers[unchecked: 2], integers[unchecked: 3])
    return xor(minimum(maximum(narrow(low, high), lowers), uppers), flips)
  }
}
#endif
