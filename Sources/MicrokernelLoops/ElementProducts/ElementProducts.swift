#if FOR_ARM64 && arch(arm64)
// Multiplications that take one element of a vector for all lanes. A load into every lane costs as much as a product on
// the processors that the models of Benchmarks/README.md stand for; here, one load without that serves four words.
import Builtin

/// What a tile needs of a kind of product.
typealias TileProduct = DotProduct

extension Tile {
  /// Adds the products of `words` words of each row, and moves `w` past their weights: four words at a time, or two
  /// where registers are scarce, then one.
  @inline(__always)
  static func addProducts(
    to acc: inout Accumulators, _ row: InlineArray<R, UnsafeRawPointer>, words: Int,
    _ w: inout UnsafePointer<Dot.WeightVector>
  ) {
    var word = 0
    if isWordByWord {
      // All are left to the last loop.
    } else if Dot.isExact && R &* V <= 4 {
      // So few accumulators would wait for each other: each of the words has its own.
      let zeros = Accumulators(repeating: InlineArray<R, Int32Vector>(repeating: Int32Vector()))
      var (first, second, third) = (zeros, zeros, zeros)
      while word &+ wordsTogether <= words {
        let x = load(row, 4 &* word)
        addProducts(to: &acc, x, InlineArray<0, Void>.self, w)
        addProducts(to: &first, x, InlineArray<1, Void>.self, w)
        if wordsTogether == 4 {
          addProducts(to: &second, x, InlineArray<2, Void>.self, w)
          addProducts(to: &third, x, InlineArray<3, Void>.self, w)
        }
        w += wordsTogether &* V
        word &+= wordsTogether
      }
      for v in 0..<V {
        for r in 0..<R {
          acc[unchecked: v][unchecked: r] &+=
            first[unchecked: v][unchecked: r] &+ second[unchecked: v][unchecked: r] &+ third[unchecked: v][unchecked: r]
        }
      }
    } else {
      while word &+ wordsTogether <= words {
        let x = load(row, 4 &* word)
        addProducts(to: &acc, x, InlineArray<0, Void>.self, w)
        addProducts(to: &acc, x, InlineArray<1, Void>.self, w)
        if wordsTogether == 4 {
          addProducts(to: &acc, x, InlineArray<2, Void>.self, w)
          addProducts(to: &acc, x, InlineArray<3, Void>.self, w)
        }
        w += wordsTogether &* V
        word &+= wordsTogether
      }
    }
    for _ in word..<words {
      addProducts(to: &acc, row, offset: 4 &* word, w)
      w += V
      word &+= 1
    }
  }

  /// Whether words are loaded one by one, each into all lanes. Of several words of one row, where products are rounded, the
  /// compiler takes vectors apart to multiply pieces of several at once, which costs more than it saves.
  @inline(__always) private static var isWordByWord: Bool { R == 1 && Dot.roundsProducts }

  /// How many of four words of a row are multiplied in one step. In large tiles, products that are rounded, or weights that
  /// are taken apart into two vectors, would not find registers beside the accumulators for all four.
  @inline(__always) private static var wordsTogether: Int {
    (Dot.roundsProducts || Dot.wordElements == 2) && (V == 4 || R &* V >= 16) ? 2 : 4
  }

  /// Four words of each row, `offset` bytes from its start.
  @inline(__always)
  private static func load(_ row: InlineArray<R, UnsafeRawPointer>, _ offset: Int) -> InlineArray<R, Int32Vector> {
    var x = InlineArray<R, Int32Vector>(repeating: Int32Vector())
    for r in 0..<R {
      x[unchecked: r] = (row[unchecked: r] + offset).loadUnaligned(as: Int32Vector.self)
    }
    return x
  }

  /// Word `I` of four of each row. The array type only carries the number.
  @inline(__always)
  private static func addProducts<let I: Int>(
    to acc: inout Accumulators, _ x: InlineArray<R, Int32Vector>, _: InlineArray<I, Void>.Type,
    _ w: UnsafePointer<Dot.WeightVector>
  ) {
    for v in 0..<V {
      let weights = Dot.widen(w[I &* V &+ v])
      for r in 0..<R {
        acc[unchecked: v][unchecked: r] = add(
          x[unchecked: r], InlineArray<I, Void>.self, weights, to: acc[unchecked: v][unchecked: r])
      }
    }
  }

  /// Adds word `I` of four times `weights`.
  @inline(__always)
  private static func add<let I: Int>(
    _ x: Int32Vector, _: InlineArray<I, Void>.Type, _ weights: Int32Vector, to sums: Int32Vector
  ) -> Int32Vector {
    if Dot.wordElements == 2 {
      // A word of two integers is no element of a product, but each of the two is.
      return sums &+ int16Element(x, 2 &* I) &* evenElements(weights)
        &+ int16Element(x, 2 &* I &+ 1) &* oddElements(weights)
    }
    return Dot.accumulate(sums, element(x, InlineArray<I, Void>.self), weights)
  }
}

/// A 16-bit element in every lane, sign-extended.
@inline(__always) private func int16Element(_ a: Int32Vector, _ index: Int) -> Int32Vector {
  switch index {
  case 0: int16Elements(a, SIMD4<Int32>(0, 0, 0, 0)._storage._value)
  case 1: int16Elements(a, SIMD4<Int32>(1, 1, 1, 1)._storage._value)
  case 2: int16Elements(a, SIMD4<Int32>(2, 2, 2, 2)._storage._value)
  case 3: int16Elements(a, SIMD4<Int32>(3, 3, 3, 3)._storage._value)
  case 4: int16Elements(a, SIMD4<Int32>(4, 4, 4, 4)._storage._value)
  case 5: int16Elements(a, SIMD4<Int32>(5, 5, 5, 5)._storage._value)
  case 6: int16Elements(a, SIMD4<Int32>(6, 6, 6, 6)._storage._value)
  default: int16Elements(a, SIMD4<Int32>(7, 7, 7, 7)._storage._value)
  }
}

/// Element `I` in every lane, which the compiler makes an operand of the product.
@inline(__always)
private func element<let I: Int>(_ a: Int32Vector, _: InlineArray<I, Void>.Type) -> Int32Vector {
  let all = a._storage._value
  let chosen =
    switch I {
    case 0: Builtin.shufflevector_Vec4xInt32_Vec4xInt32(all, all, Int32Vector(0, 0, 0, 0)._storage._value)
    case 1: Builtin.shufflevector_Vec4xInt32_Vec4xInt32(all, all, Int32Vector(1, 1, 1, 1)._storage._value)
    case 2: Builtin.shufflevector_Vec4xInt32_Vec4xInt32(all, all, Int32Vector(2, 2, 2, 2)._storage._value)
    default: Builtin.shufflevector_Vec4xInt32_Vec4xInt32(all, all, Int32Vector(3, 3, 3, 3)._storage._value)
    }
  return cast(chosen, to: Int32Vector.self)
}
#endif
