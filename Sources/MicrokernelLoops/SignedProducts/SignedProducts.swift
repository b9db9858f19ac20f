#if FOR_X86_64 && !FOR_ARM64 && arch(x86_64) || FOR_ARM64 && arch(arm64)
// Products of 64 bits, where an instruction multiplies signed numbers. LLVM selects it for the sign extensions and the
// product.

/// The 64-bit products of the even lanes.
@inline(__always) func multiplyEven(_ a: Int32Vector, _ b: Int32Vector) -> Int64Vector {
  signExtendEven(a) &* signExtendEven(b)
}

/// The 64-bit products of the odd lanes.
@inline(__always) func multiplyOdd(_ a: Int32Vector, _ b: Int32Vector) -> Int64Vector {
  shiftRight(cast(a, to: Int64Vector.self), by: 32) &* shiftRight(cast(b, to: Int64Vector.self), by: 32)
}

@inline(__always) private func signExtendEven(_ a: Int32Vector) -> Int64Vector {
  shiftRight(shiftLeft(cast(a, to: Int64Vector.self), by: 32), by: 32)
}
#endif
