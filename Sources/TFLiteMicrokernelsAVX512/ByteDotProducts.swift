#if arch(x86_64)
/// Four unsigned 8-bit activations per word, times signed 8-bit weights.
enum UnsignedBytes: DotProduct {
  typealias Weight = Int8

  @inline(__always) static func load(_ address: UnsafeRawPointer) -> Int32Vector {
    Int32Vector(repeating: address.loadUnaligned(as: Int32.self))
  }

  @inline(__always)
  static func accumulate(_ sums: Int32Vector, _ words: Int32Vector, _ weights: Int32Vector) -> Int32Vector {
    dot4(sums, words, weights)
  }
}

/// Four signed 8-bit activations per word. The instruction wants unsigned ones: flipping their top bit adds 128 to each,
/// which the bias takes back (`Int8Activations.offset`).
enum SignedBytes: DotProduct {
  typealias Weight = Int8

  @inline(__always) static func load(_ address: UnsafeRawPointer) -> Int32Vector {
    xor(UnsignedBytes.load(address), Int32Vector(repeating: Int32(bitPattern: 0x8080_8080)))
  }

  @inline(__always)
  static func accumulate(_ sums: Int32Vector, _ words: Int32Vector, _ weights: Int32Vector) -> Int32Vector {
    dot4(sums, words, weights)
  }
}

/// uint8 tensors: read in place.
enum UInt8Activations: ActivationFormat {
  typealias Dot = UnsignedBytes
  static var elementSize: Int { 1 }
  static var isWordFormat: Bool { true }

  @inline(__always)
  static func copy(_ count: Int, from source: UnsafeRawPointer, to target: UnsafeMutableRawPointer) {
    copyBytes(count, from: source, to: target)
  }

  @inline(__always)
  static func fill(_ count: Int, zeroPoint: Int32, to target: UnsafeMutableRawPointer) {
    fillBytes(count, with: UInt8(truncatingIfNeeded: zeroPoint), to: target)
  }
}

/// int8 tensors: read in place, too.
enum Int8Activations: ActivationFormat {
  typealias Dot = SignedBytes
  /// What a tile's activations have been added to.
  @inline(__always) static var offset: Int32 { 128 }
  static var elementSize: Int { 1 }
  static var isWordFormat: Bool { true }

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
