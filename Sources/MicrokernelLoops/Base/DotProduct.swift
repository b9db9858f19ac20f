#if FOR_X86_64 && arch(x86_64) || FOR_ARM64 && arch(arm64)
/// One step of a tile: every row's next *word* (32 bits of consecutive activations, the same for all columns) times the
/// weights of as many columns as a vector has lanes.
protocol DotProduct {
  /// The element of packed weights; a word holds `4 / MemoryLayout<Weight>.size` activations.
  associatedtype Weight: SIMDScalar

  /// Whether a row of activations may lie in several places of memory, one for each row of the kernel.
  static var readsRuns: Bool { get }

  /// The word at `address`, in every lane.
  static func load(_ address: UnsafeRawPointer) -> Int32Vector

  /// `sums` plus, in each lane, the products of the activations in `words` and the weights in `weights`.
  static func accumulate(_ sums: Int32Vector, _ words: Int32Vector, _ weights: Int32Vector) -> Int32Vector
}

extension DotProduct {
  @inline(__always) static var readsRuns: Bool { false }

  @inline(__always) static var wordElements: Int { 4 / MemoryLayout<Weight>.size }
}
#endif
