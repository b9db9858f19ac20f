extension AVX2 {
  /// 6 rows of 2 vectors: 12 accumulators, 2 weights and an activation of 16 registers.
  @inline(__always) static var panelVectors: Int { 2 }
}
