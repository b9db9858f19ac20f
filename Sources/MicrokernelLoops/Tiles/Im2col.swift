#if FOR_X86_64 && arch(x86_64) || FOR_ARM64 && arch(arm64)
/// Gives each output pixel its row: the activations under the kernel, tap by tap. Where tiles read runs in place, only
/// rows that reach into the padding are copied.
struct Im2col<Format: ActivationFormat> {
  let shape: EntryPoints.ConvolutionShape
  let input: UnsafeRawPointer
  let zeroPoint: Int32
  /// The taps of one kernel row, if they are neighbors in memory.
  let run: Int
  /// In bytes of the copy.
  let tapByteCount: Int
  /// In how many places a row lies.
  let runs: Int

  init(shape: EntryPoints.ConvolutionShape, input: UnsafeRawPointer, zeroPoint: Int32) {
    self.shape = shape
    self.input = input
    self.zeroPoint = zeroPoint
    let isContiguous =
      shape.kernelWidth == 1 || shape.dilationWidth == 1 && shape.inputPixelStride == shape.channels
    run = isContiguous ? shape.kernelWidth &* shape.channels : 0
    runs = Format.Dot.readsRuns && isContiguous ? shape.kernelHeight : 1
    tapByteCount = shape.channels &* (4 / Format.Dot.wordElements)
  }

  /// A kernel of one pixel that meets no padding can be read where it is.
  private var isInPlace: Bool {
    Format.isWordFormat && shape.kernelHeight == 1 && shape.kernelWidth == 1 && shape.paddingTop == 0
      && shape.paddingLeft == 0 && (!Format.Dot.isClamped || areBehindEachOther)
  }

  /// Whether this is so of the rows of a kernel of one pixel.
  private var areBehindEachOther: Bool {
    shape.channels % Format.Dot.wordElements == 0 && shape.strideWidth &* shape.inputPixelStride == shape.channels
      && shape.strideHeight &* shape.inputRowStride == shape.outputWidth &* shape.channels
  }

  /// From the activations of a pixel to those of the next one, in bytes.
  private var pixelStep: Int { shape.strideWidth &* shape.inputPixelStride &* Format.elementSize }

  /// Fills `block` for `count` output pixels from `pixel` on.
  @inline(never)
  func fill(_ block: RowBlock, pixel: Int, count: Int, output: UnsafeMutableRawPointer, resultSize: Int) {
    var y = pixel / shape.outputWidth
    var x = pixel % shape.outputWidth
    var row = 0
    while row < count {
      let end = min(shape.outputWidth, x &+ count &- row)
      block.setResults(
        row, output + (y &* shape.outputRowStride &+ x &* shape.outputPixelStride) &* resultSize,
        step: shape.outputPixelStride &* resultSize, count: end &- x)
      fill(block, row: row, y: y, x..<end)
      row &+= end &- x
      y &+= 1
      x = 0
    }
    block.repeatLast(count)
  }

  /// Output pixels of one image row, from `row` of the block on.
  @inline(__always)
  private func fill(_ block: RowBlock, row: Int, y: Int, _ xs: Range<Int>) {
    let top = y &* shape.strideHeight &- shape.paddingTop
    if isInPlace {
      let left = xs.lowerBound &* shape.strideWidth &- shape.paddingLeft
      return block.setRows(row, run: 0, address(top, left), step: pixelStep, count: xs.count)
    }
    let inside = insideColumns(top, xs)
    copyTaps(block, row, top, xs.lowerBound..<inside.lowerBound)
    copyRuns(block, row &+ inside.lowerBound &- xs.lowerBound, top, inside)
    copyTaps(block, row &+ inside.upperBound &- xs.lowerBound, top, inside.upperBound..<xs.upperBound)
  }

  /// The output columns whose kernels lie inside the image altogether and have rows of neighbors.
  private func insideColumns(_ top: Int, _ xs: Range<Int>) -> Range<Int> {
    let bottom = top &+ (shape.kernelHeight &- 1) &* shape.dilationHeight
    if run == 0 || top < 0 || bottom >= shape.inputHeight { return xs.lowerBound..<xs.lowerBound }
    let right = shape.inputWidth &- (shape.kernelWidth &- 1) &* shape.dilationWidth
    // First columns with left >= 0 and with left >= right.
    let first = (shape.paddingLeft &+ shape.strideWidth &- 1) / shape.strideWidth
    let end = (shape.paddingLeft &+ max(right, 0) &+ shape.strideWidth &- 1) / shape.strideWidth
    let lower = min(max(first, xs.lowerBound), xs.upperBound)
    return lower..<max(lower, min(end, xs.upperBound))
  }

  @inline(__always) private func address(_ y: Int, _ x: Int) -> UnsafeRawPointer {
    input + (y &* shape.inputRowStride &+ x &* shape.inputPixelStride) &* Format.elementSize
  }

  /// Copies a run for each kernel row, or says where the runs are.
  @inline(__always)
  private func copyRuns(_ block: RowBlock, _ row: Int, _ top: Int, _ xs: Range<Int>) {
    let sourceStep = shape.dilationHeight &* shape.inputRowStride &* Format.elementSize
    let targetStep = shape.kernelWidth &* tapByteCount
    var source = address(top, xs.lowerBound &* shape.strideWidth &- shape.paddingLeft)
    if Format.Dot.readsRuns {
      for run in 0..<block.runs {
        block.setRows(row, run: run, source + run &* sourceStep, step: pixelStep, count: xs.count)
      }
      return
    }
    // Rows that lie behind each other, there as here, are copied together.
    let isOneRun =
      shape.kernelHeight == 1 && shape.strideWidth &* shape.inputPixelStride == run
      && targetStep == block.rowByteCount
    if isOneRun {
      block.setRows(row, run: 0, block.copy(row), step: block.rowByteCount, count: xs.count)
      Format.copy(run &* xs.count, from: source, to: block.copy(row))
      return
    }
    for i in row..<row &+ xs.count {
      var from = source
      var target = block.copy(i)
      block.rows[i] = UnsafeRawPointer(target)
      for _ in 0..<shape.kernelHeight {
        Format.copy(run, from: from, to: target)
        from += sourceStep
        target += targetStep
      }
      source += pixelStep
    }
  }

  /// Copies rows that reach into the padding, in the order of their addresses, since each copy may run past its end.
  @inline(never)
  private func copyTaps(_ block: RowBlock, _ row: Int, _ top: Int, _ xs: Range<Int>) {
    let rows = insideTaps(from: top, shape.kernelHeight, shape.dilationHeight, in: shape.inputHeight)
    for x in xs {
      let i = row &+ x &- xs.lowerBound
      let left = x &* shape.strideWidth &- shape.paddingLeft
      let columns = insideTaps(from: left, shape.kernelWidth, shape.dilationWidth, in: shape.inputWidth)
      var target = block.copy(i)
      block.setRow(i, target, step: shape.kernelWidth &* tapByteCount)
      fillTaps(rows.lowerBound &* shape.kernelWidth, at: &target)
      var source = address(
        top &+ rows.lowerBound &* shape.dilationHeight, left &+ columns.lowerBound &* shape.dilationWidth)
      for _ in rows {
        fillTaps(columns.lowerBound, at: &target)
        copyTaps(columns.count, from: source, to: &target)
        fillTaps(shape.kernelWidth &- columns.upperBound, at: &target)
        source += shape.dilationHeight &* shape.inputRowStride &* Format.elementSize
      }
      fillTaps((shape.kernelHeight &- rows.upperBound) &* shape.kernelWidth, at: &target)
    }
  }

  @inline(__always) private func fillTaps(_ count: Int, at target: inout UnsafeMutableRawPointer) {
    if count > 0 { Format.fill(count &* shape.channels, zeroPoint: zeroPoint, to: target) }
    target += count &* tapByteCount
  }

  /// Copies neighbors together.
  @inline(__always)
  private func copyTaps(_ count: Int, from source: UnsafeRawPointer, to target: inout UnsafeMutableRawPointer) {
    if run != 0 {
      if count > 0 { Format.copy(count &* shape.channels, from: source, to: target) }
    } else {
      for tap in 0..<count {
        Format.copy(
          shape.channels,
          from: source + tap &* shape.dilationWidth &* shape.inputPixelStride &* Format.elementSize,
          to: target + tap &* tapByteCount)
      }
    }
    target += count &* tapByteCount
  }
}
#endif
