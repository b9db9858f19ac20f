/// An accumulator times a scale in float32, as XNNPACK computes it; ties are rounded to the even integer.
///
/// Results beyond 24 bits, which are far outside the range of any stored value, are cut off there.
@inline(__always)
func xnnpackScaled(_ accumulator: Int32, by scale: Float) -> Int32 {
  Int32(min(max(Float(accumulator) * scale, -0x1p24), 0x1p24).rounded(.toNearestOrEven))
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
