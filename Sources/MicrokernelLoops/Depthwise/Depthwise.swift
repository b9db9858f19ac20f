#if FOR_X86_64 && arch(x86_64) || FOR_ARM64 && arch(arm64)
extension EntryPoints {
  /// The number of units that `channels` output channels make: the most ways in which channels can be shared out.
  @inline(never)
  public static func depthwiseUnitCount(channels: Int) -> Int { DepthwiseUnits(channels: channels).count }

  /// The size of the scratch memory that each concurrent call of `convolveDepthwise` needs.
  @inline(never)
  public static func depthwiseScratchByteCount(_ shape: ConvolutionShape, weights: UnsafeRawPointer) -> Int {
    let packed = PackedDepthwise(address: weights)
    return DepthwiseRows.byteCount(shape, groups: packed.header.largestGroups)
  }

  /// Convolves each channel of 8-bit activations with kernels of its own.
  ///
  /// Computes the output rows `rows` of the output channels in `units`. Results do not depend on how rows and units are
  /// split over calls, which may run at the same time.
  ///
  /// - Parameters:
  ///   - shape: `channels` are the input's; there are `multiplier` times as many output channels, and output channel
  ///     `c * multiplier + m` is kernel m of input channel c.
  ///   - input: int8 if `isSigned`, else uint8. Readable for 64 bytes past its end.
  ///   - output: 8-bit elements. Nothing beyond the results is written.
  ///   - scratch: `depthwiseScratchByteCount` bytes that no other call uses, aligned to 64.
  @inline(never)
  public static func convolveDepthwise(
    _ shape: ConvolutionShape, multiplier: Int, input: UnsafeRawPointer, isSigned: Bool, zeroPoint: Int32,
    weights: UnsafeRawPointer, epilogue: UnsafeRawPointer, output: UnsafeMutableRawPointer,
    rows: Range<Int>, units: Range<Int>, scratch: UnsafeMutableRawPointer
  ) {
    let call = Depthwise(
      shape: shape, multiplier: multiplier, input: input, flip: isSigned ? 0x80 : 0,
      zeroPoint: UInt8(truncatingIfNeeded: zeroPoint), weights: PackedDepthwise(address: weights),
      packedEpilogue: epilogue, output: output, rows: rows, units: units, scratch: scratch)
    switch epilogue.loadUnaligned(as: EpilogueHeader.self).kind {
    case .anyReference: call.run(AnyReferenceEpilogue.self)
    case .reference: call.run(ReferenceEpilogue.self)
    case .anyXNNPACK: call.run(AnyXNNPACKEpilogue.self)
    case .xnnpack: call.run(XNNPACKEpilogue.self)
    case .anyExact: call.run(AnyExactEpilogue.self)
    case .exact: call.run(ExactEpilogue.self)
    case .accumulators, .floats: break
    }
  }
}

/// One call of `convolveDepthwise`.
struct Depthwise {
  let shape: EntryPoints.ConvolutionShape
  let multiplier: Int
  let input: UnsafeRawPointer
  let flip: UInt8
  let zeroPoint: UInt8
  let weights: PackedDepthwise
  let packedEpilogue: UnsafeRawPointer
  let output: UnsafeMutableRawPointer
  var rows: Range<Int>
  let units: Range<Int>
  let scratch: UnsafeMutableRawPointer

  /// Well below the size of a second-level cache.
  private static var blockByteCount: Int { 1 << 17 }

  /// How many rows are computed for one unit before the next one, of which some lie in the same lines of memory: few enough
  /// for the rows of the image to stay in a near cache, and an even number.
  private var blockRows: Int {
    max(2, Self.blockByteCount / max(1, shape.strideHeight &* shape.inputRowStride) & ~1)
  }

  @inline(never) func run<Epilogue: ByteEpilogue>(_: Epilogue.Type) {
    let layout = DepthwiseUnits(channels: weights.header.common.columns)
    var block = self
    var y = rows.lowerBound
    while y < rows.upperBound {
      block.rows = y..<min(y &+ blockRows, rows.upperBound)
      for index in units {
        DepthwiseUnitLoop(
          call: block, unit: layout[index], weights: weights.unit(index),
          parameters: packedEpilogue + (EpilogueHeader.byteCount &+ 4 &* index &* ColumnParameters.byteCount),
          epilogue: Epilogue(packedEpilogue.loadUnaligned(as: EpilogueHeader.self))
        ).run()
      }
      y = block.rows.upperBound
    }
  }
}

/// The output rows of one unit, strip by strip.
struct DepthwiseUnitLoop<Epilogue: ByteEpilogue> {
  let call: Depthwise
  let unit: DepthwiseUnit
  let weights: PackedDepthwiseUnit
  let parameters: UnsafeRawPointer
  let epilogue: Epilogue

  @inline(__always) func run() {
    let shape = call.shape
    let pieceWidth = (shape.outputWidth &+ unit.pieces &- 1) / unit.pieces
    let rows = DepthwiseRows(call, unit, weights, pieceWidth: pieceWidth)
    let servesTwo = weights.nextRowWords != nil && shape.strideHeight == 1 && shape.dilationHeight == 1
    var y = call.rows.lowerBound
    while y < call.rows.upperBound {
      // Bringing activations into place takes two thirds of the time that the products of a row take.
      let count = servesTwo ? min(2, call.rows.upperBound &- y) : 1
      rows.setTaps(y: y)
      var x = 0
      while x < pieceWidth {
        let pixels = min(rows.pixels, pieceWidth &- x)
        rows.prepare(x: x, count: pixels)
        for row in 0..<count {
          var weights = weights
          if row == 1, let words = weights.nextRowWords { weights.words = words }
          strip(rows, weights, y: y &+ row, x: x, count: pixels)
        }
        x &+= pixels
      }
      y &+= count
    }
  }

  /// Output pixels `x..<x + count` of each piece of output row `y`.
  @inline(__always)
  private func strip(_ rows: DepthwiseRows, _ weights: PackedDepthwiseUnit, y: Int, x: Int, count: Int) {
    let shape = call.shape
    let tile = DepthwiseTile(
      weights: weights, parameters: parameters, epilogue: epilogue, words: rows.words, groupStep: rows.groupStep,
      stride: shape.strideWidth, dilation: shape.dilationWidth, kernelWidth: shape.kernelWidth,
      address: call.output + (y &* shape.outputRowStride &+ x &* shape.outputPixelStride &+ unit.firstChannel),
      pixelStep: shape.outputPixelStride, channels: unit.endChannel &- unit.firstChannel, pieces: unit.pieces,
      pieceWidth: rows.pieceWidth, remaining: shape.outputWidth &- x)
    // What models rarely need is no reason for more code.
    let kernelWidth = Epilogue.isRare ? 0 : shape.kernelWidth
    switch (kernelWidth, shape.strideWidth, shape.dilationWidth) {
    case (3, 1, 1): run(tile, count, W: InlineArray<3, Void>.self, S: InlineArray<1, Void>.self)
    case (3, 2, 1): run(tile, count, W: InlineArray<3, Void>.self, S: InlineArray<2, Void>.self)
    case (5, 1, 1): run(tile, count, W: InlineArray<5, Void>.self, S: InlineArray<1, Void>.self)
    case (5, 2, 1): run(tile, count, W: InlineArray<5, Void>.self, S: InlineArray<2, Void>.self)
    default: run(tile, count, W: InlineArray<0, Void>.self, S: InlineArray<0, Void>.self)
    }
  }

  /// The pixels of a strip, four at a time; the last tile is moved back to fit, and computes some pixels again.
  @inline(never)
  private func run<let W: Int, let S: Int>(
    _ tile: DepthwiseTile<Epilogue>, _ count: Int, W: InlineArray<W, Void>.Type, S: InlineArray<S, Void>.Type
  ) {
    if count < 4 {
      for pixel in 0..<count { tile.run(pixel, T: InlineArray<1, Void>.self, W: W, S: S) }
      return
    }
    var pixel = 0
    while pixel < count {
      pixel = min(pixel, count &- 4)
      tile.run(pixel, T: InlineArray<4, Void>.self, W: W, S: S)
      pixel &+= 4
    }
  }
}
#endif
