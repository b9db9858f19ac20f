#if FOR_X86_64 && arch(x86_64) || FOR_ARM64 && arch(arm64)
/// Some output pixels of one depthwise unit, in registers from the first product to the stored result.
///
/// The words of the pixels under the kernel have been prepared, see `DepthwiseRows`.
struct DepthwiseTile<Epilogue: ByteEpilogue> {
  let weights: PackedDepthwiseUnit
  let parameters: UnsafeRawPointer
  let epilogue: Epilogue

  // What the tiles of a strip read.
  let words: UnsafePointer<Int32Vector>
  /// From a group to the next, in vectors.
  let groupStep: Int
  let stride: Int
  let dilation: Int
  let kernelWidth: Int

  // Where the results of a strip go.
  let address: UnsafeMutableRawPointer
  let pixelStep: Int
  let channels: Int
  let pieces: Int
  let pieceWidth: Int
  /// Pixels from the strip's first to the end of the image row.
  let remaining: Int

  /// Computes output pixels `pixel..<pixel + T` of the strip.
  ///
  /// Kernel width `W` and stride `S` are type parameters, so that a pixel's words are loaded once for all the output
  /// pixels they belong to; 0 leaves them to the run.
  @inline(__always)
  func run<let T: Int, let W: Int, let S: Int>(
    _ pixel: Int, T: InlineArray<T, Void>.Type, W: InlineArray<W, Void>.Type, S: InlineArray<S, Void>.Type
  ) {
    let kernel = DepthwiseProducts<T, W, S, Epilogue>(tile: self)
    // Each vector is scaled and narrowed as soon as it is summed: products and scaling use different execution units, and
    // fewer registers are needed at once.
    let low = kernel.join(kernel.scaledSums(pixel, 0), kernel.scaledSums(pixel, 1))
    let high = kernel.join(kernel.scaledSums(pixel, 2), kernel.scaledSums(pixel, 3))
    for t in 0..<kernel.count {
      store(epilogue.finish(low[unchecked: t], high[unchecked: t]), pixel &+ t)
    }
  }

  @inline(__always) private func store(_ bytes: ByteVector, _ pixel: Int) {
    let target = address + pixel &* pixelStep
    if pieces == 1 {
      storeBytes(bytes, to: target, count: channels)
    } else {
      storePieces(
        bytes, pieces, to: target, step: pieceWidth &* pixelStep, count: channels,
        existing: (remaining &- pixel &+ pieceWidth &- 1) / pieceWidth)
    }
  }
}

/// The products of one tile.
struct DepthwiseProducts<let T: Int, let W: Int, let S: Int, Epilogue: ByteEpilogue> {
  let tile: DepthwiseTile<Epilogue>

  @inline(__always) var count: Int { T }

  @inline(__always)
  func join(
    _ a: InlineArray<T, Int32Vector>, _ b: InlineArray<T, Int32Vector>
  ) -> InlineArray<T, Int16Vector> {
    var joined = InlineArray<T, Int16Vector>(repeating: Int16Vector())
    for t in 0..<T { joined[unchecked: t] = tile.epilogue.join(a[unchecked: t], b[unchecked: t]) }
    return joined
  }

  /// One of the four vectors of all pixels.
  @inline(__always)
  func scaledSums(_ pixel: Int, _ vector: Int) -> InlineArray<T, Int32Vector> {
    let column = ColumnParameters(tile.parameters, vector: vector)
    var sums = InlineArray<T, Int32Vector>(repeating: column.initial)
    var x = tile.words + (4 &* pixel &* (S > 0 ? S : tile.stride) &+ vector)
    var w = tile.weights.words + vector
    for _ in 0..<tile.weights.groups {
      if W > 0 {
        for kx in 0..<W { add(x, &sums, kx, w[4 &* kx]) }
        w += 4 &* W
      } else {
        for kx in 0..<tile.kernelWidth { add(x, &sums, kx &* tile.dilation, w[4 &* kx]) }
        w += 4 &* tile.kernelWidth
      }
      x += tile.groupStep
    }
    tile.epilogue.scale(&sums, column)
    return sums
  }

  /// Adds the products of one kernel column.
  @inline(__always)
  private func add(
    _ x: UnsafePointer<Int32Vector>, _ sums: inout InlineArray<T, Int32Vector>, _ offset: Int, _ w: Int32Vector
  ) {
    for t in 0..<T {
      let pixel = t &* (S > 0 ? S : tile.stride) &+ offset
      sums[unchecked: t] = DepthwiseDot.accumulate(sums[unchecked: t], x[4 &* pixel], w)
    }
  }
}
#endif
