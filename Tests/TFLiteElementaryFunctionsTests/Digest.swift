/// A number that stands for a sequence of results; all that is no number counts as the same.
struct Digest {
  private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

  @inline(__always)
  mutating func add(_ result: some TestedNumber) {
    value = (value ^ (result.isNaN ? .max : UInt64(result.bits))) &* 0x100_0000_01b3
  }
}
