#if FOR_X86_64 && arch(x86_64) || FOR_ARM64 && arch(arm64)
// For sets without a shuffle of 32 numbers of 64 bits.

/// A table of 32 numbers, whose entries are loaded one by one.
struct PowersOfTwo {
  private let entries: UnsafePointer<Int64>

  init(_ entries: UnsafeRawPointer) { self.entries = entries.assumingMemoryBound(to: Int64.self) }

  /// The entry for each index.
  @inline(__always) subscript(_ indices: Int64Vector) -> Int64Vector {
    var result = Int64Vector()
    for lane in 0..<Int64Vector.scalarCount { result[lane] = entries[Int(truncatingIfNeeded: indices[lane])] }
    return result
  }
}
#endif
