#if FOR_X86_64 && arch(x86_64) || FOR_ARM64 && arch(arm64)
/// One step of a tile: every row's next *word* (32 bits of consecutive activations, the same for all columns) times the
/// weights of as many columns as a vector has lanes.
protocol DotProduct {
  /// The element of packed weights.
  associatedtype Weight: SIMDScalar

  /// The weights of one column for a word, as they are packed.
  associatedtype WeightWord = Int32

  /// As many of them as a vector has lanes.
  associatedtype WeightVector = Int32Vector

  /// Packed weights as the instruction wants them.
  static func widen(_ weights: WeightVector) -> Int32Vector

  /// How far ahead a tile of few rows has its weights fetched, in bytes; 0 where that is left to the processor.
  static var fetchDistance: Int { get }

  /// Whether a row of activations may lie in several places of memory, one for each row of the kernel.
  static var readsRuns: Bool { get }

  /// Whether sums are the same in any order, as those of integers are.
  static var isExact: Bool { get }

  /// Whether a product takes a register of its own before it is added.
  static var roundsProducts: Bool { get }

  /// Whether rows are clamped before tiles take them: see `ClampedBytes`. They lie behind each other then.
  static var isClamped: Bool { get }

  /// What is flipped in each byte of activations when rows are copied for tiles; 0 if tiles read tensors in place.
  static var flip: UInt8 { get }

  /// Words of activations as the instruction wants them: perhaps with their top bits flipped.
  static func prepare(_ words: Int32Vector) -> Int32Vector

  /// What `flip` or `prepare` adds to each activation, which the bias takes back.
  static var offset: Int32 { get }

  /// `sums` plus, in each lane, the products of the activations in `words` and the weights in `weights`.
  static func accumulate(_ sums: Int32Vector, _ words: Int32Vector, _ weights: Int32Vector) -> Int32Vector
}

extension DotProduct {
  @inline(__always) static var fetchDistance: Int { 0 }

  @inline(__always) static var readsRuns: Bool { false }

  @inline(__always) static var isExact: Bool { true }

  @inline(__always) static var roundsProducts: Bool { false }

  /// How many activations a word holds.
  @inline(__always) static var wordElements: Int { MemoryLayout<WeightWord>.size / MemoryLayout<Weight>.size }

  @inline(__always) static var isClamped: Bool { false }

  @inline(__always) static var flip: UInt8 { 0 }

  @inline(__always) static func prepare(_ words: Int32Vector) -> Int32Vector { words }

  @inline(__always) static var offset: Int32 { 0 }

  /// The word at `address`, in every lane.
  @inline(__always) static func load(_ address: UnsafeRawPointer) -> Int32Vector {
    prepare(Int32Vector(repeating: address.loadUnaligned(as: Int32.self)))
  }
}

extension DotProduct where WeightVector == Int32Vector {
  @inline(__always) static func widen(_ weights: Int32Vector) -> Int32Vector { weights }
}
#endif
