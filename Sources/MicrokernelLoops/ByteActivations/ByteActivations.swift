#if FOR_X86_64 && arch(x86_64) || FOR_ARM64 && arch(arm64)
// Instruction sets that multiply bytes. Which sign an instruction wants of its activations is a matter of its dot products,
// `UnsignedBytes` and `SignedBytes`; weights are int8 always.

/// uint8 tensors: read in place.
enum UInt8Activations: ByteActivations {
  typealias Dot = UnsignedBytes
}

/// int8 tensors: read in place, too.
enum Int8Activations: ByteActivations {
  typealias Dot = SignedBytes
}

protocol ByteActivations: ActivationFormat {}

extension ByteActivations {
  @inline(__always) static var elementSize: Int { 1 }
  @inline(__always) static var isWordFormat: Bool { true }

  @inline(__always)
  static func copy(_ count: Int, from source: UnsafeRawPointer, to target: UnsafeMutableRawPointer) {
    copyBytes(count, from: source, to: target)
  }

  @inline(__always)
  static func fill(_ count: Int, zeroPoint: Int32, to target: UnsafeMutableRawPointer) {
    fillBytes(count, with: UInt8(truncatingIfNeeded: zeroPoint), to: target)
  }
}

/// What 8-bit weights are packed for.
typealias WeightDot = UnsignedBytes

extension UnsignedBytes {
  /// Sixteen weights that fit int8 without their zero point, as words.
  @inline(__always)
  static func pack(_ weights: SIMD16<UInt8>, isSigned: Bool, zeroPoint: Int32) -> SIMD4<Int32> {
    cast(weights &- SIMD16(repeating: UInt8(truncatingIfNeeded: zeroPoint)), to: SIMD4<Int32>.self)
  }
}
#endif
