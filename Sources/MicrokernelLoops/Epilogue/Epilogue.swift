#if FOR_X86_64 && arch(x86_64) || FOR_ARM64 && arch(arm64)
/// What becomes of a tile's accumulators.
protocol TileEpilogue {
  /// Bytes per result.
  static var resultSize: Int { get }

  init(_ header: EpilogueHeader)

  /// The result of one vector of columns.
  func scale(_ sums: Int32Vector, _ column: ColumnParameters) -> Int32Vector

  /// The results of one vector of columns in several rows.
  func scale<let R: Int>(_ sums: inout InlineArray<R, Int32Vector>, _ column: ColumnParameters)

  /// Adds another operand to the results of one vector of columns in several rows, which go `offset` bytes behind the
  /// addresses `results`.
  func add<let R: Int>(
    to values: inout InlineArray<R, Int32Vector>, results: UnsafePointer<UnsafeMutableRawPointer>, offset: Int)

  /// Writes the first `count` columns of each row of a group.
  func store<let V: Int>(
    _ group: RowGroup<V>, to results: UnsafePointer<UnsafeMutableRawPointer>, offset: Int, count: Int)
}

extension TileEpilogue {
  @inline(__always)
  func scale<let R: Int>(_ sums: inout InlineArray<R, Int32Vector>, _ column: ColumnParameters) {
    for r in 0..<R { sums[unchecked: r] = scale(sums[unchecked: r], column) }
  }

  /// Most have nothing to add.
  @inline(__always)
  func add<let R: Int>(
    to values: inout InlineArray<R, Int32Vector>, results: UnsafePointer<UnsafeMutableRawPointer>, offset: Int
  ) {}

  /// Where a group has fewer columns than its vectors: out of line, so that accumulators need not lie in memory for it.
  @inline(never)
  func storePart<let V: Int>(
    _ group: RowGroup<V>, to results: UnsafePointer<UnsafeMutableRawPointer>, offset: Int, count: Int
  ) {
    store(group, to: results, offset: offset, count: count)
  }
}

/// What is written at once: four vectors, which are one row of four, two of two or four of one, each in panel order; or one
/// row of three, and a vector that nobody needs.
///
/// Where a tile has fewer rows left, they repeat its last one.
struct RowGroup<let V: Int> {
  var vectors = InlineArray<4, Int32Vector>(repeating: Int32Vector())
  /// How many of the rows exist.
  let rows: Int

  @inline(__always) init(rows: Int) { self.rows = rows }

  @inline(__always) subscript(index: Int) -> Int32Vector { vectors[unchecked: index] }
}

/// What holds for all columns of an output.
struct EpilogueHeader {
  enum Kind: Int {
    case anyReference, reference, anyXNNPACK, xnnpack, anyExact, exact, accumulators, floats
  }

  var kind: Kind
  /// In signed terms: 128 is subtracted from that of a uint8 output.
  var zeroPoint: Int32
  /// In unsigned terms: 128 is added to the bounds of an int8 output.
  var lower: UInt8
  var upper: UInt8
  /// 0x80 for an int8 output, else 0.
  var flip: UInt8
  /// Of float outputs.
  var lowerFloat: Float = 0
  var upperFloat: Float = 0
  /// How far from each float result the one lies that is added to it, in bytes; nil where none is.
  var addendDistance: Int?
  /// Of these sums.
  var lowerSum: Float = 0
  var upperSum: Float = 0

  /// In signed terms, whatever the output.
  static func zeroPoint(_ range: EntryPoints.OutputRange) -> Int32 { range.zeroPoint &- (range.isSigned ? 0 : 128) }

  /// Bytes before the column parameters, a multiple of the vector size.
  static var byteCount: Int { 64 }
}

/// The parameters of one vector of columns: five vectors in memory, the accumulators' initial value and four whose
/// meaning belongs to the output.
///
///     ┌─────────┬───────┬────────┬───────┬────────┐┌─────────┬───
///     │ initial │ first │ second │ third │ fourth ││ initial │ ...
///     └─────────┴───────┴────────┴───────┴────────┘└─────────┴───
///      column vector 0                              column vector 1
struct ColumnParameters {
  let address: UnsafeRawPointer

  static var byteCount: Int { 5 &* MemoryLayout<Int32Vector>.size }

  @inline(__always) init(_ parameters: UnsafeRawPointer, vector: Int) {
    address = parameters + vector &* Self.byteCount
  }

  @inline(__always) func load(_ index: Int) -> Int32Vector {
    address.loadUnaligned(fromByteOffset: index &* MemoryLayout<Int32Vector>.size, as: Int32Vector.self)
  }

  @inline(__always) var initial: Int32Vector { load(0) }
  @inline(__always) var first: Int32Vector { load(1) }
  @inline(__always) var second: Int32Vector { load(2) }
  @inline(__always) var third: Int32Vector { load(3) }
  @inline(__always) var fourth: Int32Vector { load(4) }
}
#endif
