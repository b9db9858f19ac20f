#if FOR_X86_64 && arch(x86_64) || FOR_ARM64 && arch(arm64)
extension EntryPoints {
  /// How many floats a vector has.
  @inline(never) public static var floatLanes: Int { FloatVector.scalarCount }

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
  ///   - weightStride: from the weights of a tap to those of the next one, which may have more channels.
  ///   - bias: for each channel.
  @inline(never)
  public static func convolveDepthwiseFloat(
    _ shape: ConvolutionShape, isFused: Bool, input: UnsafeRawPointer, weights: UnsafeRawPointer, weightStride: Int,
    bias: UnsafeRawPointer, output: UnsafeMutableRawPointer, lower: Float, upper: Float, rows: Range<Int>
  ) {
    let call = FloatDepthwise(
      shape: shape, input: input, weights: weights, weightStride: weightStride, bias: bias, output: output,
      lower: FloatVector(repeating: lower), upper: FloatVector(repeating: upper),
      isBounded: lower > -.infinity || upper < .infinity)
    if isFused { call.run(FusedFloats.self, rows) } else { call.run(Floats.self, rows) }
  }
}

/// One call of `convolveDepthwiseFloat`.
struct FloatDepthwise {
  let shape: EntryPoints.ConvolutionShape
  let input: UnsafeRawPointer
  let weights: UnsafeRawPointer
  let weightStride: Int
  let bias: UnsafeRawPointer
  let output: UnsafeMutableRawPointer
  let lower: FloatVector, upper: FloatVector
  /// Whether there is a bound at all.
  let isBounded: Bool

  /// Rows whose kernels have the same rows inside the image go together.
  @inline(never) func run<Dot: FloatProduct>(_: Dot.Type, _ rows: Range<Int>) {
    let inside = columnsInside()
    var y = rows.lowerBound
    while y < rows.upperBound {
      let taps = taps(ofRow: y)
      var end = y &+ 1
      while end < rows.upperBound && self.taps(ofRow: end) == taps { end &+= 1 }
      run(Dot.self, Run(ys: y..<end, inside: inside, rows: taps))
      y = end
    }
  }

  /// Rows of results.
  struct Run {
    let ys: Range<Int>
    /// The columns of results whose kernels have all their columns inside the image.
    let inside: Range<Int>
    /// The rows of the kernel that lie inside the image.
    let rows: Range<Int>
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

  /// The rows of the kernel that lie inside the image, for a row of results.
  private func taps(ofRow y: Int) -> Range<Int> {
    insideTaps(
      from: y &* shape.strideHeight &- shape.paddingTop, shape.kernelHeight, shape.dilationHeight,
      in: shape.inputHeight)
  }

  /// The columns of the kernel that lie inside the image, for a column of results.
  private func taps(ofColumn x: Int) -> Range<Int> {
    insideTaps(
      from: x &* shape.strideWidth &- shape.paddingLeft, shape.kernelWidth, shape.dilationWidth,
      in: shape.inputWidth)
  }

  /// Well below the size of a first-level cache.
  private static var blockByteCount: Int { 20480 }

  /// How many rows and columns of pixels are computed for one vector of channels before the next one: few enough for all
  /// that lies under their kernels to stay in the first-level cache.
  private func blockSize(_ run: Run) -> (rows: Int, columns: Int) {
    let pixels = Self.blockByteCount / max(1, 4 &* shape.channels &* shape.strideWidth)
    let rows = pixels / max(1, shape.outputWidth) &- run.rows.count &+ 1
    let fewest = areSquares(down(2), along(2)) ? 2 : 1
    if rows >= fewest { return (rows, shape.outputWidth) }
    // Blocks are of much the same size.
    let most = max(8, pixels / max(1, run.rows.count &+ fewest &- 1))
    let count = max(1, (run.inside.count &+ most / 2) / most)
    return (fewest, (run.inside.count / count &+ 2) & ~1)
  }

  /// Whether four pixels, two in each of two lines, have kernels that overlap.
  private func areSquares(_ lines: Line, _ line: Line) -> Bool {
    lines.count > 1 && line.count > 1 && lines.tapStep == steps.tapRow && line.tapStep == steps.tap
  }

  /// The pixels of a run: those at the image's edges column by column, all others block by block.
  @inline(never) private func run<Dot: FloatProduct>(_: Dot.Type, _ run: Run) {
    for x in 0..<run.inside.lowerBound { column(Dot.self, run, x) }
    for x in run.inside.upperBound..<shape.outputWidth { column(Dot.self, run, x) }
    let taps = Taps(rows: run.rows, columns: 0..<shape.kernelWidth)
    let size = blockSize(run)
    var y = run.ys.lowerBound
    while y < run.ys.upperBound {
      // Pixels go in pairs and squares.
      let left = min(size.rows, run.ys.upperBound &- y)
      let rows = left > 1 ? left & ~1 : left
      var x = run.inside.lowerBound
      while x < run.inside.upperBound {
        let columns = min(size.columns, run.inside.upperBound &- x)
        // Where there are several rows, the last one of an odd number of columns finds its partner below it.
        let paired = rows > 1 && columns > 1 ? columns & ~1 : columns
        pixels(Dot.self, taps, first(taps, y, x), lines: down(rows), along(paired))
        if paired < columns {
          pixels(Dot.self, taps, first(taps, y, x &+ paired), lines: along(1), down(rows))
        }
        x &+= columns
      }
      y &+= rows
    }
  }

  /// A column of pixels whose kernels may reach over the image's edge.
  @inline(never)
  private func column<Dot: FloatProduct>(_: Dot.Type, _ run: Run, _ x: Int) {
    let taps = Taps(rows: run.rows, columns: taps(ofColumn: x))
    pixels(Dot.self, taps, first(taps, run.ys.lowerBound, x), lines: along(1), down(run.ys.count))
  }

  /// The taps of a kernel that lie inside the image.
  struct Taps {
    let rows: Range<Int>
    let columns: Range<Int>
  }

  /// Pixels in a line: how many, and how far it is from one to the next, in bytes.
  struct Line {
    let count: Int
    let tapStep: Int
    let resultStep: Int

    /// Of the same pixels, or of one twice.
    var pairs: Line { count == 1 ? Line(count: 2, tapStep: 0, resultStep: 0) : self }
  }

  /// Where a pixel's first tap is, the weight for it, and the result.
  struct Place {
    let tap: UnsafeRawPointer
    let weight: UnsafeRawPointer
    let result: UnsafeMutableRawPointer
  }

  /// Pixels in several lines: those of usual kernels by loops of their own.
  @inline(__always)
  private func pixels<Dot: FloatProduct>(
    _: Dot.Type, _ taps: Taps, _ first: Place, lines: Line, _ line: Line
  ) {
    let areNeighbors = line.count > 1 && line.tapStep == steps.tap
    // Where parts of vectors are stored out of line, vectors would have to lie in memory.
    let areWhole = shape.channels >= FloatVector.scalarCount || storesPartsAtOnce
    switch (taps.rows.count, taps.columns.count, areNeighbors, areWhole) {
    case (3, 3, true, true) where areSquares(lines, line):
      squares(first, lines, line, FloatDepthwiseKernel<3, 3, 1, Dot>.self)
    case (3, 3, true, true): pairs(first, lines, line.pairs, FloatDepthwiseKernel<3, 3, 1, Dot>.self)
    case (2, 3, true, true): pairs(first, lines, line.pairs, FloatDepthwiseKernel<2, 3, 1, Dot>.self)
    case (5, 5, true, true): pairs(first, lines, line.pairs, FloatDepthwiseKernel<5, 5, 1, Dot>.self)
    case (4, 5, true, true): pairs(first, lines, line.pairs, FloatDepthwiseKernel<4, 5, 1, Dot>.self)
    case (3, 5, true, true): pairs(first, lines, line.pairs, FloatDepthwiseKernel<3, 5, 1, Dot>.self)
    case (3, 3, _, true): pairs(first, lines, line.pairs, FloatDepthwiseKernel<3, 3, 0, Dot>.self)
    case (5, 5, _, true): pairs(first, lines, line.pairs, FloatDepthwiseKernel<5, 5, 0, Dot>.self)
    case (3, 2, _, true): pairs(first, lines, line.pairs, FloatDepthwiseKernel<3, 2, 0, Dot>.self)
    case (2, 2, _, true): pairs(first, lines, line.pairs, FloatDepthwiseKernel<2, 2, 0, Dot>.self)
    case (5, 4, _, true): pairs(first, lines, line.pairs, FloatDepthwiseKernel<5, 4, 0, Dot>.self)
    default: singles(Dot.self, taps, first, lines, line)
    }
  }

  /// Pixels, of which a line has two or more: one vector of channels after the other, whose weights stay in registers.
  @inline(never)
  private func pairs<let H: Int, let W: Int, let N: Int, Dot: FloatProduct>(
    _ first: Place, _ lines: Line, _ line: Line, _: FloatDepthwiseKernel<H, W, N, Dot>.Type
  ) {
    let lanes = FloatVector.scalarCount
    let count = storesPartsAtOnce ? min(shape.channels, lanes) : lanes
    let steps = steps
    var next = 0
    while next < shape.channels {
      // The last ones are moved back to fit.
      let channel = max(0, min(next, shape.channels &- lanes))
      let kernel = FloatDepthwiseKernel<H, W, N, Dot>(first.weight + 4 &* channel, steps)
      let clamped = clampedSum(channel)
      for y in 0..<lines.count {
        let firstTap = first.tap + (y &* lines.tapStep &+ 4 &* channel)
        let firstResult = first.result + (y &* lines.resultStep &+ 4 &* channel)
        var x = 0
        while x < line.count {
          // The last ones are moved back to fit.
          x = min(x, line.count &- 2)
          let sums = kernel.sums(firstTap + x &* (N == 1 ? steps.tap : line.tapStep), steps, pixelStep: line.tapStep)
          var results = (clamped.biased(sums.0), clamped.biased(sums.1))
          if isBounded { results = (clamped.bounded(results.0), clamped.bounded(results.1)) }
          let result = firstResult + x &* line.resultStep
          storeFloats(results.0, to: result, count: count)
          storeFloats(results.1, to: result + line.resultStep, count: count)
          x &+= 2
        }
      }
      next &+= lanes
    }
  }

  /// Pixels of an even number of lines, of which each has two or more: as `pairs`.
  @inline(never)
  private func squares<let H: Int, let W: Int, let N: Int, Dot: FloatProduct>(
    _ first: Place, _ lines: Line, _ line: Line, _: FloatDepthwiseKernel<H, W, N, Dot>.Type
  ) {
    let lanes = FloatVector.scalarCount
    let count = storesPartsAtOnce ? min(shape.channels, lanes) : lanes
    let steps = steps
    var next = 0
    while next < shape.channels {
      // The last ones are moved back to fit.
      let channel = max(0, min(next, shape.channels &- lanes))
      let kernel = FloatDepthwiseKernel<H, W, N, Dot>(first.weight + 4 &* channel, steps)
      let clamped = clampedSum(channel)
      for two in 0..<lines.count / 2 {
        let firstTap = first.tap + (2 &* two &* lines.tapStep &+ 4 &* channel)
        let firstResult = first.result + (2 &* two &* lines.resultStep &+ 4 &* channel)
        var x = 0
        while x < line.count {
          // The last ones are moved back to fit.
          x = min(x, line.count &- 2)
          let sums = kernel.sumsOfFour(firstTap + x &* steps.tap, steps)
          var upper = (clamped.biased(sums.upper.first), clamped.biased(sums.upper.second))
          var lower = (clamped.biased(sums.lower.first), clamped.biased(sums.lower.second))
          if isBounded {
            upper = (clamped.bounded(upper.0), clamped.bounded(upper.1))
            lower = (clamped.bounded(lower.0), clamped.bounded(lower.1))
          }
          let result = firstResult + x &* line.resultStep
          storeFloats(upper.0, to: result, count: count)
          storeFloats(upper.1, to: result + line.resultStep, count: count)
          storeFloats(lower.0, to: result + lines.resultStep, count: count)
          storeFloats(lower.1, to: result + (lines.resultStep &+ line.resultStep), count: count)
          x &+= 2
        }
      }
      next &+= lanes
    }
  }

  /// Pixels, whatever their kernels.
  @inline(never)
  private func singles<Dot: FloatProduct>(_: Dot.Type, _ taps: Taps, _ first: Place, _ lines: Line, _ line: Line) {
    let steps = steps
    for y in 0..<lines.count {
      for x in 0..<line.count {
        let firstTap = first.tap + (y &* lines.tapStep &+ x &* line.tapStep)
        let result = first.result + (y &* lines.resultStep &+ x &* line.resultStep)
        var channel = 0
        while channel < shape.channels {
          var (tap, weight, sum) = (firstTap + 4 &* channel, first.weight + 4 &* channel, Int32Vector())
          for _ in 0..<taps.rows.count {
            for column in 0..<taps.columns.count {
              sum = Dot.accumulate(
                sum, tap.loadUnaligned(fromByteOffset: column &* steps.tap, as: Int32Vector.self),
                weight.loadUnaligned(fromByteOffset: column &* steps.weight, as: Int32Vector.self))
            }
            tap += steps.tapRow
            weight += steps.weightRow
          }
          storeFloats(
            clampedSum(channel)(sum), to: result + 4 &* channel,
            count: min(shape.channels &- channel, FloatVector.scalarCount))
          channel &+= FloatVector.scalarCount
        }
      }
    }
  }

  // MARK: Addresses, all of them and their steps in bytes

  /// How far it is from one thing to the next.
  struct Steps {
    /// From a tap to the one on its right, and to the one below.
    let tap: Int, tapRow: Int
    /// From a weight to the one on its right, and to the one below.
    let weight: Int, weightRow: Int
  }

  private var steps: Steps {
    Steps(
      tap: 4 &* shape.dilationWidth &* shape.inputPixelStride,
      tapRow: 4 &* shape.dilationHeight &* shape.inputRowStride,
      weight: 4 &* weightStride, weightRow: 4 &* shape.kernelWidth &* weightStride)
  }

  /// Pixels beside each other.
  private func along(_ count: Int) -> Line {
    Line(
      count: count, tapStep: 4 &* shape.strideWidth &* shape.inputPixelStride,
      resultStep: 4 &* shape.outputPixelStride)
  }

  /// Pixels below each other.
  private func down(_ count: Int) -> Line {
    Line(
      count: count, tapStep: 4 &* shape.strideHeight &* shape.inputRowStride, resultStep: 4 &* shape.outputRowStride)
  }

  /// Where the pixel of row `y` and column `x` begins.
  private func first(_ taps: Taps, _ y: Int, _ x: Int) -> Place {
    let steps = steps
    let top = y &* shape.strideHeight &- shape.paddingTop
    let left = x &* shape.strideWidth &- shape.paddingLeft
    let (row, column) = (taps.rows.lowerBound, taps.columns.lowerBound)
    return Place(
      tap: input
        + (4 &* (top &* shape.inputRowStride &+ left &* shape.inputPixelStride) &+ row &* steps.tapRow
          &+ column &* steps.tap),
      weight: weights + (row &* steps.weightRow &+ column &* steps.weight),
      result: output + 4 &* (y &* shape.outputRowStride &+ x &* shape.outputPixelStride))
  }

  @inline(__always) private func clampedSum(_ channel: Int) -> ClampedSum {
    ClampedSum(
      bias: bias.loadUnaligned(fromByteOffset: 4 &* channel, as: FloatVector.self), lower: lower, upper: upper)
  }
}
#endif
