/// How XNNPACK multiplies a 32-bit integer by a scale in float32: it depends on the processor and on the type of weights.
enum XNNPACKScaling: Sendable {
  /// In float32: int8 weights, and everything on x86-64.
  case inFloat32
  /// Exactly: uint8 weights and MUL on arm64.
  case exact

  @inline(__always)
  func callAsFunction(_ accumulator: Int32, by scale: Float) -> Int32 {
    switch self {
    case .inFloat32: xnnpackScaled(accumulator, by: scale)
    case .exact: xnnpackScaledExactly(accumulator, by: scale)
    }
  }
}

extension Numerics {
  /// How results of operators whose weights have a type are scaled.
  ///
  /// Source: XNNPACK, `src/configs/gemm-config.c`, `src/configs/dwconv-config.c`: on arm64, microkernels for uint8 are those
  /// of `rndnu`, for int8 with scales per channel those of `fp32`.
  func xnnpackScaling<Element: QuantizedInteger>(weights: Element.Type) -> XNNPACKScaling {
    architecture == .arm64 && Element.self == UInt8.self ? .exact : .inFloat32
  }

  /// How products of two tensors are scaled, whatever their type.
  ///
  /// Source: XNNPACK, `src/configs/binary-elementwise-config.c`.
  var xnnpackProductScaling: XNNPACKScaling { architecture == .arm64 ? .exact : .inFloat32 }
}

/// An accumulator times a scale in float32, rounded after the product; ties are rounded to the even integer.
///
/// Results beyond 24 bits, which are far outside the range of any stored value, are cut off there.
@inline(__always)
func xnnpackScaled(_ accumulator: Int32, by scale: Float) -> Int32 {
  Int32(min(max(Float(accumulator) * scale, -0x1p24), 0x1p24).rounded(.toNearestOrEven))
}

/// `floor(accumulator · scale + 1/2)`, all of it exact: ties are rounded upward.
///
/// Results beyond 24 bits are cut off there. So are scales below 2⁻³¹ (XNNPACK takes them down to 2⁻³²), for which a
/// result other than 0 would need a sum beyond 30 bits.
///
/// Source: XNNPACK's `src/qu8-requantization/rndnu-neon-mull.c`: a high product that is cut off, then a rounding shift,
/// which are one floor together.
func xnnpackScaledExactly(_ accumulator: Int32, by scale: Float) -> Int32 {
  guard scale >= 0x1p-31 else { return 0 }
  // A scale is an integer of 24 bits and a power of two, the product an integer of 56 bits.
  let product = Int64(accumulator) * Int64(scale.significand * 0x1p23)
  let shift = 23 - Int64(scale.exponent)
  // Beyond 24 bits anyway, once shifted left by more than 1.
  let scaled = shift > 0 ? (product + 1 << (shift - 1)) >> shift : product << min(-shift, 1)
  return Int32(min(max(scaled, -1 << 24), 1 << 24))
}

extension OperatorContext {
  /// A scale in float32, which must be finite.
  func xnnpackScale(_ scale: Float, for tensor: TensorDescriptor) throws(KernelError) -> Float {
    guard scale.isFinite else {
      throw .quantization(
        identity, tensor.identity, expected: "scales whose quotient is finite in float32, found \(scale)")
    }
    return scale
  }
}
