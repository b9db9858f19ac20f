extension AVX2 {
  /// 6 rows of 2 vectors: 12 accumulators, 2 weights and an activation of 16 registers.
  @inline(__always) static var panelVectors: Int { 2 }

  /// What the tiles of `convolve` add to int8 activations.
  @inline(__always) static var signedActivationOffset: Int32 { 0 }

  /// A depthwise unit of few channels covers up to 2 pixels.
  @inline(__always) static var depthwisePieces: Int { 2 }
}
