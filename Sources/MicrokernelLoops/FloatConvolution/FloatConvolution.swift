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

/// What float results are clamped to.
struct FloatBounds {
  let lower: FloatVector, upper: FloatVector
  /// Which of the two are bounds at all: most activation functions have one.
  let hasLower: Bool, hasUpper: Bool

  @inline(__always) init(lower: Float, upper: Float) {
    (self.lower, self.upper) = (FloatVector(repeating: lower), FloatVector(repeating: upper))
    (hasLower, hasUpper) = (lower > -.infinity, upper < .infinity)
  }

  /// Not a number stays what it is, as in the reference.
  @inline(__always) func clamp<let R: Int>(_ values: inout InlineArray<R, Int32Vector>) {
    // One question for all of them.
    if hasLower {
      for r in 0..<R {
        values[unchecked: r] = cast(
          maximum(lower, cast(values[unchecked: r], to: FloatVector.self)), to: Int32Vector.self)
      }
    }
    if hasUpper {
      for r in 0..<R {
        values[unchecked: r] = cast(
          minimum(upper, cast(values[unchecked: r], to: FloatVector.self)), to: Int32Vector.self)
      }
    }
  }
}

/// Float results. Column parameters: bias.
struct FloatEpilogue: TileEpilogue {
  let bounds: FloatBounds
  /// Whether something is added to results, how many bytes behind each of them it lies, and the bounds of the sums.
  let isSum: Bool
  let addendDistance: Int
  let sumBounds: FloatBounds

  @inline(__always) static var resultSize: Int { 4 }

  @inline(__always) init(_ header: EpilogueHeader) {
    bounds = FloatBounds(lower: header.lowerFloat, upper: header.upperFloat)
    isSum = header.addendDistance != nil
    addendDistance = header.addendDistance ?? 0
    sumBounds = FloatBounds(lower: header.lowerSum, upper: header.upperSum)
  }

  @inline(__always) func scale(_ sums: Int32Vector, _ column: ColumnParameters) -> Int32Vector {
    var results = InlineArray<1, Int32Vector>(repeating: sums)
    scale(&results, column)
    return results[0]
  }

  @inline(__always)
  func scale<let R: Int>(_ sums: inout InlineArray<R, Int32Vector>, _ column: ColumnParameters) {
    let bias = cast(column.first, to: FloatVector.self)
    for r in 0..<R {
      sums[unchecked: r] = cast(cast(sums[unchecked: r], to: FloatVector.self) + bias, to: Int32Vector.self)
    }
    bounds.clamp(&sums)
  }

  @inline(__always)
  func add<let R: Int>(
    to values: inout InlineArray<R, Int32Vector>, results: UnsafePointer<UnsafeMutableRawPointer>, offset: Int
  ) {
    guard isSum else { return }
    for r in 0..<R {
      let addend = (results[r] + (offset &+ addendDistance)).loadUnaligned(as: FloatVector.self)
      values[unchecked: r] = cast(cast(values[unchecked: r], to: FloatVector.self) + addend, to: Int32Vector.self)
    }
    sumBounds.clamp(&values)
  }

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
