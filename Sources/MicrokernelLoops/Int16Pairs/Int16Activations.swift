#if FOR_X86_64 && arch(x86_64) || FOR_ARM64 && arch(arm64)
// Instruction sets that multiply pairs of 16-bit integers. Weights less their zero point fit 16 bits, whatever they are, if
// a set does not keep them as bytes; activations are widened block by block.
import Builtin

/// Two 16-bit activations per word, times 16-bit weights.
enum Int16Pairs: PackedProduct {
  typealias Weight = Int16

  @inline(__always)
  static func accumulate(_ sums: Int32Vector, _ words: Int32Vector, _ weights: Int32Vector) -> Int32Vector {
    dot2(sums, words, weights)
  }
}

/// What 8-bit weights of depthwise convolutions are packed for. For others, a set says it (`ConvolutionDot`).
typealias DepthwiseDot = Int16Pairs

extension Int16Pairs {
  /// Sixteen weights without their zero point, as words.
  @inline(__always)
  static func pack(_ weights: SIMD16<UInt8>, isSigned: Bool, zeroPoint: Int32) -> SIMD8<Int32> {
    // Bytes with the top bit flipped are 128 more than the signed value.
    let unsigned = isSigned ? weights &+ SIMD16(repeating: 128) : weights
    let offset = Int16(truncatingIfNeeded: zeroPoint &+ (isSigned ? 128 : 0))
    let wide = cast(Builtin.zext_Vec16xInt8_Vec16xInt16(unsigned._storage._value), to: SIMD16<Int16>.self)
    return cast(wide &- SIMD16(repeating: offset), to: SIMD8<Int32>.self)
  }
}

/// uint8 tensors, zero-extended.
enum UInt8Activations: ActivationFormat {
  typealias Dot = ConvolutionDot
  static var elementSize: Int { 1 }
  static var isWordFormat: Bool { false }

  @inline(__always)
  static func copy(_ count: Int, from source: UnsafeRawPointer, to target: UnsafeMutableRawPointer) {
    var i = 0
    while i < count {
      widen(source.loadUnaligned(fromByteOffset: i, as: SIMD16<UInt8>.self), to: target + 2 &* i)
      i &+= 16
    }
  }

  @inline(__always)
  static func fill(_ count: Int, zeroPoint: Int32, to target: UnsafeMutableRawPointer) {
    fillInt16(count, with: zeroPoint, to: target)
  }
}

/// int8 tensors, sign-extended.
enum Int8Activations: ActivationFormat {
  typealias Dot = ConvolutionDot
  static var elementSize: Int { 1 }
  static var isWordFormat: Bool { false }

  @inline(__always)
  static func copy(_ count: Int, from source: UnsafeRawPointer, to target: UnsafeMutableRawPointer) {
    var i = 0
    while i < count {
      widen(source.loadUnaligned(fromByteOffset: i, as: SIMD16<Int8>.self), to: target + 2 &* i)
      i &+= 16
    }
  }

  @inline(__always)
  static func fill(_ count: Int, zeroPoint: Int32, to target: UnsafeMutableRawPointer) {
    fillInt16(count, with: zeroPoint, to: target)
  }
}

/// Fills in steps of whole vectors; the last one runs past the end.
@inline(__always)
private func fillInt16(_ count: Int, with value: Int32, to target: UnsafeMutableRawPointer) {
  let values = Int16Vector(repeating: Int16(truncatingIfNeeded: value))
  var i = 0
  while i < count {
    target.storeBytes(of: values, toByteOffset: 2 &* i, as: Int16Vector.self)
    i &+= Int16Vector.scalarCount
  }
}
#endif
