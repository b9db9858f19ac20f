#if FOR_X86_64 && arch(x86_64) || FOR_ARM64 && arch(arm64)
extension Tile {
  /// Half a vector would take as long as a whole one.
  @inline(__always)
  static func addHalfProducts(
    to acc: inout Accumulators, rows: UnsafePointer<UnsafeRawPointer>, runs: Int, words: Int,
    weights: PackedPanel<Dot>, columns: Int
  ) -> Bool { false }
}
#endif
