#if FOR_ARM64 && arch(arm64)
// Multiplications that take one element of a vector for all lanes. A load into every lane costs as much as a product on
// the processors that the models of Benchmarks/README.md stand for; here, one load without that serves four words.
import Builtin

/// What a tile needs of a kind of product.
typealias TileProduct = DotProduct

extension Tile {
  /// Adds the products of `words` words of each row, and moves `w` past their weights: four words at a time, then one.
  @inline(__always)
  static func addProducts(
    to acc: inout Accumulators, _ row: InlineArray<R, UnsafeRawPointer>, words: Int,
    _ w: inout UnsafePointer<Int32Vector>
  ) {
    var word = 0
    if Dot.wordElements == 2 {
      // Pairs of 16-bit integers are taken apart in any case: nothing is saved.
    } else if Dot.isExact && R &* V <= 4 {
      // So few accumulators would wait for each other: each of the four words has its own.
      let zeros = Accumulators(repeating: InlineArray<R, Int32Vector>(repeating: Int32Vector()))
      var (first, second, third) = (zeros, zeros, zeros)
      while word &+ 4 <= words {
        let x = load(row, 4 &* word)
        addProducts(to: &acc, x, InlineArray<0, Void>.self, w)
        addProducts(to: &first, x, InlineArray<1, Void>.self, w)
        addProducts(to: &second, x, InlineArray<2, Void>.self, w)
        addProducts(to: &third, x, InlineArray<3, Void>.self, w)
        w += 4 &* V
        word &+= 4
      }
      for v in 0..<V {
        for r in 0..<R {
          acc[unchecked: v][unchecked: r] &+=
            first[unchecked: v][unchecked: r] &+ second[unchecked: v][unchecked: r] &+ third[unchecked: v][unchecked: r]
        }
      }
    } else {
      while word &+ 4 <= words {
        let x = load(row, 4 &* word)
        addProducts(to: &acc, x, InlineArray<0, Void>.self, w)
        addProducts(to: &acc, x, InlineArray<1, Void>.self, w)
        addProducts(to: &acc, x, InlineArray<2, Void>.self, w)
        addProducts(to: &acc, x, InlineArray<3, Void>.self, w)
        w += 4 &* V
        word &+= 4
      }
    }
    while word < words {
      addProducts(to: &acc, row, offset: 4 &* word, w)
      w += V
      word &+= 1
    }
  }

  /// Four words of each row, `offset` bytes from its start.
  @inline(__always)
  private static func load(_ row: InlineArray<R, UnsafeRawPointer>, _ offset: Int) -> InlineArray<R, Int32Vector> {
    var x = InlineArray<R, Int32Vector>(repeating: Int32Vector())
    for r in 0..<R {
      x[unchecked: r] = Dot.prepare((row[unchecked: r] + offset).loadUnaligned(as: Int32Vector.self))
    }
    return x
  }

  /// Word `I` of four of each row. The array type only carries the number.
  @inline(__always)
  private static func addProducts<let I: Int>(
    to acc: inout Accumulators, _ x: InlineArray<R, Int32Vector>, _: InlineArray<I, Void>.Type,
    _ w: UnsafePointer<Int32Vector>
  ) {
    for v in 0..<V {
      let weights = w[I &* V &+ v]
      for r in 0..<R {
        acc[unchecked: v][unchecked: r] = Dot.accumulate(
          acc[unchecked: v][unchecked: r], element(x[unchecked: r], InlineArray<I, Void>.self), weights)
      }
    }
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
