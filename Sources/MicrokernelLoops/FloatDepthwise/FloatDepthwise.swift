#if FOR_X86_64 && arch(x86_64) || FOR_ARM64 && arch(arm64)
extension EntryPoints {
  /// Convolves each channel of a float image with a kernel of its own, each sum in the order of kernel rows and columns;
  /// taps outside the image are skipped, and the bias is added last. So every instruction set, and a plain loop, give the
  /// same bits.
  ///
  /// Computes the output rows `rows`.
  ///
  /// - Parameters:
  ///   - shape: the depth multiplier is 1.
  ///   - isFused: whether a product is added as it is, instead of being rounded before.
  ///   - input: readable for 64 bytes past its end.
  ///   - weights: [kernel height, kernel width, channels], readable for 64 bytes past their end, as is the bias.
  ///   - bias: for each channel.
  @inline(never)
  public static func convolveDepthwiseFloat(
    _ shape: ConvolutionShape, isFused: Bool, input: UnsafeRawPointer, weights: UnsafeRawPointer,
    bias: UnsafeRawPointer, output: UnsafeMutableRawPointer, lower: Float, upper: Float, rows: Range<Int>
  ) {
    let call = FloatDepthwise(
      shape: shape, input: input, weights: weights, bias: bias, output: output,
      lower: FloatVector(repeating: lower), upper: FloatVector(repeating: upper))
    if isFused { call.run(FusedFloats.self, rows) } else { call.run(Floats.self, rows) }
  }
}

/// One call of `convolveDepthwiseFloat`.
struct FloatDepthwise {
  let shape: EntryPoints.ConvolutionShape
  let input: UnsafeRawPointer
  let weights: UnsafeRawPointer
  let bias: UnsafeRawPointer
  let output: UnsafeMutableRawPointer
  let lower: FloatVector, upper: FloatVector

  @inline(never) func run<Dot: FloatProduct>(_: Dot.Type, _ rows: Range<Int>) {
    let inside = columnsInside()
    for y in rows {
      let top = y &* shape.strideHeight &- shape.paddingTop
      let row = OutputRow(
        y: y, top: top, taps: taps(from: top, shape.kernelHeight, shape.dilationHeight, in: shape.inputHeight))
      // The weights of usual kernels stay in registers while they go along a row.
      switch (row.taps.count, shape.kernelWidth) {
      case (3, 3): along(row, inside, Kernel<3, 3, Dot>.self)
      case (2, 3): along(row, inside, Kernel<2, 3, Dot>.self)
      case (5, 5): along(row, inside, Kernel<5, 5, Dot>.self)
      case (4, 5): along(row, inside, Kernel<4, 5, Dot>.self)
      case (3, 5): along(row, inside, Kernel<3, 5, Dot>.self)
      default: for x in inside { pixel(Dot.self, row, x) }
      }
      for x in 0..<inside.lowerBound { pixel(Dot.self, row, x) }
      for x in inside.upperBound..<shape.outputWidth { pixel(Dot.self, row, x) }
    }
  }

  /// A row of results.
  struct OutputRow {
    let y: Int
    /// Where its kernels begin, perhaps above the image.
    let top: Int
    /// The kernels' rows that lie inside the image.
    let taps: Range<Int>
  }

  /// The output columns whose kernels' columns lie inside the image.
  private func columnsInside() -> Range<Int> {
    let right = shape.inputWidth &- (shape.kernelWidth &- 1) &* shape.dilationWidth
    // First columns with left >= 0 and with left >= right.
    let first = (shape.paddingLeft &+ shape.strideWidth &- 1) / shape.strideWidth
    let end = (shape.paddingLeft &+ max(right, 0) &+ shape.strideWidth &- 1) / shape.strideWidth
    let lower = min(first, shape.outputWidth)
    return lower..<max(lower, min(end, shape.outputWidth))
  }

  /// The taps of one axis that lie inside the image.
  private func taps(from start: Int, _ count: Int, _ dilation: Int, in size: Int) -> Range<Int> {
    let first = start >= 0 ? 0 : (dilation &- 1 &- start) / dilation
    let end = start >= size ? 0 : (size &- start &+ dilation &- 1) / dilation
    return first..<max(first, min(end, count))
  }

  /// The pixels `xs` of a row, for one vector of channels after the other. No tap lies outside the image.
  @inline(never)
  private func along<let H: Int, let W: Int, Dot: FloatProduct>(
    _ row: OutputRow, _ xs: Range<Int>, _: Kernel<H, W, Dot>.Type
  ) {
    let left = xs.lowerBound &* shape.strideWidth &- shape.paddingLeft
    let inputStep = 4 &* shape.strideWidth &* shape.inputPixelStride
    let outputStep = 4 &* shape.outputPixelStride
    var channel = 0
    while channel < shape.channels {
      let kernel = Kernel<H, W, Dot>(
        weights + 4 &* (row.taps.lowerBound &* W &* shape.channels &+ channel), step: 4 &* shape.channels)
      let clamped = clampedSum(channel)
      var source = tapAddress(row.top, left, row.taps.lowerBound, 0) + 4 &* channel
      var result = output + 4 &* (row.y &* shape.outputRowStride &+ xs.lowerBound &* shape.outputPixelStride &+ channel)
      for _ in 0..<xs.count {
        clamped.store(kernel.sum(source, rowStep: tapRowStep, step: tapStep), to: result)
        source += inputStep
        result += outputStep
      }
      channel &+= FloatVector.scalarCount
    }
  }

  /// One pixel of a row, some of whose taps may lie outside the image.
  @inline(never)
  private func pixel<Dot: FloatProduct>(_: Dot.Type, _ row: OutputRow, _ x: Int) {
    let left = x &* shape.strideWidth &- shape.paddingLeft
    let tapsX = taps(from: left, shape.kernelWidth, shape.dilationWidth, in: shape.inputWidth)
    let first = tapAddress(row.top, left, row.taps.lowerBound, tapsX.lowerBound)
    let weightStep = 4 &* shape.channels
    let firstWeight = weights + (row.taps.lowerBound &* shape.kernelWidth &+ tapsX.lowerBound) &* weightStep
    let result = output + 4 &* (row.y &* shape.outputRowStride &+ x &* shape.outputPixelStride)
    var channel = 0
    while channel < shape.channels {
      var sum = Int32Vector()
      var (source, weight) = (first + 4 &* channel, firstWeight + 4 &* channel)
      for _ in 0..<row.taps.count {
        for tap in 0..<tapsX.count {
          sum = Dot.accumulate(
            sum, source.loadUnaligned(fromByteOffset: tap &* tapStep, as: Int32Vector.self),
            weight.loadUnaligned(fromByteOffset: tap &* weightStep, as: Int32Vector.self))
        }
        source += tapRowStep
        weight += shape.kernelWidth &* weightStep
      }
      clampedSum(channel).store(sum, to: result + 4 &* channel)
      channel &+= FloatVector.scalarCount
    }
  }

  /// From a tap to the one on its right, and to the one below, in bytes.
  private var tapStep: Int { 4 &* shape.dilationWidth &* shape.inputPixelStride }
  private var tapRowStep: Int { 4 &* shape.dilationHeight &* shape.inputRowStride }

  @inline(__always)
  private func tapAddress(_ top: Int, _ left: Int, _ tapY: Int, _ tapX: Int) -> UnsafeRawPointer {
    input
      + (4 &* (top &* shape.inputRowStride &+ left &* shape.inputPixelStride) &+ tapY &* tapRowStep
        &+ tapX &* tapStep)
  }

  @inline(__always) private func clampedSum(_ channel: Int) -> ClampedSum {
    ClampedSum(
      bias: bias.loadUnaligned(fromByteOffset: 4 &* channel, as: FloatVector.self), lower: lower, upper: upper,
      count: min(shape.channels &- channel, FloatVector.scalarCount))
  }
}

/// What becomes of the sums of a vector of channels, of which `count` exist.
private struct ClampedSum {
  let bias: FloatVector
  let lower: FloatVector, upper: FloatVector
  let count: Int

  @inline(__always) func store(_ sums: Int32Vector, to result: UnsafeMutableRawPointer) {
    let sums = cast(sums, to: FloatVector.self) + bias
    storeFloats(minimum(upper, maximum(lower, sums)), to: result, count: count)
  }
}

/// `H` rows of `W` weights each, for a vector of channels.
private struct Kernel<let H: Int, let W: Int, Dot: FloatProduct> {
  private var weights: InlineArray<H, InlineArray<W, Int32Vector>>

  /// - Parameter step: from weight to weight, in bytes.
  @inline(__always) init(_ address: UnsafeRawPointer, step: Int) {
    weights = InlineArray<H, InlineArray<W, Int32Vector>>(
      repeating: InlineArray<W, Int32Vector>(repeating: Int32Vector()))
    for y in 0..<H {
      for x in 0..<W {
        weights[unchecked: y][unchecked: x] = address.loadUnaligned(
          fromByteOffset: (y &* W &+ x) &* step, as: Int32Vector.self)
      }
    }
  }

  /// The sum of the products with the activations whose first is at `source`.
  @inline(__always) func sum(_ source: UnsafeRawPointer, rowStep: Int, step: Int) -> Int32Vector {
    var sum = Int32Vector()
    for y in 0..<H {
      for x in 0..<W {
        sum = Dot.accumulate(
          sum, source.loadUnaligned(fromByteOffset: y &* rowStep &+ x &* step, as: Int32Vector.self),
          weights[unchecked: y][unchecked: x])
      }
    }
    return sum
  }
}
#endif
