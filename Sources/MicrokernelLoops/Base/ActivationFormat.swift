#if FOR_X86_64 && arch(x86_64) || FOR_ARM64 && arch(arm64)
/// How the activations of a tensor become words.
protocol ActivationFormat {
  associatedtype Dot: TileProduct

  /// Bytes per activation in memory.
  static var elementSize: Int { get }

  /// Whether a tile can read the tensor in place.
  static var isWordFormat: Bool { get }

  /// What tiles find added to each activation, which the bias takes back.
  static var offset: Int32 { get }

  /// Converts `count` activations. May read up to 63 bytes past the last one and write up to 127 past its copy.
  static func copy(_ count: Int, from source: UnsafeRawPointer, to target: UnsafeMutableRawPointer)

  /// Writes `count` activations that stand for the real value 0. May write as far as `copy` does.
  static func fill(_ count: Int, zeroPoint: Int32, to target: UnsafeMutableRawPointer)
}

extension ActivationFormat {
  @inline(__always) static var offset: Int32 { Dot.offset }
}

/// Bytes that stay bytes: read in place, unless bits must be flipped.
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

/// Copies in steps of 16 bytes when there are few (a row of an RGB patch), of whole vectors otherwise; the last step
/// runs past the end.
@inline(__always)
func copyBytes(_ count: Int, from source: UnsafeRawPointer, to target: UnsafeMutableRawPointer) {
  if count <= 16 {
    target.storeBytes(of: source.loadUnaligned(as: SIMD16<UInt8>.self), as: SIMD16<UInt8>.self)
    return
  }
  var i = 0
  while i < count {
    target.storeBytes(
      of: source.loadUnaligned(fromByteOffset: i, as: ByteVector.self), toByteOffset: i, as: ByteVector.self)
    i &+= ByteVector.scalarCount
  }
}

/// Copies in steps of whole vectors, with some bits of each byte flipped; the last step runs past the end.
@inline(__always)
func copyBytes(
  _ count: Int, flipping bits: UInt8, from source: UnsafeRawPointer, to target: UnsafeMutableRawPointer
) {
  var i = 0
  while i < count {
    let bytes = source.loadUnaligned(fromByteOffset: i, as: ByteVector.self)
    target.storeBytes(of: xor(bytes, ByteVector(repeating: bits)), toByteOffset: i, as: ByteVector.self)
    i &+= ByteVector.scalarCount
  }
}

/// Fills in steps of whole vectors; the last one runs past the end.
@inline(__always)
func fillBytes(_ count: Int, with byte: UInt8, to target: UnsafeMutableRawPointer) {
  var i = 0
  while i < count {
    target.storeBytes(of: ByteVector(repeating: byte), toByteOffset: i, as: ByteVector.self)
    i &+= ByteVector.scalarCount
  }
}
#endif
