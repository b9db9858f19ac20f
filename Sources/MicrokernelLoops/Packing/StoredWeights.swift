#if FOR_X86_64 && arch(x86_64) || FOR_ARM64 && arch(arm64)
/// 8-bit weights as a model stores them.
struct StoredWeights {
  let address: UnsafeRawPointer
  let isSigned: Bool
  let zeroPoint: Int32

  /// A weight less the zero point: -255...255.
  @inline(__always) subscript(index: Int) -> Int32 {
    let byte = address.load(fromByteOffset: index, as: UInt8.self)
    return (isSigned ? Int32(Int8(bitPattern: byte)) : Int32(byte)) &- zeroPoint
  }

  /// The sum of `count` weights from `first` on, each less the zero point.
  func sum(_ first: Int, _ count: Int) -> Int32 {
    let stored = address + first
    var sum: Int32 = 0
    if isSigned {
      for k in 0..<count { sum &+= Int32(stored.load(fromByteOffset: k, as: Int8.self)) }
    } else {
      for k in 0..<count { sum &+= Int32(stored.load(fromByteOffset: k, as: UInt8.self)) }
    }
    return sum &- zeroPoint &* Int32(truncatingIfNeeded: count)
  }

  /// Whether so many weights are 0, each `step` behind the one before.
  func areZero(_ first: Int, _ count: Int, step: Int = 1) -> Bool {
    let zero = UInt8(truncatingIfNeeded: zeroPoint)
    var differences: UInt8 = 0
    for k in 0..<count { differences |= address.load(fromByteOffset: first &+ k &* step, as: UInt8.self) ^ zero }
    return differences == 0
  }

  /// The least and the greatest of `count` weights from `first` on, each less the zero point.
  func extremes(_ first: Int, _ count: Int) -> (least: Int32, greatest: Int32) {
    var least = UInt8.max
    var greatest = UInt8.min
    let bytes = (address + first).assumingMemoryBound(to: UInt8.self)
    // Signed bytes compare as unsigned ones with the top bit flipped.
    let flip: UInt8 = isSigned ? 0x80 : 0
    for k in 0..<count {
      least = min(least, bytes[k] ^ flip)
      greatest = max(greatest, bytes[k] ^ flip)
    }
    return (Int32(least) &- Int32(flip) &- zeroPoint, Int32(greatest) &- Int32(flip) &- zeroPoint)
  }

  /// How many elements of packed weights beyond the first it takes to sum to `value`.
  @inline(__always) static func remainders<Weight: FixedWidthInteger>(_ value: Int32, _: Weight.Type) -> Int {
    let largest = Int32(truncatingIfNeeded: Weight.max)
    if value > 2 &* largest { return 2 }
    return value > largest || value < -largest &- 1 ? 1 : 0
  }

  /// The first of the elements that sum to `rest`, which it leaves without it.
  @inline(__always) static func takePart<Weight: FixedWidthInteger>(_ rest: inout Int32) -> Weight {
    let part = Weight(clamping: rest)
    rest &-= Int32(truncatingIfNeeded: part)
    return part
  }
}
#endif
