#if FOR_X86_64 && arch(x86_64) || FOR_ARM64 && arch(arm64)
extension EntryPoints {
  /// Replaces each byte by its entry in a table of 256.
  ///
  /// - Parameters:
  ///   - input: `count` bytes, readable for 64 bytes past the end.
  ///   - output: `count` bytes; nothing else is written. May be the input.
  @inline(never)
  public static func lookUp(
    _ table: UnsafeRawPointer, input: UnsafeRawPointer, output: UnsafeMutableRawPointer, count: Int
  ) {
    let table = ByteTable(table)
    var i = 0
    while i < count {
      let bytes = table[input.loadUnaligned(fromByteOffset: i, as: ByteVector.self)]
      storeBytes(bytes, to: output + i, count: min(count &- i, ByteVector.scalarCount))
      i &+= ByteVector.scalarCount
    }
  }
}
#endif
