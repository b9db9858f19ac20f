#if FOR_X86_64 && arch(x86_64) || FOR_ARM64 && arch(arm64)
/// One float per word.
protocol FloatProduct: DotProduct where Weight == Float {}

extension FloatProduct {
  @inline(__always) static var readsRuns: Bool { true }
  @inline(__always) static var isExact: Bool { false }
}

/// Products are rounded, then added.
enum Floats: FloatProduct {
  @inline(__always) static var roundsProducts: Bool { true }

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
#endif
