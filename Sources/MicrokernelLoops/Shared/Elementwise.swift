/// One or two bytes in, one byte out, independently for each element.
protocol ByteOperation {
  /// The result for one vector of elements, before clamping.
  func callAsFunction(_ left: Int32Vector, _ right: Int32Vector) -> Int32Vector
}

/// The loop around an operation on two arrays of bytes, or an array and a single byte.
struct ByteLoop<Operation: ByteOperation> {
  let operation: Operation
  /// 0x80 for int8 arrays, which are flipped to unsigned for widening and back afterwards.
  let flip: UInt8
  let lower: UInt8
  let upper: UInt8

  /// - Parameters:
  ///   - left: `count` elements, or one if `leftStep` is 0; right likewise. Readable for 64 bytes past the end.
  ///   - output: may be an input, if the elements are the same.
  @inline(__always)
  func run(
    left: UnsafeRawPointer, leftStep: Int, right: UnsafeRawPointer, rightStep: Int,
    output: UnsafeMutableRawPointer, count: Int
  ) {
    let flips = ByteVector(repeating: flip)
    let offset = Int32Vector(repeating: Int32(flip))
    let lowers = ByteVector(repeating: lower)
    let uppers = ByteVector(repeating: upper)
    let leftByte = ByteVector(repeating: left.load(as: UInt8.self))
    let rightByte = ByteVector(repeating: right.load(as: UInt8.self))
    var i = 0
    while i < count {
      let a = leftStep == 0 ? leftByte : left.loadUnaligned(fromByteOffset: i, as: ByteVector.self)
      let b = rightStep == 0 ? rightByte : right.loadUnaligned(fromByteOffset: i, as: ByteVector.self)
      let x = widen(xor(a, flips))
      let y = widen(xor(b, flips))
      var z = InlineArray<4, Int32Vector>(repeating: offset)
      for v in 0..<4 { z[unchecked: v] &+= operation(x[unchecked: v] &- offset, y[unchecked: v] &- offset) }
      let low = narrow(z[unchecked: 0], z[unchecked: 1])
      let high = narrow(z[unchecked: 2], z[unchecked: 3])
      let bytes = xor(minimum(maximum(narrow(low, high), lowers), uppers), flips)
      storeBytes(bytes, to: output + i, count: min(count &- i, ByteVector.scalarCount))
      i &+= ByteVector.scalarCount
    }
  }
}

/// Brings what narrowing made of four consecutive vectors into their order in memory.
@inline(__always) func memoryOrder(_ bytes: ByteVector) -> ByteVector {
  cast(separateFourths(bytes), to: ByteVector.self)
}

/// Zero-extends bytes to four vectors, in the order that narrowing undoes.
@inline(__always) func widen(_ bytes: ByteVector) -> InlineArray<4, Int32Vector> {
  interleave([bytes, ByteVector(), ByteVector(), ByteVector()])
}
