extension InstructionSet {
  /// Where a convolution finds its activations and puts its results. Lengths are in pixels, strides in elements.
  ///
  /// The pixel of tap (ky, kx) for the output (oy, ox) is
  /// `(oy * strideHeight + ky * dilationHeight - paddingTop, ox * strideWidth + kx * dilationWidth - paddingLeft)`; outside
  /// the image it is the input's zero point. A product of matrices is a convolution with a kernel of one pixel whose rows
  /// are pixels: `inputHeight` and `outputWidth` 1 and so on.
  ///
  /// `channels` is the number of input channels one output sees; in a grouped convolution, less than the pixel stride.
  public typealias ConvolutionShape = (
    inputHeight: Int, inputWidth: Int, inputRowStride: Int, inputPixelStride: Int, channels: Int,
    kernelHeight: Int, kernelWidth: Int, strideHeight: Int, strideWidth: Int,
    dilationHeight: Int, dilationWidth: Int, paddingTop: Int, paddingLeft: Int,
    outputWidth: Int, outputRowStride: Int, outputPixelStride: Int
  )

  /// The number of panels that `columns` output channels make: the most ways in which columns can be shared out.
  @inline(never)
  public static func panelCount(columns: Int) -> Int { Panels(columns: columns).count }

  /// The size of the scratch memory that each concurrent call of `convolve` needs.
  @inline(never)
  public static func convolutionScratchByteCount(_ shape: ConvolutionShape) -> Int {
    RowBlock.byteCount(depth: shape.kernelHeight &* shape.kernelWidth &* shape.channels)
  }

  /// Convolves 8-bit activations with packed weights; also fully connected layers, and dynamic-range products.
  ///
  /// Computes output pixels `pixels` (counted row by row) of the output channels in `panels`. Results do not depend on
  /// how pixels and panels are split over calls, which may run at the same time.
  ///
  /// - Parameters:
  ///   - input: int8 if `isSigned`, else uint8. Readable for 64 bytes past its end.
  ///   - output: elements of the packed output's type. Nothing beyond the results is written.
  ///   - scratch: `convolutionScratchByteCount` bytes that no other call uses, aligned to 64.
  @inline(never)
  public static func convolve(
    _ shape: ConvolutionShape, input: UnsafeRawPointer, isSigned: Bool, zeroPoint: Int32,
    weights: UnsafeRawPointer, packedOutput: UnsafeRawPointer, output: UnsafeMutableRawPointer,
    pixels: Range<Int>, panels: Range<Int>, scratch: UnsafeMutableRawPointer
  ) {
    let call = Convolution(
      shape: shape, input: input, zeroPoint: zeroPoint, weights: PackedWeights(address: weights),
      packedOutput: packedOutput, output: output, pixels: pixels, panels: panels, scratch: scratch)
    if isSigned { call.run(Int8Activations.self) } else { call.run(UInt8Activations.self) }
  }
}

/// One call of `convolve`.
///
/// Block by block, output pixels get a row of activations each: in place where memory already has the tile's format, else
/// copied. All panels then go over the block while its rows are in the first-level cache.
struct Convolution {
  let shape: InstructionSet.ConvolutionShape
  let input: UnsafeRawPointer
  let zeroPoint: Int32
  let weights: PackedWeights
  let packedOutput: UnsafeRawPointer
  let output: UnsafeMutableRawPointer
  let pixels: Range<Int>
  let panels: Range<Int>
  let scratch: UnsafeMutableRawPointer

  @inline(__always)
  func run<Format: ActivationFormat>(_ format: Format.Type) {
    switch packedOutput.loadUnaligned(as: OutputHeader.self).kind {
    case .anyReference: run(format, AnyReferenceOutput.self)
    case .reference: run(format, ReferenceOutput.self)
    case .clampedReference: run(format, ClampedReferenceOutput.self)
    case .anyXNNPACK: run(format, AnyXNNPACKOutput.self)
    case .xnnpack: run(format, XNNPACKOutput.self)
    case .accumulators: run(format, AccumulatorOutput.self)
    case .floats: break
    }
  }

  @inline(never)
  func run<Format: ActivationFormat, Output: TileOutput>(_ format: Format.Type, _ output: Output.Type) {
    let output = Output(packedOutput.loadUnaligned(as: OutputHeader.self))
    let layout = Panels(columns: weights.header.common.columns)
    let block = RowBlock(scratch, rowByteCount: 4 &* weights.header.words)
    let gather = RowGather<Format>(shape: shape, input: input, zeroPoint: zeroPoint)
    var pixel = pixels.lowerBound
    while pixel < pixels.upperBound {
      let count = min(block.capacity, pixels.upperBound &- pixel)
      gather.fill(block, pixel: pixel, count: count, output: self.output, resultSize: Output.resultSize)
      for index in panels {
        let panel = layout[index]
        let product = PanelProduct<Format.Dot, Output>(
          words: weights.header.words, weights: weights.panel(panel, index),
          parameters: packedOutput + (OutputHeader.byteCount &+ panel.firstVector &* ColumnParameters.byteCount),
          output: output, resultOffset: panel.firstColumn &* Output.resultSize,
          columns: min(weights.header.common.columns &- panel.firstColumn, panel.vectors &* Int32Vector.scalarCount))
        switch panel.vectors {
        case 4: if InstructionSet.panelVectors == 4 { product.run(InlineArray<4, Void>.self, block, count) }
        case 2: product.run(InlineArray<2, Void>.self, block, count)
        default: product.run(InlineArray<1, Void>.self, block, count)
        }
      }
      pixel &+= count
    }
  }
}

/// One panel of weights times the rows of a block.
struct PanelProduct<Dot: DotProduct, Output: TileOutput> {
  let words: Int
  let weights: PackedPanel
  let parameters: UnsafeRawPointer
  let output: Output
  let resultOffset: Int
  let columns: Int

  /// The array type only carries the number of vectors.
  @inline(__always)
  func run<let V: Int>(_: InlineArray<V, Void>.Type, _ block: RowBlock, _ count: Int) {
    var row = 0
    while row < count {
      // Rows that a tile lacks repeat the last one, see `RowBlock`.
      switch count &- row {
      case 5...:
        // Narrow panels leave registers for more rows.
        if V == InstructionSet.panelVectors {
          run(Tile<6, V, Dot, Output>.self, block, row)
          row &+= 6
        } else {
          run(Tile<8, V, Dot, Output>.self, block, row)
          row &+= 8
        }
      case 3...:
        run(Tile<4, V, Dot, Output>.self, block, row)
        row &+= 4
      default:
        run(Tile<1, V, Dot, Output>.self, block, row)
        row &+= 1
      }
    }
  }

  @inline(__always)
  private func run<let R: Int, let V: Int>(_: Tile<R, V, Dot, Output>.Type, _ block: RowBlock, _ row: Int) {
    Tile<R, V, Dot, Output>.run(
      rows: block.rows + row, words: words, weights: weights, parameters: parameters, output: output,
      results: block.results + row, resultOffset: resultOffset, columns: columns)
  }
}
