/// The memory of all activations: one aligned block that starts as zeros.
final class Arena {
  let base: UnsafeMutableRawPointer

  init(byteCount: Int) {
    base = .allocate(byteCount: byteCount, alignment: ArenaPlan.alignment)
    base.initializeMemory(as: UInt8.self, repeating: 0, count: byteCount)
  }

  deinit { base.deallocate() }
}
