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
}
#endif
