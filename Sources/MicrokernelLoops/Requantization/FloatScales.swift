#if FOR_X86_64 && arch(x86_64) || FOR_ARM64 && arch(arm64)
/// Scales in float32 with which a fused multiplication gives the bytes of TFLite's reference arithmetic.
///
/// Rounding twice, as the reference does, is rounding once to the nearest integer but for an offset, which depends on the
/// sum's sign: so `roundToEven(sum * scale + offset)` may be the same, offsets including the zero point. It is not the same
/// for every multiplier, since floats have 24 bits; `FloatScaleSearch` finds those for which it is proven for all sums.
struct FloatScales {
  let scale: FloatVector
  let offset: FloatVector
  let negativeOffset: FloatVector

  @inline(__always) init(scale: FloatVector, offset: FloatVector, negativeOffset: FloatVector) {
    self.scale = scale
    self.offset = offset
    self.negativeOffset = negativeOffset
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
}
#endif
