#if FOR_X86_64 && arch(x86_64) || FOR_ARM64 && arch(arm64)
/// XNNPACK's requantization: the product in float32, rounded to the nearest integer, halves to the even one. All products
/// fit 32 bits.
@inline(__always) func multiplyByFloatScale(_ a: Int32Vector, _ scale: FloatVector) -> Int32Vector {
  roundToEven(float(a) * scale)
}

/// The same with scales so large that a product may not fit 32 bits. Those that are too large are cut, because they are
/// clamped to a byte anyway; those that are too small convert to -2^31 by themselves.
@inline(__always) func multiplyByAnyFloatScale(_ a: Int32Vector, _ scale: FloatVector) -> Int32Vector {
  roundToEven(minimum(float(a) * scale, FloatVector(repeating: 0x1p24)))
}
#endif
