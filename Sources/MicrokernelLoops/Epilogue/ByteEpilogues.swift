#if FOR_X86_64 && arch(x86_64) || FOR_ARM64 && arch(arm64)
/// Results that are 8-bit integers.
protocol ByteEpilogue: TileEpilogue {
  /// Whether only unusual scales need it.
  static var isRare: Bool { get }

  var lower: ByteVector { get }
  var upper: ByteVector { get }
  var flip: ByteVector { get }

  /// Two scaled vectors as int16, zero point included, in signed terms.
  func join(_ a: Int32Vector, _ b: Int32Vector) -> Int16Vector
}

extension ByteEpilogue {
  @inline(__always) static var resultSize: Int { 1 }

  @inline(__always) static var isRare: Bool { false }

  @inline(__always)
  func store<let V: Int>(
    _ group: RowGroup<V>, to results: UnsafePointer<UnsafeMutableRawPointer>, offset: Int, count: Int
  ) {
    let bytes = finish(join(group[0], group[1]), join(group[2], group[3]))
    if V == 4 {
      storeBytes(bytes, to: results[0] + offset, count: count)
    } else if V == 2 {
      let rows = separateHalves(bytes)
      storeBytes(rows.0, to: results[0] + offset, count: count)
      if group.rows > 1 { storeBytes(rows.1, to: results[1] + offset, count: count) }
    } else {
      let rows = separateFourths(bytes)
      storeBytes(rows.0, to: results[0] + offset, count: count)
      if group.rows > 1 { storeBytes(rows.1, to: results[1] + offset, count: count) }
      if group.rows > 2 { storeBytes(rows.2, to: results[2] + offset, count: count) }
      if group.rows > 3 { storeBytes(rows.3, to: results[3] + offset, count: count) }
    }
  }

  @inline(__always) func join(_ a: Int32Vector, _ b: Int32Vector) -> Int16Vector { narrow(a, b) }

  /// Joins the halves, clamps to the activation's range and brings results to their own representation.
  @inline(__always) func finish(_ a: Int16Vector, _ b: Int16Vector) -> ByteVector {
    let unsigned = xor(narrowSigned(a, b), ByteVector(repeating: 0x80))
    return xor(minimum(maximum(unsigned, lower), upper), flip)
  }
}

/// Results that floats may give as well, where that is proven for a vector of columns: see `FloatScales`.
protocol FloatScaledEpilogue: ByteEpilogue {
  /// Whether the instruction set gains by it.
  static var scalesByFloats: Bool { get }

  func scale(_ sums: Int32Vector, by scales: FloatScales) -> Int32Vector
}

extension FloatScaledEpilogue {
  @inline(__always) func scale(_ sums: Int32Vector, by scales: FloatScales) -> Int32Vector { scales(sums) }

  @inline(__always)
  func scale<let R: Int>(_ sums: inout InlineArray<R, Int32Vector>, _ column: ColumnParameters) {
    if Self.scalesByFloats, let scales = FloatScales(column) {
      for r in 0..<R { sums[unchecked: r] = scale(sums[unchecked: r], by: scales) }
    } else {
      for r in 0..<R { sums[unchecked: r] = scale(sums[unchecked: r], column) }
    }
  }
}

/// TFLite's reference arithmetic, any multiplier: a saturating rounding doubling high multiply, then a rounding shift,
/// halves away from zero. Or by floats: see `FloatScales`.
///
/// Column parameters: multiplier in 31-bit fixed point, left shift, right shift. Or those of `FloatScales`.
struct AnyReferenceEpilogue: FloatScaledEpilogue {
  let zeroPoint: Int32Vector
  let lower: ByteVector, upper: ByteVector, flip: ByteVector

  @inline(__always) static var isRare: Bool { true }

  /// Where floats do not scale for all (AVX-512), the two ways in one tile would leave too few registers.
  @inline(__always) static var scalesByFloats: Bool {
    EntryPoints.scalesByFloats && EntryPoints.scalesClampedByFloats
  }

  @inline(__always) init(_ header: EpilogueHeader) {
    zeroPoint = Int32Vector(repeating: header.zeroPoint)
    lower = ByteVector(repeating: header.lower)
    upper = ByteVector(repeating: header.upper)
    flip = ByteVector(repeating: header.flip)
  }

  @inline(__always) func scale(_ sums: Int32Vector, _ column: ColumnParameters) -> Int32Vector {
    multiplyByQuantizedMultiplier(sums, column.first, left: column.second, right: column.third) &+ zeroPoint
  }
}

/// The same in one shift, where all multipliers are below 1/2, and no sum reaches 2^30: see `rescale`. Or by floats: see
/// `FloatScales`.
///
/// Column parameters: multiplier, shift n, addend of the even lanes, addend of the odd lanes (64 bits each). Or those of
/// `FloatScales`.
struct ReferenceEpilogue: FloatScaledEpilogue {
  let lower: ByteVector, upper: ByteVector, flip: ByteVector

  @inline(__always) static var scalesByFloats: Bool { EntryPoints.scalesByFloats }

  @inline(__always) init(_ header: EpilogueHeader) {
    lower = ByteVector(repeating: header.lower)
    upper = ByteVector(repeating: header.upper)
    flip = ByteVector(repeating: header.flip)
  }

  @inline(__always) func scale(_ sums: Int32Vector, _ column: ColumnParameters) -> Int32Vector {
    rescale(
      sums, column.first, by: column.second,
      adding: RescalingAddend(
        even: cast(column.third, to: Int64Vector.self), odd: cast(column.fourth, to: Int64Vector.self)))
  }
}

/// `(sum * multiplier + addend) >> n`, computed exactly: all roundings and the zero point are one addend.
///
/// For TFLite's reference arithmetic where the zero point is the lower bound (every RELU): negative values become the zero
/// point whatever their rounding, and for the others both roundings fold into one shift. And for XNNPACK's with uint8
/// weights on arm64. Only the high halves of the products are needed: half the instructions of ``ReferenceEpilogue``. Or by
/// floats: see `FloatScales`.
///
/// Column parameters: multiplier, n - 32, addend of the even lanes, addend of the odd lanes (64 bits each). Or those of
/// `FloatScales`.
struct ExactEpilogue: FloatScaledEpilogue {
  let lower: ByteVector, upper: ByteVector, flip: ByteVector

  @inline(__always) static var scalesByFloats: Bool { EntryPoints.scalesClampedByFloats }

  @inline(__always) init(_ header: EpilogueHeader) {
    lower = ByteVector(repeating: header.lower)
    upper = ByteVector(repeating: header.upper)
    flip = ByteVector(repeating: header.flip)
  }

  @inline(__always) func scale(_ sums: Int32Vector, _ column: ColumnParameters) -> Int32Vector {
    multiplyExactly(sums, column, by: column.second)
  }

  @inline(__always) func scale(_ sums: Int32Vector, by scales: FloatScales) -> Int32Vector {
    scales.aboveZeroPoint(sums)
  }

  @inline(__always) fileprivate func multiplyExactly(
    _ sums: Int32Vector, _ column: ColumnParameters, by shift: Int32Vector
  ) -> Int32Vector {
    let even = multiplyEven(sums, column.first) &+ cast(column.third, to: Int64Vector.self)
    let odd = multiplyOdd(sums, column.first) &+ cast(column.fourth, to: Int64Vector.self)
    return shiftRight(mergeHighHalves(even, odd), by: shift)
  }
}

/// The same with scales of 1/2 or more, for which sums are shifted left before: those that are too large for that are cut,
/// because they are clamped to a byte anyway.
///
/// Column parameters: as before, but n - 32 below 0 says how far to shift left.
struct AnyExactEpilogue: ByteEpilogue {
  let exact: ExactEpilogue
  @inline(__always) var lower: ByteVector { exact.lower }
  @inline(__always) var upper: ByteVector { exact.upper }
  @inline(__always) var flip: ByteVector { exact.flip }

  @inline(__always) static var isRare: Bool { true }

  @inline(__always) init(_ header: EpilogueHeader) { exact = ExactEpilogue(header) }

  @inline(__always) func scale(_ sums: Int32Vector, _ column: ColumnParameters) -> Int32Vector {
    let shift = column.second
    // 2^31 - 1 where nothing is shifted left.
    let largest = maximum(
      Int32Vector(repeating: ExactScale.largestShifted),
      Int32Vector(repeating: .max) &+ shiftLeft(signs(shift), by: Int32Vector(repeating: 31)))
    let cut = minimum(maximum(sums, Int32Vector(repeating: -1) &- largest), largest)
    return exact.multiplyExactly(
      shiftLeft(cut, by: maximum(Int32Vector() &- shift, Int32Vector())), column, by: maximum(shift, Int32Vector()))
  }
}

/// XNNPACK's arithmetic: scaled in float32, rounded to the nearest integer, halves to the even one. All scaled sums fit 32
/// bits.
///
/// Column parameters: scale.
struct XNNPACKEpilogue: ByteEpilogue {
  let zeroPoint: Int16Vector
  let lower: ByteVector, upper: ByteVector, flip: ByteVector

  @inline(__always) init(_ header: EpilogueHeader) {
    zeroPoint = Int16Vector(repeating: Int16(truncatingIfNeeded: header.zeroPoint))
    lower = ByteVector(repeating: header.lower)
    upper = ByteVector(repeating: header.upper)
    flip = ByteVector(repeating: header.flip)
  }

  @inline(__always) func scale(_ sums: Int32Vector, _ column: ColumnParameters) -> Int32Vector {
    multiplyByFloatScale(sums, cast(column.first, to: FloatVector.self))
  }

  @inline(__always) func join(_ a: Int32Vector, _ b: Int32Vector) -> Int16Vector {
    addSaturating(narrow(a, b), zeroPoint)
  }
}

/// The same with scales so large that a scaled sum may not fit 32 bits. (Negative ones convert to -2^31 by themselves.)
struct AnyXNNPACKEpilogue: ByteEpilogue {
  let xnnpack: XNNPACKEpilogue
  @inline(__always) var lower: ByteVector { xnnpack.lower }
  @inline(__always) var upper: ByteVector { xnnpack.upper }
  @inline(__always) var flip: ByteVector { xnnpack.flip }

  @inline(__always) static var isRare: Bool { true }

  @inline(__always) init(_ header: EpilogueHeader) { xnnpack = XNNPACKEpilogue(header) }

  @inline(__always) func scale(_ sums: Int32Vector, _ column: ColumnParameters) -> Int32Vector {
    multiplyByAnyFloatScale(sums, cast(column.first, to: FloatVector.self))
  }

  @inline(__always) func join(_ a: Int32Vector, _ b: Int32Vector) -> Int16Vector { xnnpack.join(a, b) }
}
#endif
