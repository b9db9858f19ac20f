// Numbers of 16 bits. Swift's `Float16` does not exist on every platform that this package is for.

/// The bits of a binary16 (float16) number.
package struct HalfBits: BitwiseCopyable, Sendable {
  package let bits: UInt16

  /// The nearest float16 number; of two, the even one. Infinity from 65520 on.
  package init(_ value: Float) {
    let sign: UInt16 = value.sign == .minus ? 0x8000 : 0
    let magnitude = Double(value.magnitude)
    if magnitude.isNaN {
      bits = sign | 0x7E00
    } else if magnitude >= 65520 {
      bits = sign | 0x7C00
    } else if magnitude < 0x1p-14 {
      // Subnormal: whole multiples of 2⁻²⁴. A result of 1024 of them is the smallest normal number.
      bits = sign | UInt16((magnitude * 0x1p24).rounded(.toNearestOrEven))
    } else {
      // 1024 … 2048 multiples of the exponent's unit; 2048 carries into the exponent.
      let exponent = Int(magnitude.exponent)
      let units = (magnitude * Double(sign: .plus, exponent: 10 - exponent, significand: 1)).rounded(.toNearestOrEven)
      bits = sign | (UInt16(exponent + 14) << 10 + UInt16(units))
    }
  }
}

/// The bits of a bfloat16 number: the upper half of a float32 one.
package struct BrainBits: BitwiseCopyable, Sendable {
  package let bits: UInt16

  /// The nearest bfloat16 number; of two, the even one.
  package init(_ value: Float) {
    let pattern = value.bitPattern
    if value.isNaN {
      bits = value.sign == .minus ? 0xFFC0 : 0x7FC0
    } else {
      bits = UInt16(truncatingIfNeeded: (pattern &+ 0x7FFF &+ (pattern >> 16 & 1)) >> 16)
    }
  }
}

extension Float {
  /// The value of the binary16 number with the given bits. Nothing is lost.
  @inline(__always)
  package init(binary16Pattern bits: UInt16) {
    let magnitude = UInt32(bits & 0x7fff) << 13
    let exponent = magnitude & 0x0f80_0000
    // The exponent's bias grows from 15 to 127.
    var pattern = magnitude &+ 112 << 23
    if exponent == 0x0f80_0000 {
      // Infinity and NaN.
      pattern = pattern &+ 112 << 23
    } else if exponent == 0 {
      // Subnormal numbers and 0: the leading bit that is assumed is taken away again.
      pattern = (Float(bitPattern: pattern &+ 1 << 23) - Float(bitPattern: 113 << 23)).bitPattern
    }
    self.init(bitPattern: pattern | UInt32(bits & 0x8000) << 16)
  }

  /// The value of the bfloat16 number with the given bits. Nothing is lost.
  @inline(__always)
  package init(bfloat16Pattern bits: UInt16) { self.init(bitPattern: UInt32(bits) << 16) }
}
