#if FOR_X86_64 && arch(x86_64) || FOR_ARM64 && arch(arm64)
// For sets without a shuffle of 32 numbers of 64 bits.

/// A table of 32 numbers, whose entries are loaded one by one.
struct PowersOfTwo {
  private let entries: UnsafePointer<Int64>

  init(_ entries: UnsafeRawPointer) { self.entries = entries.assumingMemoryBound(to: Int64.self) }

  /// The entry for each of a vector's indices, which lie in memory.
  @inline(__always) subscript(at indices: UnsafeRawPointer) -> Int64Vector {
    var result = Int64Vector()
    for lane in 0..<Int64Vector.scalarCount {
      result[lane] = entries[indices.load(fromByteOffset: 8 &* lane, as: Int.self)]
    }
    return result
  }
}
#endif
