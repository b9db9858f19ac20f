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
