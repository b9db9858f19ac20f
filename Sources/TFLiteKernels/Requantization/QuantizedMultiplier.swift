/// A positive real number as a 32-bit fraction and a power of two, and TFLite's way to multiply by it.
///
/// Every step rounds as the reference kernels do: first the 32-bit product, with halves upward, then the shift, with
/// halves away from zero. Source: `tflite/kernels/internal/quantization_util.cc` and `common.cc` without single
/// rounding.
public struct QuantizedMultiplier: Equatable, Sendable {
  /// The fraction in Q0.31: 2³⁰ … 2³¹ − 1, or 0.
  public let mantissa: Int32
  /// The power of two; positive shifts left.
  public let exponent: Int32

  /// Splits a real multiplier; values below 2⁻³² become 0.
  ///
  /// - Parameter real: finite and not negative; `OperatorContext` checks that.
  public init(_ real: Double) {
    guard real != 0 else {
      self.init(mantissa: 0, exponent: 0)
      return
    }
    var exponent = Int32(truncatingIfNeeded: real.exponent + 1)
    let fraction = real.significand / 2
    var mantissa = Int64((fraction * 0x1p31).rounded(.toNearestOrAwayFromZero))
    if mantissa == 1 << 31 {
      mantissa /= 2
      exponent += 1
    }
    if exponent < -31 {
      mantissa = 0
      exponent = 0
    }
    self.init(mantissa: Int32(truncatingIfNeeded: mantissa), exponent: exponent)
  }

  init(mantissa: Int32, exponent: Int32) {
    self.mantissa = mantissa
    self.exponent = exponent
  }

  /// `value · mantissa · 2^exponent`, rounded twice.
  ///
  /// A degenerate multiplier of 2³² or more shifts modulo 32, as the C library does on x86.
  @inline(__always)
  public func apply(_ value: Int32) -> Int32 {
    let left = max(exponent, 0)
    let right = max(-exponent, 0)
    return roundingDivideByPowerOfTwo(saturatingRoundingDoublingHighMultiply(value &<< left, mantissa), right)
  }

  /// `value · mantissa · 2^exponent` with the mantissa rounded to 16 bits, rounded once, halves upward.
  ///
  /// This is how operators on int16 activations scale sums of 64 bits, and REDUCE_PROD its products. Shifts wrap
  /// around, as on x86, where a model's scales are out of proportion. Source: `tflite/kernels/internal/common.cc`,
  /// MultiplyByQuantizedMultiplier(int64_t, …).
  @inline(__always)
  public func apply(wide value: Int64) -> Int32 {
    let reduced = mantissa < 0x7FFF_0000 ? (mantissa &+ 1 << 15) >> 16 : 0x7FFF
    let shift = Int64(15 &- exponent)
    let product = value &* Int64(reduced) &+ (1 &<< (shift &- 1))
    return Int32(truncatingIfNeeded: product &>> shift)
  }
}

extension OperatorContext {
  /// The multiplier of a requantization, which must be a positive, finite number.
  public func multiplier(_ real: Double, for tensor: TensorDescriptor) throws(KernelError) -> QuantizedMultiplier {
    guard real.isFinite, real > 0 else {
      throw .quantization(
        identity, tensor.identity, expected: "scales whose quotient is positive and finite, found \(real)")
    }
    return QuantizedMultiplier(real)
  }
}
