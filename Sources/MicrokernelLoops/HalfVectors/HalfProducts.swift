#if FOR_X86_64 && arch(x86_64)
import Builtin

extension Tile {
  /// Sums the products of floats for a panel of one and a half vectors of columns, or less: 24 of them, where a vector has 16.
  /// Some processors take half of the time for half a vector, and none more.
  ///
  /// - Returns: whether the panel is one.
  @inline(__always)
  static func addHalfProducts(
    to acc: inout Accumulators, rows: UnsafePointer<UnsafeRawPointer>, runs: Int, words: Int,
    weights: PackedPanel<Dot>, columns: Int
  ) -> Bool {
    guard V == 2 && Dot.readsRuns, columns <= Int32Vector.scalarCount &+ Int32Vector.scalarCount / 2 else {
      return false
    }
    var halves = InlineArray<R, SIMD8<Float>>(repeating: SIMD8())
    var row = InlineArray<R, UnsafeRawPointer>(repeating: rows[0])
    var w = UnsafeRawPointer(weights.words)
    for run in 0..<runs {
      for r in 0..<R { row[unchecked: r] = rows[run &* RowBlock.addressCount &+ r] }
      for word in 0..<words {
        let whole = w.loadUnaligned(as: Int32Vector.self)
        let half = w.loadUnaligned(fromByteOffset: 64, as: SIMD8<Float>.self)
        for r in 0..<R {
          let x = (row[unchecked: r] + 4 &* word).loadUnaligned(as: Float.self)
          acc[unchecked: 0][unchecked: r] = Dot.accumulate(
            acc[unchecked: 0][unchecked: r], cast(FloatVector(repeating: x), to: Int32Vector.self), whole)
          halves[unchecked: r] = accumulate(halves[unchecked: r], SIMD8(repeating: x), half)
        }
        w += 128
      }
    }
    for r in 0..<R {
      acc[unchecked: 1][unchecked: r] = whole(halves[unchecked: r])
    }
    return true
  }

  /// The half, and zeros. To join them in memory would keep all halves there.
  @inline(__always)
  private static func whole(_ half: SIMD8<Float>) -> Int32Vector {
    cast(
      Builtin.shufflevector_Vec8xFPIEEE32_Vec16xInt32(
        half._storage._value, SIMD8<Float>()._storage._value,
        Int32Vector(0, 1, 2, 3, 4, 5, 6, 7, 8, 8, 8, 8, 8, 8, 8, 8)._storage._value),
      to: Int32Vector.self)
  }

  @inline(__always)
  private static func accumulate(_ sums: SIMD8<Float>, _ x: SIMD8<Float>, _ w: SIMD8<Float>) -> SIMD8<Float> {
    let (sums, x, w) = (sums._storage._value, x._storage._value, w._storage._value)
    let results =
      Dot.roundsProducts
      ? Builtin.fadd_Vec8xFPIEEE32(sums, Builtin.fmul_Vec8xFPIEEE32(x, w))
      : Builtin.int_fma_Vec8xFPIEEE32(x, w, sums)
    return cast(results, to: SIMD8<Float>.self)
  }
}
#endif
