#if arch(arm64)
// An instruction that multiplies a matrix of 2 rows and 8 columns with one of 8 rows and 2 columns.
import Builtin

/// A dot product that also takes two rows at once.
protocol MatrixProduct: DotProduct {
  /// `sums[2i + j] + Σ rows[8i + k] * columns[8j + k]`, k = 0...7.
  static func accumulatePairs(_ sums: Int32Vector, _ rows: Int32Vector, _ columns: Int32Vector) -> Int32Vector
}

/// What a tile needs of a kind of product.
typealias TileProduct = MatrixProduct

extension Tile {
  /// Adds the products of `words` words of each row, an even number of both, and moves `w` past their weights.
  ///
  /// Meanwhile, accumulators 2i and 2i + 1 of a vector of columns hold what these two rows have in its first and in its
  /// second half.
  @inline(__always)
  static func addProducts(
    to acc: inout Accumulators, _ row: InlineArray<R, UnsafeRawPointer>, words: Int,
    _ w: inout UnsafePointer<Dot.WeightVector>
  ) {
    exchangeHalves(&acc)
    let steps = words / 2
    var step = 0
    // Few accumulators would wait for each other: the steps take turns with several.
    let zeros = Accumulators(repeating: InlineArray<R, Int32Vector>(repeating: Int32Vector()))
    if R &* V <= 4 {
      var (first, second, third) = (zeros, zeros, zeros)
      while step &+ 4 <= steps {
        addPairs(to: &acc, row, step, w)
        addPairs(to: &first, row, step &+ 1, w + 2 &* V)
        addPairs(to: &second, row, step &+ 2, w + 4 &* V)
        addPairs(to: &third, row, step &+ 3, w + 6 &* V)
        w += 8 &* V
        step &+= 4
      }
      add(first, to: &acc)
      add(second, to: &acc)
      add(third, to: &acc)
    } else if R &* V <= 8 {
      var other = zeros
      while step &+ 2 <= steps {
        addPairs(to: &acc, row, step, w)
        addPairs(to: &other, row, step &+ 1, w + 2 &* V)
        w += 4 &* V
        step &+= 2
      }
      add(other, to: &acc)
    }
    while step < steps {
      addPairs(to: &acc, row, step, w)
      w += 2 &* V
      step &+= 1
    }
    exchangeHalves(&acc)
  }

  /// Adds the products of two words of each row.
  @inline(__always)
  private static func addPairs(
    to acc: inout Accumulators, _ row: InlineArray<R, UnsafeRawPointer>, _ step: Int,
    _ w: UnsafePointer<Dot.WeightVector>
  ) {
    for v in 0..<V {
      for half in 0..<2 {
        let columns = Dot.widen(w[2 &* v &+ half])
        for pair in 0..<R / 2 {
          let rows = (row[unchecked: 2 &* pair] + 16 &* step).loadUnaligned(as: Int32Vector.self)
          acc[unchecked: v][unchecked: 2 &* pair &+ half] = Dot.accumulatePairs(
            acc[unchecked: v][unchecked: 2 &* pair &+ half], rows, columns)
        }
      }
    }
  }

  @inline(__always) private static func add(_ sums: Accumulators, to acc: inout Accumulators) {
    for v in 0..<V {
      for r in 0..<R { acc[unchecked: v][unchecked: r] &+= sums[unchecked: v][unchecked: r] }
    }
  }

  /// Brings rows of four columns to pairs of rows of two, and back.
  @inline(__always)
  private static func exchangeHalves(_ acc: inout Accumulators) {
    for v in 0..<V {
      for pair in 0..<R / 2 {
        let first = cast(acc[unchecked: v][unchecked: 2 &* pair], to: Int64Vector.self)._storage._value
        let second = cast(acc[unchecked: v][unchecked: 2 &* pair &+ 1], to: Int64Vector.self)._storage._value
        acc[unchecked: v][unchecked: 2 &* pair] = cast(
          Builtin.shufflevector_Vec2xInt64_Vec2xInt32(first, second, SIMD2<Int32>(0, 2)._storage._value),
          to: Int32Vector.self)
        acc[unchecked: v][unchecked: 2 &* pair &+ 1] = cast(
          Builtin.shufflevector_Vec2xInt64_Vec2xInt32(first, second, SIMD2<Int32>(1, 3)._storage._value),
          to: Int32Vector.self)
      }
    }
  }
}
#endif
