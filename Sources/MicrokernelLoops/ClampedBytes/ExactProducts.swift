#if FOR_X86_64 && arch(x86_64)
import Builtin

/// Products of `R` rows of any activations with a panel of `V` vectors of columns, of pairs of 16 bits: the even bytes of words,
/// and the odd ones.
struct ExactProducts<let R: Int, let V: Int, Dot: TileProduct> {
  /// Even bytes, in 16 bits each.
  let rows: UnsafePointer<UnsafeRawPointer>
  /// From even bytes to odd ones.
  let distance: Int
  let words: Int
  let panel: PackedPanel<Dot>

  /// Writes a vector for each row and each of the panel's.
  @inline(never)
  func write(to sums: UnsafeMutablePointer<Int32Vector>) {
    var acc = InlineArray<V, InlineArray<R, Int32Vector>>(repeating: InlineArray(repeating: Int32Vector()))
    var row = InlineArray<R, UnsafeRawPointer>(repeating: rows[0])
    for r in 0..<R { row[unchecked: r] = rows[r] }
    for word in 0..<words { add(row, offset: 4 &* word, panel.words + word &* V, to: &acc) }
    for i in 0..<panel.remainderCount {
      add(row, offset: Int(panel.remainderOffsets[i]), panel.remainders + i &* V, to: &acc)
    }
    for r in 0..<R {
      for v in 0..<V { sums[r &* V &+ v] = acc[unchecked: v][unchecked: r] }
    }
  }

  /// Adds the products of the word `offset` bytes from each row's start.
  @inline(__always)
  private func add(
    _ row: InlineArray<R, UnsafeRawPointer>, offset: Int, _ weights: UnsafePointer<Dot.WeightVector>,
    to acc: inout InlineArray<V, InlineArray<R, Int32Vector>>
  ) {
    for r in 0..<R {
      let (even, odd) = (Dot.load(row[unchecked: r] + offset), Dot.load(row[unchecked: r] + (distance &+ offset)))
      for v in 0..<V {
        let sums = dot2(acc[unchecked: v][unchecked: r], even, signedEvenBytes(Dot.widen(weights[v])))
        acc[unchecked: v][unchecked: r] = dot2(sums, odd, signedOddBytes(Dot.widen(weights[v])))
      }
    }
  }
}

/// The even bytes of words, in 16 bits each.
@inline(__always) func evenBytes(_ words: Int32Vector) -> Int32Vector { and(words, Int32Vector(repeating: 0xff_00ff)) }

@inline(__always) func oddBytes(_ words: Int32Vector) -> Int32Vector {
  cast(Builtin.generic_lshr(pairs(words), eight), to: Int32Vector.self)
}

@inline(__always) private func signedEvenBytes(_ words: Int32Vector) -> Int32Vector {
  signedOddBytes(cast(Builtin.generic_shl(pairs(words), eight), to: Int32Vector.self))
}

@inline(__always) private func signedOddBytes(_ words: Int32Vector) -> Int32Vector {
  cast(Builtin.generic_ashr(pairs(words), eight), to: Int32Vector.self)
}

@inline(__always) private func pairs(_ words: Int32Vector) -> Builtin.Vec16xInt16 {
  cast(words, to: Int16Vector.self)._storage._value
}

@inline(__always) private var eight: Builtin.Vec16xInt16 { Int16Vector(repeating: 8)._storage._value }
#endif
