#if FOR_X86_64 && arch(x86_64) || FOR_ARM64 && arch(arm64)
extension EntryPoints {
  /// Adds floats, and clamps the sums; not a number stays.
  ///
  /// - Parameters:
  ///   - left, right: readable for 64 bytes past the last element that `rows` names.
  ///   - output: nothing but the results is written. May be an array that is read.
  @inline(never)
  public static func addFloats(
    left: UnsafeRawPointer, right: UnsafeRawPointer, output: UnsafeMutableRawPointer, rows: PairedRows, lower: Float,
    upper: Float
  ) {
    FloatPairLoop(operation: Clamped(operation: SumOfFloats(), lower: lower, upper: upper))
      .run(left: left, right: right, output: output, rows: rows)
  }

  /// Adds rows of floats, the shorter ones of the right operand as if zeros followed them; otherwise as `addFloats`.
  ///
  /// - Parameters:
  ///   - count: of a row of the left operand and of the results.
  ///   - rightCount: of a row of the right operand, at most `count`.
  @inline(never)
  public static func addPaddedFloats(
    left: UnsafeRawPointer, right: UnsafeRawPointer, output: UnsafeMutableRawPointer, rows: Int, count: Int,
    rightCount: Int, lower: Float, upper: Float
  ) {
    let sum = Clamped(operation: SumOfFloats(), lower: lower, upper: upper)
    let lanes = FloatVector.scalarCount
    // The vector of a row in which the right operand ends.
    let end = rightCount / lanes &* lanes
    let mask = maskOfFirst(rightCount &- end)
    // The last vector of a row reaches back over the one before: a store of a part of a vector would delay the load of the
    // next row. So it is computed before that one is written.
    let last = max(0, count &- lanes)
    let lastMask = maskOfFirst(min(lanes, max(0, rightCount &- last)))
    for row in 0..<rows {
      let left = left + 4 &* row &* count
      let right = right + 4 &* row &* rightCount
      let output = output + 4 &* row &* count
      let lastSum = sum(
        left.loadUnaligned(fromByteOffset: 4 &* last, as: FloatVector.self),
        masked(right + 4 &* min(last, rightCount), lastMask))
      var i = 0
      while i < last {
        let a = left.loadUnaligned(fromByteOffset: 4 &* i, as: FloatVector.self)
        let b =
          i < end
          ? right.loadUnaligned(fromByteOffset: 4 &* i, as: FloatVector.self)
          : i == end ? masked(right + 4 &* i, mask) : FloatVector()
        output.storeBytes(of: sum(a, b), toByteOffset: 4 &* i, as: FloatVector.self)
        i &+= lanes
      }
      storeFloats(lastSum, to: output + 4 &* last, count: min(count, lanes))
    }
  }

  @inline(__always) private static func masked(_ address: UnsafeRawPointer, _ mask: Int32Vector) -> FloatVector {
    cast(and(address.loadUnaligned(as: Int32Vector.self), mask), to: FloatVector.self)
  }

  /// All bits of the first `count` lanes, and none of the others.
  @inline(__always) private static func maskOfFirst(_ count: Int) -> Int32Vector {
    var mask = Int32Vector()
    for lane in 0..<count { mask[lane] = -1 }
    return mask
  }

  /// Subtracts floats; otherwise as `addFloats`.
  @inline(never)
  public static func subtractFloats(
    left: UnsafeRawPointer, right: UnsafeRawPointer, output: UnsafeMutableRawPointer, rows: PairedRows, lower: Float,
    upper: Float
  ) {
    FloatPairLoop(operation: Clamped(operation: DifferenceOfFloats(), lower: lower, upper: upper))
      .run(left: left, right: right, output: output, rows: rows)
  }

  /// Multiplies floats; otherwise as `addFloats`.
  @inline(never)
  public static func multiplyFloats(
    left: UnsafeRawPointer, right: UnsafeRawPointer, output: UnsafeMutableRawPointer, rows: PairedRows, lower: Float,
    upper: Float
  ) {
    FloatPairLoop(operation: Clamped(operation: ProductOfFloats(), lower: lower, upper: upper))
      .run(left: left, right: right, output: output, rows: rows)
  }

  /// Multiplies floats by slopes, the right operand, where they are negative or not numbers, else by `one`; otherwise as
  /// `addFloats`.
  ///
  /// - Parameter one: 1. A product with it makes 0 of a subnormal number, as the reference has it; the compiler would
  ///   leave out one with a constant.
  @inline(never)
  public static func preluFloats(
    left: UnsafeRawPointer, right: UnsafeRawPointer, output: UnsafeMutableRawPointer, rows: PairedRows, one: Float
  ) {
    FloatPairLoop(operation: SlopeOfFloats(one: FloatVector(repeating: one)))
      .run(left: left, right: right, output: output, rows: rows)
  }
}

/// Two floats in, one float out, independently for each element.
protocol FloatPairOperation {
  func callAsFunction(_ left: FloatVector, _ right: FloatVector) -> FloatVector
}

struct SumOfFloats: FloatPairOperation {
  @inline(__always) func callAsFunction(_ a: FloatVector, _ b: FloatVector) -> FloatVector { a + b }
}

struct DifferenceOfFloats: FloatPairOperation {
  @inline(__always) func callAsFunction(_ a: FloatVector, _ b: FloatVector) -> FloatVector { a - b }
}

struct ProductOfFloats: FloatPairOperation {
  @inline(__always) func callAsFunction(_ a: FloatVector, _ b: FloatVector) -> FloatVector { a * b }
}

struct SlopeOfFloats: FloatPairOperation {
  let one: FloatVector

  @inline(__always) func callAsFunction(_ a: FloatVector, _ b: FloatVector) -> FloatVector {
    a * select(a .>= FloatVector(), one, b)
  }
}

struct Clamped<Operation: FloatPairOperation>: FloatPairOperation {
  private let operation: Operation
  private let lower: FloatVector
  private let upper: FloatVector

  @inline(__always)
  init(operation: Operation, lower: Float, upper: Float) {
    self.operation = operation
    self.lower = FloatVector(repeating: lower)
    self.upper = FloatVector(repeating: upper)
  }

  @inline(__always) func callAsFunction(_ a: FloatVector, _ b: FloatVector) -> FloatVector {
    minimum(upper, maximum(lower, operation(a, b)))
  }
}

/// The loop around an operation on pairs of floats.
struct FloatPairLoop<Operation: FloatPairOperation> {
  let operation: Operation

  @inline(__always)
  func run(
    left: UnsafeRawPointer, right: UnsafeRawPointer, output: UnsafeMutableRawPointer, rows: EntryPoints.PairedRows
  ) {
    for row in 0..<rows.rows {
      let (left, right) = (left + 4 &* row &* rows.leftRowStep, right + 4 &* row &* rows.rightRowStep)
      let output = output + 4 &* row &* rows.count
      // Read before anything is written: the output may be an operand.
      let leftValue = FloatVector(repeating: left.load(as: Float.self))
      let rightValue = FloatVector(repeating: right.load(as: Float.self))
      var i = 0
      while i < rows.count {
        let a = rows.leftStep == 0 ? leftValue : left.loadUnaligned(fromByteOffset: 4 &* i, as: FloatVector.self)
        let b = rows.rightStep == 0 ? rightValue : right.loadUnaligned(fromByteOffset: 4 &* i, as: FloatVector.self)
        let result = operation(a, b)
        storeFloats(result, to: output + 4 &* i, count: min(rows.count &- i, FloatVector.scalarCount))
        i &+= FloatVector.scalarCount
      }
    }
  }
}
#endif
