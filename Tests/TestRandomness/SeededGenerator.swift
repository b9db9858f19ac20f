/// A small deterministic generator (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014): the
/// same seed gives the same numbers on every machine.
package struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  package init(seed: UInt64) { state = seed }

  /// A stream of its own for the named part of a test, so that parts can be added and repeated alone.
  package init(seed: UInt64, stream: String) {
    // FNV-1a, because Swift's own hash values change from run to run.
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in stream.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    var mixer = SeededGenerator(seed: seed ^ hash)
    state = mixer.next()
  }

  package mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var z = state
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    return z ^ (z >> 31)
  }
}
