#if FOR_X86_64 && arch(x86_64) || FOR_ARM64 && arch(arm64)
/// Products of bytes, whose weights are packed from 8-bit ones.
protocol PackedProduct: TileProduct where Weight: FixedWidthInteger {
  associatedtype PackedWords: SIMD where PackedWords.Scalar == WeightWord

  /// Sixteen weights that fit `Weight` without their zero point, as words.
  static func pack(_ weights: SIMD16<UInt8>, isSigned: Bool, zeroPoint: Int32) -> PackedWords
}

extension PackedProduct where Weight == Int8 {
  @inline(__always)
  static func pack(_ weights: SIMD16<UInt8>, isSigned: Bool, zeroPoint: Int32) -> PackedWords {
    cast(weights &- SIMD16(repeating: UInt8(truncatingIfNeeded: zeroPoint)), to: PackedWords.self)
  }
}
#endif
