extension ActivationBounds<Float> {
  /// The nearest values in the range.
  @inline(__always)
  func clamp(_ values: SIMD8<Float>) -> SIMD8<Float> {
    let (low, high) = (SIMD8(repeating: low), SIMD8(repeating: high))
    let raised = values.replacing(with: low, where: values .< low)
    return raised.replacing(with: high, where: high .< raised)
  }
}
