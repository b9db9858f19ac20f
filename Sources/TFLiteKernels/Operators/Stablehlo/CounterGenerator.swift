/// Random numbers that are functions of a key and a counter.
///
/// Source: Salmon and others, "Parallel random numbers: as easy as 1, 2, 3", 2011.
struct CounterGenerator: Sendable {
  let key: SIMD2<UInt32>
  /// The part of the counter that counts, lower half first.
  let first: SIMD2<UInt32>
  /// The part that stays, for Philox.
  let rest: SIMD2<UInt32>
  let isThreefry: Bool

  /// Numbers for each value of the counter.
  var blockSize: Int { isThreefry ? 2 : 4 }

  /// The counter after some steps.
  func counter(_ steps: UInt64) -> SIMD2<UInt32> {
    let value = (UInt64(first.y) << 32 | UInt64(first.x)) &+ steps
    return SIMD2(UInt32(truncatingIfNeeded: value), UInt32(truncatingIfNeeded: value >> 32))
  }

  /// The numbers after some steps of the counter; Threefry's are the first two.
  func block(_ steps: UInt64) -> SIMD4<UInt32> {
    let counter = counter(steps)
    return isThreefry ? SIMD4(lowHalf: threefry(counter), highHalf: .zero) : philox(counter)
  }

  /// Threefry-2x32 of 20 rounds.
  private func threefry(_ counter: SIMD2<UInt32>) -> SIMD2<UInt32> {
    let keys = [key.x, key.y, key.x ^ key.y ^ 0x1BD1_1BDA]
    let rotations: [[UInt32]] = [[13, 15, 26, 6], [17, 29, 16, 24]]
    var (x, y) = (counter.x &+ keys[0], counter.y &+ keys[1])
    for turn in 1...5 {
      for rotation in rotations[(turn - 1) % 2] {
        x = x &+ y
        y = (y &<< rotation | y &>> (32 - rotation)) ^ x
      }
      x = x &+ keys[turn % 3]
      y = y &+ keys[(turn + 1) % 3] &+ UInt32(turn)
    }
    return SIMD2(x, y)
  }

  /// Philox-4x32 of 10 rounds.
  private func philox(_ counter: SIMD2<UInt32>) -> SIMD4<UInt32> {
    var (state, key) = (SIMD4(lowHalf: counter, highHalf: rest), key)
    for _ in 0..<10 {
      let first = state.x.multipliedFullWidth(by: 0xD251_1F53)
      let second = state.z.multipliedFullWidth(by: 0xCD9E_8D57)
      state = SIMD4(second.high ^ state.y ^ key.x, second.low, first.high ^ state.w ^ key.y, first.low)
      key = key &+ SIMD2(0x9E37_79B9, 0xBB67_AE85)
    }
    return state
  }
}
