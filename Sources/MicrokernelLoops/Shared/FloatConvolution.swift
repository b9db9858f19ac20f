extension InstructionSet {
  /// The size of the block that `packFloatWeights` fills.
  @inline(never)
  public static func packedFloatWeightsByteCount(columns: Int, depth: Int) -> Int {
    FloatWeightPacker(columns: columns, depth: depth).byteCount
  }

  /// Brings float weights into the order that `convolveFloat` reads; see `PackedWeights`.
  ///
  /// - Parameters:
  ///   - weights: `columns * depth` floats, all of one column (output channel) together.
  ///   - block: `packedFloatWeightsByteCount` bytes, aligned to 64.
  @inline(never)
  public static func packFloatWeights(
    _ weights: UnsafeRawPointer, columns: Int, depth: Int, into block: UnsafeMutableRawPointer
  ) {
    FloatWeightPacker(columns: columns, depth: depth).pack(weights, into: block)
  }

  /// Packs bias and bounds of float results: `min(max(sum + bias, lower), upper)`.
  ///
  /// - Parameters:
  ///   - block: `packedOutputByteCount` bytes, aligned to 64.
  ///   - bias: for each column, or nil for zeros.
  @inline(never)
  public static func packFloatOutput(
    into block: UnsafeMutableRawPointer, weights: UnsafeRawPointer, bias: UnsafePointer<Float>?, lower: Float,
    upper: Float
  ) {
    block.storeBytes(
      of: OutputHeader(
        kind: .floats, zeroPoint: 0, lower: 0, upper: 0, flip: 0, lowerFloat: lower, upperFloat: upper),
      as: OutputHeader.self)
    let layout = ColumnLayout(weights)
    let first = block + OutputHeader.byteCount
    clear(first, layout.vectors &* ColumnParameters.byteCount)
    layout.forEachLane { vector, lane, column in
      let cell = OutputPacker.Cell(parameters: first + vector &* ColumnParameters.byteCount, lane: lane)
      cell.set(1, Int32(bitPattern: (bias?[column] ?? 0).bitPattern))
    }
  }

  /// Convolves floats, each sum in the order of kernel rows, kernel columns and channels; the bias is added last. So every
  /// instruction set, and a plain loop, give the same bits.
  ///
  /// Otherwise as `convolve`; padding is 0. (A plain loop that skips padding differs where a weight is not finite.)
  ///
  /// - Parameter isFused: whether a product is added as it is, instead of being rounded before.
  @inline(never)
  public static func convolveFloat(
    _ shape: ConvolutionShape, isFused: Bool, input: UnsafeRawPointer, weights: UnsafeRawPointer,
    packedOutput: UnsafeRawPointer, output: UnsafeMutableRawPointer, pixels: Range<Int>, panels: Range<Int>,
    scratch: UnsafeMutableRawPointer
  ) {
    let call = Convolution(
      shape: shape, input: input, zeroPoint: 0, weights: PackedWeights(address: weights),
      packedOutput: packedOutput, output: output, pixels: pixels, panels: panels, scratch: scratch)
    if isFused {
      call.run(FloatActivations<FusedFloats>.self, FloatOutput.self)
    } else {
      call.run(FloatActivations<Floats>.self, FloatOutput.self)
    }
  }
}

/// One float per word.
protocol FloatProduct: DotProduct where Weight == Float {}

extension FloatProduct {
  @inline(__always) static func load(_ address: UnsafeRawPointer) -> Int32Vector {
    Int32Vector(repeating: address.loadUnaligned(as: Int32.self))
  }
}

/// Products are rounded, then added.
enum Floats: FloatProduct {
  @inline(__always)
  static func accumulate(_ sums: Int32Vector, _ words: Int32Vector, _ weights: Int32Vector) -> Int32Vector {
    let product = cast(words, to: FloatVector.self) * cast(weights, to: FloatVector.self)
    return cast(cast(sums, to: FloatVector.self) + product, to: Int32Vector.self)
  }
}

/// Products are added as they are.
enum FusedFloats: FloatProduct {
  @inline(__always)
  static func accumulate(_ sums: Int32Vector, _ words: Int32Vector, _ weights: Int32Vector) -> Int32Vector {
    cast(
      multiplyAdd(
        cast(words, to: FloatVector.self), cast(weights, to: FloatVector.self), cast(sums, to: FloatVector.self)),
      to: Int32Vector.self)
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

/// Float results. Column parameters: bias.
struct FloatOutput: TileOutput {
  let lower: FloatVector, upper: FloatVector

  @inline(__always) static var resultSize: Int { 4 }

  @inline(__always) init(_ header: OutputHeader) {
    lower = FloatVector(repeating: header.lowerFloat)
    upper = FloatVector(repeating: header.upperFloat)
  }

  @inline(__always) func scale(_ sums: Int32Vector, _ column: ColumnParameters) -> Int32Vector {
    let sum = cast(sums, to: FloatVector.self) + cast(column.first, to: FloatVector.self)
    return cast(clamp(sum), to: Int32Vector.self)
  }

  /// Not a number stays what it is, as in the reference.
  @inline(__always) func clamp(_ a: FloatVector) -> FloatVector { minimum(upper, maximum(lower, a)) }

  @inline(__always)
  func store<let V: Int>(
    _ group: RowGroup<V>, to results: UnsafePointer<UnsafeMutableRawPointer>, offset: Int, count: Int
  ) {
    let lanes = Int32Vector.scalarCount
    for row in 0..<group.rows {
      let address = results[row] + offset
      for v in 0..<V where v &* lanes < count {
        storeBytes(
          cast(group[row &* V &+ v], to: ByteVector.self), to: address + 4 &* v &* lanes,
          count: min(4 &* (count &- v &* lanes), ByteVector.scalarCount))
      }
    }
  }
}

/// Splits float weights into panels.
struct FloatWeightPacker {
  let columns: Int
  let depth: Int

  private var panels: Panels { Panels(columns: columns) }
  private var panelsOffset: Int { aligned(64 &+ panels.count &* MemoryLayout<PackedWeights.Entry>.stride) }

  var byteCount: Int { panelsOffset &+ panels.vectors &* depth &* MemoryLayout<Int32Vector>.size }

  func pack(_ weights: UnsafeRawPointer, into block: UnsafeMutableRawPointer) {
    clear(block, byteCount)
    block.storeBytes(
      of: PackedWeights.Header(
        common: PackedHeader(layout: .floatPanels, columns: columns, depth: depth, sumsOffset: 0), words: depth,
        panelsOffset: panelsOffset),
      as: PackedWeights.Header.self)
    ColumnLayout(block).forEachLane { vector, lane, column in
      let panel = panels.panel(ofVector: vector)
      let step = panel.vectors &* MemoryLayout<Int32Vector>.size
      var target =
        block
        + (panelsOffset &+ panel.firstVector &* depth &* MemoryLayout<Int32Vector>.size
          &+ (vector &- panel.firstVector) &* MemoryLayout<Int32Vector>.size &+ 4 &* lane)
      for k in 0..<depth {
        target.storeBytes(
          of: weights.loadUnaligned(fromByteOffset: 4 &* (column &* depth &+ k), as: Int32.self), as: Int32.self)
        target += step
      }
    }
  }
}
