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
      for x in 0..<inside.lowerBound { run(Dot.self, y, x..<x &+ 1) }
      if !inside.isEmpty { run(Dot.self, y, inside) }
      for x in inside.upperBound..<shape.outputWidth { run(Dot.self, y, x..<x &+ 1) }
    }
  }

  /// Results of one row whose kernels have the same taps inside the image.
  struct Run {
    let y: Int
    let xs: Range<Int>
    /// Rows and columns of the kernel.
    let rows: Range<Int>
    let columns: Range<Int>
  }

  @inline(never) private func run<Dot: FloatProduct>(_: Dot.Type, _ y: Int, _ xs: Range<Int>) {
    let top = y &* shape.strideHeight &- shape.paddingTop
    let left = xs.lowerBound &* shape.strideWidth &- shape.paddingLeft
    let run = Run(
      y: y, xs: xs, rows: taps(from: top, shape.kernelHeight, shape.dilationHeight, in: shape.inputHeight),
      columns: taps(from: left, shape.kernelWidth, shape.dilationWidth, in: shape.inputWidth))
    // The weights of usual kernels stay in registers while they go along a row. Beside the image's edges, runs have one pixel.
    switch (run.rows.count, run.columns.count, min(xs.count, 2)) {
    case (3, 3, 2): along(run, Kernel<3, 3, 2, Dot>.self)
    case (2, 3, 2): along(run, Kernel<2, 3, 2, Dot>.self)
    case (5, 5, 2): along(run, Kernel<5, 5, 2, Dot>.self)
    case (4, 5, 2): along(run, Kernel<4, 5, 2, Dot>.self)
    case (3, 5, 2): along(run, Kernel<3, 5, 2, Dot>.self)
    case (3, 2, 1): along(run, Kernel<3, 2, 1, Dot>.self)
    case (5, 4, 1): along(run, Kernel<5, 4, 1, Dot>.self)
    case (5, 3, 1): along(run, Kernel<5, 3, 1, Dot>.self)
    default: for x in xs { pixel(Dot.self, run, x) }
    }
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

  /// How many pixels of a row are computed for one vector of channels before the next one: few enough for all that lies
  /// under their kernels to stay in the first-level cache.
  private static var blockPixels: Int { 16 }

  /// The pixels of a run, of which there are at least `T`: block by block, for one vector of channels after the other.
  @inline(never)
  private func along<let H: Int, let W: Int, let T: Int, Dot: FloatProduct>(_ run: Run, _: Kernel<H, W, T, Dot>.Type) {
    let lanes = FloatVector.scalarCount
    var start = run.xs.lowerBound
    while start < run.xs.upperBound {
      let block = start..<min(start &+ Self.blockPixels, run.xs.upperBound)
      if shape.channels >= lanes {
        var channel = 0
        while channel < shape.channels {
          // The last ones are moved back to fit.
          along(run, block, min(channel, shape.channels &- lanes), lanes, Kernel<H, W, T, Dot>.self)
          channel &+= lanes
        }
      } else if storesPartsAtOnce {
        along(run, block, 0, shape.channels, Kernel<H, W, T, Dot>.self)
      } else {
        for x in block { pixel(Dot.self, run, x) }
      }
      start = block.upperBound
    }
  }

  /// Some pixels of a run: `count` channels from `channel` on.
  @inline(__always)
  private func along<let H: Int, let W: Int, let T: Int, Dot: FloatProduct>(
    _ run: Run, _ xs: Range<Int>, _ channel: Int, _ count: Int, _: Kernel<H, W, T, Dot>.Type
  ) {
    let kernel = Kernel<H, W, T, Dot>(weight(run, channel), rowStep: weightRowStep, step: weightStep)
    let clamped = clampedSum(channel)
    let firstTap = tap(run, 0) + 4 &* channel
    let firstResult = result(run, 0) + 4 &* channel
    var x = xs.lowerBound
    while x < xs.upperBound {
      // The last ones are moved back to fit.
      x = min(x, run.xs.upperBound &- T)
      let sums = kernel.sums(
        firstTap + x &* pixelStep, rowStep: tapRowStep, step: tapStep, pixelStep: pixelStep)
      let result = firstResult + 4 &* x &* shape.outputPixelStride
      for t in 0..<T {
        storeFloats(clamped(sums[unchecked: t]), to: result + 4 &* t &* shape.outputPixelStride, count: count)
      }
      x &+= T
    }
  }

  /// One pixel of a run, whatever the kernel.
  @inline(never)
  private func pixel<Dot: FloatProduct>(_: Dot.Type, _ run: Run, _ x: Int) {
    let result = result(run, x)
    var channel = 0
    while channel < shape.channels {
      var sum = Int32Vector()
      var (source, weight) = (tap(run, x) + 4 &* channel, weight(run, channel))
      for _ in 0..<run.rows.count {
        for tap in 0..<run.columns.count {
          sum = Dot.accumulate(
            sum, source.loadUnaligned(fromByteOffset: tap &* tapStep, as: Int32Vector.self),
            weight.loadUnaligned(fromByteOffset: tap &* weightStep, as: Int32Vector.self))
        }
        source += tapRowStep
        weight += weightRowStep
      }
      storeFloats(
        clampedSum(channel)(sum), to: result + 4 &* channel,
        count: min(shape.channels &- channel, FloatVector.scalarCount))
      channel &+= FloatVector.scalarCount
    }
  }

  // MARK: Addresses, all of them and their steps in bytes

  /// From a tap to the one on its right, and to the one below.
  private var tapStep: Int { 4 &* shape.dilationWidth &* shape.inputPixelStride }
  private var tapRowStep: Int { 4 &* shape.dilationHeight &* shape.inputRowStride }

  /// From a result's taps to those of the one on its right.
  private var pixelStep: Int { 4 &* shape.strideWidth &* shape.inputPixelStride }

  private var weightStep: Int { 4 &* shape.channels }
  private var weightRowStep: Int { shape.kernelWidth &* weightStep }

  /// The first tap inside the image.
  @inline(__always) private func tap(_ run: Run, _ x: Int) -> UnsafeRawPointer {
    let y = run.y &* shape.strideHeight &- shape.paddingTop
    let x = x &* shape.strideWidth &- shape.paddingLeft
    return input
      + (4 &* (y &* shape.inputRowStride &+ x &* shape.inputPixelStride) &+ run.rows.lowerBound &* tapRowStep
        &+ run.columns.lowerBound &* tapStep)
  }

  /// The weight of the first tap inside the image.
  @inline(__always) private func weight(_ run: Run, _ channel: Int) -> UnsafeRawPointer {
    weights + (run.rows.lowerBound &* weightRowStep &+ run.columns.lowerBound &* weightStep &+ 4 &* channel)
  }

  @inline(__always) private func result(_ run: Run, _ x: Int) -> UnsafeMutableRawPointer {
    output + 4 &* (run.y &* shape.outputRowStride &+ x &* shape.outputPixelStride)
  }

  @inline(__always) private func clampedSum(_ channel: Int) -> ClampedSum {
    ClampedSum(
      bias: bias.loadUnaligned(fromByteOffset: 4 &* channel, as: FloatVector.self), lower: lower, upper: upper)
  }
}

/// What becomes of the sums of a vector of channels.
private struct ClampedSum {
  let bias: FloatVector
  let lower: FloatVector, upper: FloatVector

  @inline(__always) func callAsFunction(_ sums: Int32Vector) -> FloatVector {
    minimum(upper, maximum(lower, cast(sums, to: FloatVector.self) + bias))
  }
}

/// `H` rows of `W` weights each, for a vector of channels of `T` pixels at once.
private struct Kernel<let H: Int, let W: Int, let T: Int, Dot: FloatProduct> {
  private var weights: InlineArray<H, InlineArray<W, Int32Vector>>

  /// - Parameters:
  ///   - rowStep: from a weight to the one below, in bytes.
  ///   - step: from a weight to the one on its right, in bytes.
  @inline(__always) init(_ address: UnsafeRawPointer, rowStep: Int, step: Int) {
    weights = InlineArray<H, InlineArray<W, Int32Vector>>(
      repeating: InlineArray<W, Int32Vector>(repeating: Int32Vector()))
    for y in 0..<H {
      for x in 0..<W {
        weights[unchecked: y][unchecked: x] = address.loadUnaligned(
          fromByteOffset: y &* rowStep &+ x &* step, as: Int32Vector.self)
      }
    }
  }

  /// The sums of the products with the activations of the pixels, of which the first's first is at `source`. Each sum waits
  /// for its last product: two of them keep the multipliers busy.
  @inline(__always)
  func sums(_ source: UnsafeRawPointer, rowStep: Int, step: Int, pixelStep: Int) -> InlineArray<T, Int32Vector> {
    var sums = InlineArray<T, Int32Vector>(repeating: Int32Vector())
    for y in 0..<H {
      for x in 0..<W {
        let tap = source + (y &* rowStep &+ x &* step)
        for t in 0..<T {
          sums[unchecked: t] = Dot.accumulate(
            sums[unchecked: t], tap.loadUnaligned(fromByteOffset: t &* pixelStep, as: Int32Vector.self),
            weights[unchecked: y][unchecked: x])
        }
      }
    }
    return sums
  }
}
#endif
