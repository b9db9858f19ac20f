#if FOR_X86_64 && arch(x86_64) || FOR_ARM64 && arch(arm64)
/// Looks for the `FloatScales` of a vector of columns.
///
/// Both ways from sums to bytes are staircases that only rise. They are the same if each step of one is a step of the
/// other: if for each result k within the bounds, the least sum that reaches it by integers is at k - 1/2 or more by floats,
/// and the sum below is not. For a given scale, each step so bounds the offset from both sides; where the bounds leave room,
/// an offset in between will do. What rounding adds to a float sum or takes from it, half a unit in its last place, is kept
/// away from the bounds.
struct FloatScaleSearch: ~Copyable {
  private let zeroPoint: Int32
  private let lower: Int32
  /// How many results there are that a sum must reach: all but the lowest.
  private let count: Int
  /// How many of them are not above the zero point.
  private let negativeCount: Int
  /// Where each of these results begins.
  private let starts: UnsafeMutablePointer<Start>
  /// For a vector of columns, the least sum that reaches each of them, as floats, negated.
  private let steps: UnsafeMutablePointer<FloatVector>

  /// Where a result begins.
  private struct Start {
    /// From the zero point.
    let distance: Float
    /// A little more than half a unit in the last place: the bounds are rounded, too.
    let error: Float
  }

  @inline(__always) init(zeroPoint: Int32, lower: Int32, upper: Int32) {
    self.zeroPoint = zeroPoint
    self.lower = lower
    count = Int(max(0, upper &- lower))
    negativeCount = min(count, Int(max(0, zeroPoint &- lower)))
    starts = .allocate(capacity: count)
    steps = .allocate(capacity: count)
    for i in 0..<count {
      let result = Float(lower &+ 1 &+ Int32(truncatingIfNeeded: i))
      starts[i] = Start(distance: result - Float(zeroPoint) - 0.5, error: (result - 0.5).ulp * 0.501)
    }
  }

  deinit {
    starts.deallocate()
    steps.deallocate()
  }

  /// How many floats are tried as scale: the nearest one and its neighbors.
  private static var attempts: Int32 { 9 }

  /// - Parameters:
  ///   - multiplier: in 31-bit fixed point; 0 in lanes without a column.
  ///   - shift: 1 or more, to the right.
  ///   - integers: the results by integers.
  /// - Returns: nil if a column has no such scale.
  @inline(__always)
  func scales(
    multiplier: Int32Vector, shift: Int32Vector, integers: (Int32Vector) -> Int32Vector
  ) -> FloatScales? {
    let scale = float(multiplier) * powerOfTwo(Int32Vector(repeating: -31) &- shift)
    var found = signs(multiplier &- Int32Vector(repeating: 1))
    let roundingOffset = powerOfTwo(Int32Vector(repeating: -1) &- shift)
    let areFound = and(
      findSteps(0..<negativeCount, scale, roundingOffset, integers),
      findSteps(negativeCount..<count, scale, negated(roundingOffset), integers))
    if largest(or(found, areFound)) >= 0 { return nil }

    var result = FloatScales(
      scale: FloatVector(), offset: floats(Float(zeroPoint)), negativeOffset: floats(Float(zeroPoint)))
    for attempt in 0..<Self.attempts {
      let neighbor = attempt % 2 == 0 ? attempt / 2 : -1 &- attempt / 2
      let tried = cast(cast(scale, to: Int32Vector.self) &+ Int32Vector(repeating: neighbor), to: FloatVector.self)
      let (offset, negativeOffset) = (room(negativeCount..<count, tried), room(0..<negativeCount, tried))
      let areMissing = xor(found, Int32Vector(repeating: -1))
      let fits = and(areMissing, and(offset.isLeft(zeroPoint), negativeOffset.isLeft(zeroPoint)))
      let isNew = cast(fits, to: SIMDMask<Int32Vector>.self)
      result = FloatScales(
        scale: select(isNew, tried, result.scale),
        offset: select(isNew, offset.middle(zeroPoint), result.offset),
        negativeOffset: select(isNew, negativeOffset.middle(zeroPoint), result.negativeOffset))
      found = or(found, fits)
      if largest(found) < 0 { return result }
    }
    return nil
  }

  /// Writes the least sums that reach results.
  ///
  /// - Parameter roundingOffset: what the first of the reference's roundings takes from a product.
  /// - Returns: -1 in lanes in which all were found.
  @inline(__always)
  private func findSteps(
    _ range: Range<Int>, _ scale: FloatVector, _ roundingOffset: FloatVector, _ integers: (Int32Vector) -> Int32Vector
  ) -> Int32Vector {
    let inverse = floats(1) / scale
    var areFound = Int32Vector(repeating: -1)
    for i in range {
      let result = lower &+ 1 &+ Int32(truncatingIfNeeded: i)
      let estimate = (floats(starts[i].distance) + roundingOffset) * inverse
      // Sums are floats without being rounded up to 2^24.
      let isExact = cast(absolute(estimate) .< floats(0x1p23), to: Int32Vector.self)
      let sum = roundToEven(estimate)
      let reaches = self.reaches(result, integers(sum))
      let neighbor = sum &+ Int32Vector(repeating: 1) &+ reaches &+ reaches
      // The step lies between both.
      areFound = and(areFound, and(isExact, xor(reaches, self.reaches(result, integers(neighbor)))))
      steps[i] = float(Int32Vector() &- maximum(sum, neighbor))
    }
    return areFound
  }

  /// -1 in lanes whose value is a result or more.
  @inline(__always) private func reaches(_ result: Int32, _ values: Int32Vector) -> Int32Vector {
    signs(Int32Vector(repeating: result &- 1) &- values)
  }

  /// What the steps of some results leave of offsets, less the zero point.
  @inline(__always) private func room(_ range: Range<Int>, _ scale: FloatVector) -> Room {
    var room = Room()
    for i in range {
      let (distance, error) = (floats(starts[i].distance), floats(starts[i].error))
      room.narrow(
        multiplyAdd(steps[i], scale, distance) + error, multiplyAdd(steps[i] + floats(1), scale, distance) - error)
    }
    return room
  }

  /// Offsets, less the zero point.
  private struct Room {
    var least = floats(-0.25)
    var most = floats(0.25)

    @inline(__always) mutating func narrow(_ least: FloatVector, _ most: FloatVector) {
      self.least = maximum(least, self.least)
      self.most = minimum(most, self.most)
    }

    /// The float in the middle of it, zero point included.
    @inline(__always) func middle(_ zeroPoint: Int32) -> FloatVector {
      floats(Float(zeroPoint)) + (least + most) * floats(0.5)
    }

    /// -1 in lanes where that lies within the bounds.
    @inline(__always) func isLeft(_ zeroPoint: Int32) -> Int32Vector {
      let offset = middle(zeroPoint) - floats(Float(zeroPoint))
      return and(cast(least .< offset, to: Int32Vector.self), cast(offset .< most, to: Int32Vector.self))
    }
  }

  /// For exponents of normal floats.
  @inline(__always) private func powerOfTwo(_ exponents: Int32Vector) -> FloatVector {
    cast(
      shiftLeft(exponents &+ Int32Vector(repeating: 127), by: Int32Vector(repeating: 23)), to: FloatVector.self)
  }
}
#endif
