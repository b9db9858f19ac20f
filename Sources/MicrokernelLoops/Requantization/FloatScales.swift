#if FOR_X86_64 && arch(x86_64) || FOR_ARM64 && arch(arm64)
/// Scales in float32 with which a fused multiplication gives the bytes of TFLite's reference arithmetic.
///
/// Rounding twice, as the reference does, is rounding once to the nearest integer but for an offset, which depends on the
/// sum's sign: so `roundToEven(sum * scale + offset)` may be the same, offsets including the zero point. It is not the same
/// for every multiplier, since floats have 24 bits; `FloatScaleSearch` finds those for which it is proven for all sums.
///
/// Column parameters: scale, -1, offset of sums of 0 and more, offset of negative sums.
struct FloatScales {
  let scale: FloatVector
  let offset: FloatVector
  let negativeOffset: FloatVector

  /// What the second parameter of a column is, which no shift is.
  @inline(__always) static var mark: Int32 { -1 }

  @inline(__always) init(scale: FloatVector, offset: FloatVector, negativeOffset: FloatVector) {
    self.scale = scale
    self.offset = offset
    self.negativeOffset = negativeOffset
  }

  /// Nil where a vector of columns is scaled by integers.
  @inline(__always) init?(_ column: ColumnParameters) {
    let second = column.address.load(fromByteOffset: 2 &* MemoryLayout<Int32Vector>.size, as: Int32.self)
    guard EntryPoints.scalesByFloats, second == Self.mark else { return nil }
    scale = cast(column.first, to: FloatVector.self)
    offset = cast(column.third, to: FloatVector.self)
    negativeOffset = cast(column.fourth, to: FloatVector.self)
  }

  @inline(__always) func callAsFunction(_ sums: Int32Vector) -> Int32Vector {
    let offsets = select(sums .< Int32Vector(), negativeOffset, offset)
    return roundToEven(multiplyAdd(float(sums), scale, offsets))
  }

  /// The same where all that is below the zero point is clamped to it.
  @inline(__always) func aboveZeroPoint(_ sums: Int32Vector) -> Int32Vector {
    roundToEven(multiplyAdd(float(sums), scale, offset))
  }

  /// Those of the first lane in every lane.
  @inline(__always) var first: FloatScales {
    FloatScales(scale: floats(scale[0]), offset: floats(offset[0]), negativeOffset: floats(negativeOffset[0]))
  }

  @inline(__always) func store(to parameters: UnsafeMutableRawPointer) {
    let size = MemoryLayout<Int32Vector>.size
    parameters.storeBytes(of: scale, toByteOffset: size, as: FloatVector.self)
    parameters.storeBytes(of: Int32Vector(repeating: Self.mark), toByteOffset: 2 &* size, as: Int32Vector.self)
    parameters.storeBytes(of: offset, toByteOffset: 3 &* size, as: FloatVector.self)
    parameters.storeBytes(of: negativeOffset, toByteOffset: 4 &* size, as: FloatVector.self)
  }
}
#endif
