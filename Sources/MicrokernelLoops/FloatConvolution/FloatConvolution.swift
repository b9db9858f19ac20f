#if FOR_X86_64 && arch(x86_64) || FOR_ARM64 && arch(arm64)
extension EntryPoints {
  /// Packs bias and bounds of float results: `min(max(sum + bias, lower), upper)`.
  ///
  /// - Parameters:
  ///   - block: `epilogueByteCount` bytes, aligned to 64.
  ///   - bias: for each column, or nil for zeros.
  @inline(never)
  public static func packFloatEpilogue(
    into block: UnsafeMutableRawPointer, weights: UnsafeRawPointer, bias: UnsafePointer<Float>?, lower: Float,
    upper: Float
  ) {
    block.storeBytes(
      of: EpilogueHeader(
        kind: .floats, zeroPoint: 0, lower: 0, upper: 0, flip: 0, lowerFloat: lower, upperFloat: upper),
      as: EpilogueHeader.self)
    let layout = ColumnLayout(weights)
    let first = block + EpilogueHeader.byteCount
    clear(first, layout.vectors &* ColumnParameters.byteCount)
    layout.forEachLane { vector, lane, column in
      let cell = EpiloguePacker.Cell(parameters: first + vector &* ColumnParameters.byteCount, lane: lane)
      cell.set(1, Int32(bitPattern: (bias?[column] ?? 0).bitPattern))
    }
  }

  /// Convolves floats, each sum in the order of kernel rows, kernel columns and channels; the bias is added last. So every
  /// instruction set, and a plain loop, give the same bits.
  ///
  /// Otherwise as `convolve`; padding is 0. (A plain loop that skips padding differs where a weight is not finite.)
  ///
  /// - Parameters:
  ///   - isFused: whether a product is added as it is, instead of being rounded before.
  ///   - addend: what is added to results that have been clamped; it does not overlap the output.
  @inline(never)
  public static func convolveFloat(
    _ shape: ConvolutionShape, isFused: Bool, input: UnsafeRawPointer, weights: UnsafeRawPointer,
    epilogue: UnsafeRawPointer, addend: Addend?, output: UnsafeMutableRawPointer, pixels: Range<Int>,
    panels: Range<Int>, scratch: UnsafeMutableRawPointer
  ) {
    let call = TiledConvolution(
      shape: shape, input: input, zeroPoint: 0, weights: PackedWeights(address: weights),
      packedEpilogue: epilogue, output: output, pixels: pixels, panels: panels, scratch: scratch, addend: addend)
    if isFused {
      call.run(FloatActivations<FusedFloats>.self, FloatEpilogue.self)
    } else {
      call.run(FloatActivations<Floats>.self, FloatEpilogue.self)
    }
  }
}

/// Float tensors: read in place.
enum FloatActivations<Dot: FloatProduct>: ActivationFormat {
  static var elementSize: Int { 4 }
  static var isWordFormat: Bool { true }

  @inline(__always)
  static func copy(_ count: Int, from source: UnsafeRawPointer, to target: UnsafeMutableRawPointer) {
    copyBytes(4 &* count, from: source, to: target)
  }

  @inline(__always)
  static func fill(_ count: Int, zeroPoint: Int32, to target: UnsafeMutableRawPointer) {
    fillBytes(4 &* count, with: 0, to: target)
  }
}

/// Float results. Column parameters: bias.
struct FloatEpilogue: TileEpilogue {
  let lower: FloatVector, upper: FloatVector
  /// Whether there is a bound at all.
  let isBounded: Bool
  /// Whether something is added to results, how many bytes behind each of them it lies, and the bounds of the sums.
  let isSum: Bool
  let addendDistance: Int
  let lowerSum: FloatVector, upperSum: FloatVector

  @inline(__always) static var resultSize: Int { 4 }

  @inline(__always) init(_ header: EpilogueHeader) {
    lower = FloatVector(repeating: header.lowerFloat)
    upper = FloatVector(repeating: header.upperFloat)
    isBounded = header.lowerFloat > -.infinity || header.upperFloat < .infinity
    isSum = header.addendDistance != nil
    addendDistance = header.addendDistance ?? 0
    lowerSum = FloatVector(repeating: header.lowerSum)
    upperSum = FloatVector(repeating: header.upperSum)
  }

  @inline(__always) func scale(_ sums: Int32Vector, _ column: ColumnParameters) -> Int32Vector {
    let sum = biased(sums, column)
    return cast(isBounded ? clamp(sum) : sum, to: Int32Vector.self)
  }

  @inline(__always) private func biased(_ sums: Int32Vector, _ column: ColumnParameters) -> FloatVector {
    cast(sums, to: FloatVector.self) + cast(column.first, to: FloatVector.self)
  }

  @inline(__always)
  func scale<let R: Int>(_ sums: inout InlineArray<R, Int32Vector>, _ column: ColumnParameters) {
    for r in 0..<R { sums[unchecked: r] = cast(biased(sums[unchecked: r], column), to: Int32Vector.self) }
    // One question for all of them.
    if isBounded {
      for r in 0..<R {
        sums[unchecked: r] = cast(clamp(cast(sums[unchecked: r], to: FloatVector.self)), to: Int32Vector.self)
      }
    }
  }

  @inline(__always)
  func add<let R: Int>(
    to values: inout InlineArray<R, Int32Vector>, results: UnsafePointer<UnsafeMutableRawPointer>, offset: Int
  ) {
    guard isSum else { return }
    for r in 0..<R {
      let addend = (results[r] + (offset &+ addendDistance)).loadUnaligned(as: FloatVector.self)
      let sum = cast(values[unchecked: r], to: FloatVector.self) + addend
      values[unchecked: r] = cast(minimum(upperSum, maximum(lowerSum, sum)), to: Int32Vector.self)
    }
  }

  /// Not a number stays what it is, as in the reference.
  @inline(__always) func clamp(_ a: FloatVector) -> FloatVector { minimum(upper, maximum(lower, a)) }

  @inline(__always)
  func store<let V: Int>(
    _ group: RowGroup<V>, to results: UnsafePointer<UnsafeMutableRawPointer>, offset: Int, count: Int
  ) {
    let lanes = Int32Vector.scalarCount
    for i in 0..<4 where i / V < group.rows && i % V &* lanes < count {
      storeBytes(
        cast(group[i], to: ByteVector.self), to: results[i / V] + (offset &+ 4 &* lanes &* (i % V)),
        count: min(4 &* (count &- i % V &* lanes), ByteVector.scalarCount))
    }
  }
}
#endif
