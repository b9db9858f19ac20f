/// Memory for an operand: seeded random bytes, aligned to cache lines, and readable for 64 bytes past its end as
/// microkernels want it.
final class Operand {
  let address: UnsafeMutableRawPointer
  let byteCount: Int

  init(byteCount: Int, seed: UInt64 = 1) {
    self.byteCount = byteCount
    address = .allocate(byteCount: byteCount + 64, alignment: 64)
    var state = seed
    for index in 0..<byteCount + 64 {
      // Bits of a linear congruential generator: any values will do, as long as they are not all alike.
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      address.storeBytes(of: UInt8(truncatingIfNeeded: state >> 56), toByteOffset: index, as: UInt8.self)
    }
  }

  /// Floats from 0 to 1: products of random bytes as floats would be infinite.
  init(floats count: Int) {
    byteCount = 4 * count
    address = .allocate(byteCount: byteCount + 64, alignment: 64)
    address.initializeMemory(as: UInt8.self, repeating: 0, count: byteCount + 64)
    for index in 0..<count {
      address.storeBytes(of: Float(index % 97) / 97, toByteOffset: 4 * index, as: Float.self)
    }
  }

  deinit { address.deallocate() }
}
