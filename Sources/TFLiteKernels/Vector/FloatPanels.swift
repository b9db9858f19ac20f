import TFLiteFlatBuffers

/// A float32 matrix whose columns stand side by side in panels of eight, so that eight sums of products over its rows
/// are taken at once.
///
/// Every sum starts at 0 and adds its products one after the other, in `.reference` each rounded before it is added, as
/// the loops of TFLite's reference kernels do; only sums that do not depend on each other share an instruction.
struct FloatPanels: Sendable {
  typealias Vector = SIMD8<Float>

  /// The columns of one panel. Missing columns of the last are 0.
  static let width = Vector.scalarCount

  /// The number of products in a sum.
  let depth: Int
  let columns: Int
  /// Panel by panel, row by row.
  private let vectors: [Vector]

  /// Packs a matrix that is stored in any order, unless the run is stopped meanwhile.
  ///
  /// - Complexity: O(`depth` · `columns`); memory for as many floats, with columns rounded up to whole panels.
  init(depth: Int, columns: Int, _ watch: inout StopWatch, _ value: (_ row: Int, _ column: Int) -> Float) {
    self.depth = depth
    self.columns = columns
    var vectors = Array(repeating: Vector(), count: (columns + Self.width - 1) / Self.width * depth)
    for column in 0..<columns {
      if watch.isOver(after: depth) { break }
      let (panel, lane) = column.quotientAndRemainder(dividingBy: Self.width)
      for row in 0..<depth { vectors[panel * depth + row][lane] = value(row, column) }
    }
    self.vectors = vectors
  }

  /// Packs a matrix whose columns are contiguous, one after the other: weights with the output channel first.
  ///
  /// - Parameter workers: who may be stopped meanwhile; nobody at *prepare*.
  init(depth: Int, columns: Int, columnsAt values: UnsafePointer<Float>, _ workers: (any Workers)? = nil) {
    var watch = StopWatch(workers)
    self.init(depth: depth, columns: columns, &watch) { row, column in values[column * depth + row] }
  }

  /// Lends the memory of the panels; panel `p` starts at `p * depth`.
  @inline(__always)
  func withVectors(_ body: (UnsafePointer<Vector>) -> Void) {
    vectors.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return }
      body(base)
    }
  }

  /// The columns of a panel.
  func columns(ofPanel panel: Int) -> Range<Int> {
    panel * Self.width..<min(columns, (panel + 1) * Self.width)
  }

  var panelCount: Int { (columns + Self.width - 1) / Self.width }
}

/// The sums of one panel for four rows of values at once: they share each load of the weights.
struct FloatTile {
  var first = FloatPanels.Vector()
  var second = FloatPanels.Vector()
  var third = FloatPanels.Vector()
  var fourth = FloatPanels.Vector()

  /// The rows of a tile.
  static let rows = 4

  /// Adds the products of `count` rows of the panel and values that lie `stride` elements apart from row to row.
  @inline(__always)
  mutating func add(
    _ values: UnsafePointer<Float>, stride: Int, panel: UnsafePointer<SIMD8<Float>>, count: Int, _ numerics: Numerics
  ) {
    var (a, b, c, d) = (first, second, third, fourth)
    let (secondValues, thirdValues, fourthValues) = (values + stride, values + 2 * stride, values + 3 * stride)
    for index in 0..<count {
      let weights = panel[index]
      a.add(weights, values[index], numerics)
      b.add(weights, secondValues[index], numerics)
      c.add(weights, thirdValues[index], numerics)
      d.add(weights, fourthValues[index], numerics)
    }
    (first, second, third, fourth) = (a, b, c, d)
  }

  @inline(__always)
  func forEachRow(_ body: (_ row: Int, _ sums: SIMD8<Float>) -> Void) {
    body(0, first)
    body(1, second)
    body(2, third)
    body(3, fourth)
  }
}

extension SIMD8<Float> {
  /// Adds the products of `count` rows of a panel and one row of values.
  @inline(__always)
  mutating func add(
    _ values: UnsafePointer<Float>, panel: UnsafePointer<SIMD8<Float>>, count: Int, _ numerics: Numerics
  ) {
    var sums = self
    for index in 0..<count { sums.add(panel[index], values[index], numerics) }
    self = sums
  }

  /// Adds the products of weights and a value.
  @inline(__always)
  fileprivate mutating func add(_ weights: SIMD8<Float>, _ value: Float, _ numerics: Numerics) {
    if numerics.fusesProducts {
      for lane in 0..<8 { self[lane].addProduct(weights[lane], value) }
    } else {
      self += weights * value
    }
  }

  /// Writes the lanes for `count` channels, at most eight.
  @inline(__always)
  func store(_ count: Int, to output: UnsafeMutablePointer<Float>) {
    if count == 8 {
      UnsafeMutableRawPointer(output).storeBytes(of: self, as: SIMD8<Float>.self)
    } else {
      for lane in 0..<count { output[lane] = self[lane] }
    }
  }

  /// Reads `count` channels, at most eight; the others are 0.
  @inline(__always)
  init(loading count: Int, from values: UnsafePointer<Float>?) {
    guard let values else {
      self = SIMD8()
      return
    }
    if count == 8 {
      self = UnsafeRawPointer(values).loadUnaligned(as: SIMD8<Float>.self)
    } else {
      self = SIMD8()
      for lane in 0..<count { self[lane] = values[lane] }
    }
  }
}

extension SIMD8<Int32> {
  /// Reads `count` integers, at most eight; the others are 0.
  @inline(__always)
  init(loading count: Int, fromBytes values: UnsafeRawPointer) {
    if count == 8 {
      self = values.loadUnaligned(as: SIMD8<Int32>.self)
    } else {
      self = SIMD8()
      for lane in 0..<count { self[lane] = values.load(fromByteOffset: 4 * lane, as: Int32.self) }
    }
  }
}

extension FloatPanels {
  /// Multiplies rows of values by the matrix.
  ///
  /// - Parameters:
  ///   - rows: which rows of `values` and `output`.
  ///   - values: rows of ``depth`` elements.
  ///   - output: rows of ``columns`` elements.
  ///   - numerics: how products are added.
  ///   - finish: what becomes of the sums for the given columns, at most eight.
  @inline(__always)
  func multiply(
    rows: Range<Int>, of values: UnsafePointer<Float>, into output: UnsafeMutablePointer<Float>, _ numerics: Numerics,
    _ finish: (_ sums: SIMD8<Float>, _ columns: Range<Int>) -> SIMD8<Float>
  ) {
    withVectors { vectors in
      for panel in 0..<panelCount {
        let columns = columns(ofPanel: panel)
        let weights = vectors + panel * depth
        let results = output + columns.lowerBound
        var row = rows.lowerBound
        while row + FloatTile.rows <= rows.upperBound {
          var tile = FloatTile()
          tile.add(values + row * depth, stride: depth, panel: weights, count: depth, numerics)
          tile.forEachRow { offset, sums in
            finish(sums, columns).store(columns.count, to: results + (row + offset) * self.columns)
          }
          row += FloatTile.rows
        }
        while row < rows.upperBound {
          var sums = SIMD8<Float>()
          sums.add(values + row * depth, panel: weights, count: depth, numerics)
          finish(sums, columns).store(columns.count, to: results + row * self.columns)
          row += 1
        }
      }
    }
  }
}
