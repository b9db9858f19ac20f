#if FOR_X86_64 && arch(x86_64)
// Instruction sets that multiply unsigned bytes by signed ones.

/// Four unsigned 8-bit activations per word, times signed 8-bit weights.
enum UnsignedBytes: DotProduct {
  typealias Weight = Int8

  @inline(__always)
  static func accumulate(_ sums: Int32Vector, _ words: Int32Vector, _ weights: Int32Vector) -> Int32Vector {
    dot4(sums, words, weights)
  }
}

/// Four signed 8-bit activations per word. The instruction wants unsigned ones: flipping their top bit adds 128 to each.
enum SignedBytes: DotProduct {
  typealias Weight = Int8

  @inline(__always) static func prepare(_ words: Int32Vector) -> Int32Vector {
    xor(words, Int32Vector(repeating: Int32(bitPattern: 0x8080_8080)))
  }

  @inline(__always) static var offset: Int32 { 128 }

  @inline(__always)
  static func accumulate(_ sums: Int32Vector, _ words: Int32Vector, _ weights: Int32Vector) -> Int32Vector {
    dot4(sums, words, weights)
  }
}
#endif
