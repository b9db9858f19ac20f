/// A number that stands for a sequence of words, the same on every machine: FNV-1a, on 64 bits at a time.
package struct Digest {
  package private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

  package init() {}

  package mutating func add(_ word: UInt64) {
    value = (value ^ word) &* 0x100_0000_01b3
    // Multiplication alone carries nothing downward: two words whose first bits differ would cancel out.
    value ^= value >> 32
  }

  /// Adds bytes and their number.
  package mutating func add(_ bytes: UnsafeRawBufferPointer) {
    let words = bytes.count / 8
    for index in 0..<words { add(bytes.loadUnaligned(fromByteOffset: 8 * index, as: UInt64.self)) }
    for byte in bytes[(8 * words)...] { add(UInt64(byte)) }
    add(UInt64(bytes.count))
  }

  /// The number of some bytes.
  package static func of(_ bytes: [UInt8]) -> UInt64 {
    var digest = Digest()
    bytes.withUnsafeBytes { digest.add($0) }
    return digest.value
  }
}
