/// FNV-1a on words of 64 bits.
struct Hash: CustomStringConvertible {
  private var state: UInt64 = 0xcbf2_9ce4_8422_2325

  mutating func add(_ bytes: UnsafeRawBufferPointer) {
    let words = bytes.count / 8
    for index in 0..<words { add(bytes.loadUnaligned(fromByteOffset: 8 * index, as: UInt64.self)) }
    for byte in bytes[(8 * words)...] { add(UInt64(byte)) }
    add(UInt64(bytes.count))
  }

  private mutating func add(_ word: UInt64) {
    state = (state ^ word) &* 0x100_0000_01b3
    // Multiplication alone carries nothing downward.
    state ^= state >> 32
  }

  var description: String { String(state, radix: 16) }
}
