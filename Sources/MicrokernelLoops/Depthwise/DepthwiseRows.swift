#if FOR_X86_64 && arch(x86_64) || FOR_ARM64 && arch(arm64)
/// The image rows under the kernel, of which strips are prepared for depthwise tiles: for each pixel, the words of all
/// taps.
///
///     ┌──────┬────────────┬──────┬─────────┬─────────┬───┐┌─────────┬─
///     │ zero │ replicated │ taps │ pixel 0 │ pixel 1 │...││ pixel 0 │ ...      pixels: 4 vectors, see `PackedDepthwise`
///     └──────┴────────────┴──────┴─────────┴─────────┴───┘└─────────┴─
///                                 group 0                  group 1
///
/// Each pixel is put together once and serves every output pixel whose kernel covers it; padding is a matter of this step
/// alone. The bytes of int8 activations have their top bit flipped, which adds 128 to each.
struct DepthwiseRows {
  /// Where the unit's channels of a tap's image row begin in memory. A row outside the image has steps of 0, at the zero
  /// bytes. (With a depth multiplier: where the row begins.)
  struct Tap {
    var address: UnsafeRawPointer
    var pixelStep: Int
    var pieceStep: Int
  }

  let call: Depthwise
  let unit: DepthwiseUnit
  let weights: PackedDepthwiseUnit
  let pieceWidth: Int
  /// How many output pixels a strip has.
  let pixels: Int
  /// From a group to the next, in vectors.
  let groupStep: Int

  init(_ call: Depthwise, _ unit: DepthwiseUnit, _ weights: PackedDepthwiseUnit, pieceWidth: Int) {
    self.call = call
    self.unit = unit
    self.weights = weights
    self.pieceWidth = pieceWidth
    pixels = Self.pixels(call.shape, weights.groups)
    groupStep = 4 &* Self.span(call.shape, pixels: pixels)
    for i in 0..<Self.zeroByteCount { zero.storeBytes(of: call.zeroPoint, toByteOffset: i, as: UInt8.self) }
  }

  // MARK: Memory

  /// Prepared words fill about half of a first-level cache.
  private static var wordsByteCount: Int { 16384 }
  private static var zeroByteCount: Int { 64 }
  private static var tapsOffset: Int { zeroByteCount &+ 64 }

  /// Image pixels under the kernel for `pixels` output pixels.
  private static func span(_ shape: EntryPoints.ConvolutionShape, pixels: Int) -> Int {
    (pixels &- 1) &* shape.strideWidth &+ (shape.kernelWidth &- 1) &* shape.dilationWidth &+ 1
  }

  private static func pixelByteCount(_ groups: Int) -> Int { groups &* 4 &* MemoryLayout<Int32Vector>.size }

  private static func pixels(_ shape: EntryPoints.ConvolutionShape, _ groups: Int) -> Int {
    let room = wordsByteCount / pixelByteCount(groups) &- span(shape, pixels: 1)
    return max(8, room / shape.strideWidth &+ 1)
  }

  private static func tapsByteCount(_ groups: Int) -> Int {
    aligned(groups &* DepthwiseDot.wordElements &* MemoryLayout<Tap>.stride)
  }

  /// Enough for up to `groups` groups.
  static func byteCount(_ shape: EntryPoints.ConvolutionShape, groups: Int) -> Int {
    var largest = 0
    for groups in 1...groups {
      largest = max(largest, span(shape, pixels: pixels(shape, groups)) &* pixelByteCount(groups))
    }
    return tapsOffset &+ tapsByteCount(groups) &+ largest
  }

  /// A vector of zero points.
  private var zero: UnsafeMutableRawPointer { call.scratch }

  private var taps: UnsafeMutablePointer<Tap> { (call.scratch + Self.tapsOffset).assumingMemoryBound(to: Tap.self) }

  @inline(__always) var words: UnsafePointer<Int32Vector> {
    UnsafeRawPointer(call.scratch + (Self.tapsOffset &+ Self.tapsByteCount(weights.groups))).assumingMemoryBound(
      to: Int32Vector.self)
  }

  // MARK: Preparation

  /// Finds the image rows under the kernel at output row `y`.
  func setTaps(y: Int) {
    let shape = call.shape
    for tap in 0..<weights.groups &* DepthwiseDot.wordElements {
      let inputY = y &* shape.strideHeight &- shape.paddingTop &+ Int(weights.taps[tap]) &* shape.dilationHeight
      if inputY >= 0 && inputY < shape.inputHeight {
        taps[tap] = Tap(
          address: call.input + (inputY &* shape.inputRowStride &+ (call.multiplier == 1 ? unit.firstChannel : 0)),
          pixelStep: shape.inputPixelStride,
          pieceStep: pieceWidth &* shape.strideWidth &* shape.inputPixelStride)
      } else {
        taps[tap] = Tap(address: UnsafeRawPointer(zero), pixelStep: 0, pieceStep: 0)
      }
    }
  }

  /// Prepares what `count` output pixels from `x` on need, of each piece.
  func prepare(x: Int, count: Int) {
    let span = Self.span(call.shape, pixels: count)
    for group in 0..<weights.groups {
      let load = PixelLoad(
        call: call, unit: unit, zero: zero, pieceColumns: pieceWidth &* call.shape.strideWidth,
        taps: UnsafePointer(taps + group &* DepthwiseDot.wordElements),
        start: x &* call.shape.strideWidth &- call.shape.paddingLeft,
        words: UnsafeMutablePointer(mutating: words) + group &* groupStep)
      load.run(span)
    }
  }
}

/// Loads the bytes of one unit from the image rows of a group's taps, pixel by pixel, and interleaves them.
struct PixelLoad {
  let call: Depthwise
  let unit: DepthwiseUnit
  let zero: UnsafeMutableRawPointer
  /// From a piece to the next, in image columns.
  let pieceColumns: Int
  let taps: UnsafePointer<DepthwiseRows.Tap>
  /// The image column of the first word.
  let start: Int
  let words: UnsafeMutablePointer<Int32Vector>

  @inline(__always) func run(_ count: Int) {
    if call.multiplier != 1 {
      for i in 0..<count { replicated(i) }
      return
    }
    switch unit.pieces {
    case 4: if DepthwiseUnit.mostPieces == 4 { run(InlineArray<4, Void>.self, count) }
    case 2: if DepthwiseUnit.mostPieces >= 2 { run(InlineArray<2, Void>.self, count) }
    default: run(InlineArray<1, Void>.self, count)
    }
  }

  @inline(never)
  private func run<let P: Int>(_ pieces: InlineArray<P, Void>.Type, _ count: Int) {
    // Inside the image for all pieces: the first piece is leftmost, the last rightmost.
    let insideStart = min(max(0, 0 &- start), count)
    let insideEnd = min(max(insideStart, call.shape.inputWidth &- start &- (P &- 1) &* pieceColumns), count)
    for i in 0..<insideStart { bordering(pieces, i) }
    if call.flip == 0 {
      inside(pieces, insideStart..<insideEnd, InlineArray<0, Void>.self)
    } else {
      inside(pieces, insideStart..<insideEnd, InlineArray<1, Void>.self)
    }
    for i in insideEnd..<count { bordering(pieces, i) }
  }

  /// Pixels all of whose pieces are inside the image; `F` is 1 if their top bits are to be flipped.
  @inline(__always)
  private func inside<let P: Int, let F: Int>(
    _: InlineArray<P, Void>.Type, _ range: Range<Int>, _: InlineArray<F, Void>.Type
  ) {
    var addresses = InlineArray<4, UnsafeRawPointer>(repeating: UnsafeRawPointer(zero))
    var pixelSteps = InlineArray<4, Int>(repeating: 0)
    var pieceSteps = InlineArray<4, Int>(repeating: 0)
    for t in 0..<DepthwiseDot.wordElements {
      addresses[unchecked: t] = taps[t].address + (start &+ range.lowerBound) &* taps[t].pixelStep
      pixelSteps[unchecked: t] = taps[t].pixelStep
      pieceSteps[unchecked: t] = taps[t].pieceStep
    }
    for i in range {
      var rows = InlineArray<4, ByteVector>(repeating: ByteVector())
      for t in 0..<DepthwiseDot.wordElements {
        var pieces = InlineArray<P, UnsafeRawPointer>(repeating: addresses[unchecked: t])
        for p in 1..<P { pieces[unchecked: p] = addresses[unchecked: t] + p &* pieceSteps[unchecked: t] }
        rows[unchecked: t] = loadPieces(pieces)
        if F == 1 { rows[unchecked: t] = xor(rows[unchecked: t], ByteVector(repeating: 0x80)) }
        addresses[unchecked: t] += pixelSteps[unchecked: t]
      }
      store(interleave(rows), i)
    }
  }

  @inline(__always) private func store(_ pixel: InlineArray<4, Int32Vector>, _ i: Int) {
    for v in 0..<4 { words[4 &* i &+ v] = pixel[unchecked: v] }
  }

  /// A pixel some of whose pieces may be outside the image.
  @inline(__always)
  private func bordering<let P: Int>(_: InlineArray<P, Void>.Type, _ i: Int) {
    var rows = InlineArray<4, ByteVector>(repeating: ByteVector())
    for t in 0..<DepthwiseDot.wordElements {
      var pieces = InlineArray<P, UnsafeRawPointer>(repeating: UnsafeRawPointer(zero))
      for p in 0..<P {
        let column = start &+ i &+ p &* pieceColumns
        if column >= 0 && column < call.shape.inputWidth {
          pieces[unchecked: p] = taps[t].address + column &* taps[t].pixelStep
        }
      }
      rows[unchecked: t] = xor(loadPieces(pieces), ByteVector(repeating: call.flip))
    }
    store(interleave(rows), i)
  }

  /// A pixel of a convolution with a depth multiplier, whose output channels share input channels.
  @inline(never)
  func replicated(_ i: Int) {
    let replica = zero + ByteVector.scalarCount
    let pieceBytes = ByteVector.scalarCount / unit.pieces
    var rows = InlineArray<4, ByteVector>(repeating: ByteVector())
    for t in 0..<DepthwiseDot.wordElements {
      for p in 0..<unit.pieces {
        let column = start &+ i &+ p &* pieceColumns
        let isInside = taps[t].pixelStep != 0 && column >= 0 && column < call.shape.inputWidth
        for b in 0..<min(pieceBytes, unit.endChannel &- unit.firstChannel) {
          let offset = column &* taps[t].pixelStep &+ (unit.firstChannel &+ b) / call.multiplier
          replica.storeBytes(
            of: isInside ? taps[t].address.load(fromByteOffset: offset, as: UInt8.self) : call.zeroPoint,
            toByteOffset: p &* pieceBytes &+ b, as: UInt8.self)
        }
      }
      rows[unchecked: t] = xor(replica.loadUnaligned(as: ByteVector.self), ByteVector(repeating: call.flip))
    }
    store(interleave(rows), i)
  }
}
#endif
