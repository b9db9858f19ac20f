#if FOR_X86_64 && arch(x86_64) || FOR_ARM64 && arch(arm64)
extension EntryPoints {
  /// The number of panels that `columns` output channels make: the most ways in which columns can be shared out.
  @inline(never)
  public static func panelCount(columns: Int) -> Int { Panels(columns: columns).count }

  /// The size of the scratch memory that each concurrent call of `convolve` or `convolveFloat` needs.
  @inline(never)
  public static func convolutionScratchByteCount(_ shape: ConvolutionShape) -> Int {
    RowBlock.byteCount(depth: shape.kernelHeight &* shape.kernelWidth &* shape.channels, runs: shape.kernelHeight)
  }
}

/// One call of `convolve` or `convolveFloat`.
///
/// Block by block, output pixels get a row of activations each: in place where memory already has the tile's format (a run
/// for each row of the kernel), else copied. All panels then go over the block while its rows are in the first-level cache.
struct TiledConvolution {
  let shape: EntryPoints.ConvolutionShape
  let input: UnsafeRawPointer
  let zeroPoint: Int32
  let weights: PackedWeights
  let packedEpilogue: UnsafeRawPointer
  let output: UnsafeMutableRawPointer
  let pixels: Range<Int>
  let panels: Range<Int>
  let scratch: UnsafeMutableRawPointer
  /// What is added to results that are floats.
  var addend: EntryPoints.Addend?

  /// What is packed with the epilogue, and what this call adds to it.
  var header: EpilogueHeader {
    var header = packedEpilogue.loadUnaligned(as: EpilogueHeader.self)
    if let addend {
      header.addendDistance = addend.values - UnsafeRawPointer(output)
      (header.lowerSum, header.upperSum) = (addend.lower, addend.upper)
    }
    return header
  }

  @inline(never)
  func run<Format: ActivationFormat, Epilogue: TileEpilogue>(_ format: Format.Type, _: Epilogue.Type) {
    let im2col = Im2col<Format>(shape: shape, input: input, zeroPoint: zeroPoint)
    let block = RowBlock(scratch, rowByteCount: 4 &* weights.header.words, runs: im2col.runs)
    var clamped =
      Format.Dot.isClamped
      ? ClampedRows(block, weights.header.reaches, zeroPoint: zeroPoint, offset: Format.offset) : nil
    var pixel = pixels.lowerBound
    while pixel < pixels.upperBound {
      let count = block.count(of: pixels.upperBound &- pixel)
      im2col.fill(block, pixel: pixel, count: count, output: output, resultSize: Epilogue.resultSize)
      if EntryPoints.pairsRows { block.pairRows(count) }
      clamped?.clamp(count)
      multiply(block, count, clamped, Format.Dot.self, Epilogue.self)
      pixel &+= count
    }
  }

  /// All panels times a block.
  @inline(__always)
  private func multiply<Dot: TileProduct, Epilogue: TileEpilogue>(
    _ block: RowBlock, _ count: Int, _ clamped: ClampedRows?, _: Dot.Type, _: Epilogue.Type
  ) {
    typealias Product = PanelProduct<Dot, Epilogue>
    // Made here: the compiler copies one that is handed over for each tile.
    let epilogue = Epilogue(header)
    let layout = Panels(columns: weights.header.common.columns)
    let words = weights.header.words / block.runs
    var index = panels.lowerBound
    while index < panels.upperBound {
      var panel = layout[index]
      let columns = weights.header.common.columns &- panel.firstColumn
      let isJoined =
        Product.joinsPanels && panel.vectors == 2 && columns == 3 &* Int32Vector.scalarCount
        && index &+ 1 < panels.upperBound
      if isJoined { panel.vectors = 3 }
      let product = Product(
        runs: block.runs, words: words, weights: weights.panel(panel, index), laneSums: weights.laneSums(panel),
        parameters: packedEpilogue + (EpilogueHeader.byteCount &+ panel.firstVector &* ColumnParameters.byteCount),
        epilogue: epilogue, resultOffset: panel.firstColumn &* Epilogue.resultSize,
        columns: min(columns, panel.vectors &* Int32Vector.scalarCount))
      switch panel.vectors {
      case 4: if EntryPoints.panelVectors == 4 { product.run(InlineArray<4, Void>.self, block, clamped, count) }
      case 3: if Product.joinsPanels { product.run(InlineArray<3, Void>.self, block, clamped, count) }
      case 2: product.run(InlineArray<2, Void>.self, block, clamped, count)
      default: product.run(InlineArray<1, Void>.self, block, clamped, count)
      }
      index &+= isJoined ? 2 : 1
    }
  }
}

/// One panel of weights times the rows of a block.
struct PanelProduct<Dot: TileProduct, Epilogue: TileEpilogue> {
  let runs: Int
  let words: Int
  let weights: PackedPanel<Dot>
  let laneSums: UnsafePointer<Int32Vector>
  let parameters: UnsafeRawPointer
  let epilogue: Epilogue
  let resultOffset: Int
  let columns: Int

  /// Whether a panel of two vectors is computed together with the last one of a single vector, as a panel of three: each
  /// activation is loaded once. On its own, a single vector has as many loads as products. (Those of bytes take more time
  /// than the loads.)
  @inline(__always) static var joinsPanels: Bool {
    Int32Vector.scalarCount == 8 && Dot.readsRuns && !Dot.roundsProducts
  }

  /// The array type only carries the number of vectors.
  @inline(__always)
  func run<let V: Int>(_: InlineArray<V, Void>.Type, _ block: RowBlock, _ clamped: ClampedRows?, _ count: Int) {
    var row = 0
    while row < count {
      // Rows that a tile lacks repeat the last one, see `RowBlock`.
      if V == 3 {
        run(Tile<4, V, Dot, Epilogue>.self, block, clamped, row)
        row &+= 4
        continue
      }
      switch count &- row {
      case 5...:
        // Narrow panels leave registers for more rows, unless products need them.
        let fillsRegisters = V == EntryPoints.panelVectors || V > 1 && Dot.roundsProducts
        if Dot.isClamped || EntryPoints.panelRows == 4 && fillsRegisters {
          run(Tile<4, V, Dot, Epilogue>.self, block, clamped, row)
          row &+= 4
        } else if V == EntryPoints.panelVectors {
          run(Tile<6, V, Dot, Epilogue>.self, block, clamped, row)
          row &+= 6
        } else {
          run(Tile<8, V, Dot, Epilogue>.self, block, clamped, row)
          row &+= 8
        }
      case 3...:
        run(Tile<4, V, Dot, Epilogue>.self, block, clamped, row)
        row &+= 4
      default:
        if EntryPoints.pairsRows {
          run(Tile<2, V, Dot, Epilogue>.self, block, clamped, row)
          row &+= 2
        } else {
          run(Tile<1, V, Dot, Epilogue>.self, block, clamped, row)
          row &+= 1
        }
      }
    }
  }

  @inline(__always)
  private func run<let R: Int, let V: Int>(
    _: Tile<R, V, Dot, Epilogue>.Type, _ block: RowBlock, _ clamped: ClampedRows?, _ row: Int
  ) {
    Tile<R, V, Dot, Epilogue>.run(
      rows: block.rows + row, runs: runs, words: words, weights: weights,
      clamping: Dot.isClamped
        ? clamped?.clamping(row, InlineArray<R, InlineArray<V, Void>>.self, weights, laneSums, words: words)
          ?? Clamping()
        : Clamping(),
      parameters: parameters, epilogue: epilogue, results: block.results + row, resultOffset: resultOffset,
      columns: columns)
  }
}
#endif
