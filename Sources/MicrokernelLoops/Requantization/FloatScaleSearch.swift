#if FOR_X86_64 && arch(x86_64) || FOR_ARM64 && arch(arm64)
/// Looks for the `FloatScales` of a vector of columns.
///
/// Both ways from sums to bytes are staircases that only rise. They are the same if each step of one is a step of the
/// other: if for each result k within the bounds, the least sum that reaches it by integers is at k - 1/2 or more by floats,
/// and the sum below is not. For a given scale, each step so bounds the offset from both sides; where the bounds leave room,
/// an offset in between will do. What rounding adds to a float sum or takes from it, half a unit in its last place, is kept
/// away from the bounds.
struct FloatScaleSearch {
  let zeroPoint: Int32
  let lower: Int32
  let upper: Int32

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
    let steps = UnsafeMutableRawPointer.allocate(byteCount: 256 &* MemoryLayout<Int32Vector>.size, alignment: 64)
    defer { steps.deallocate() }
    let scale = float(multiplier) * powerOfTwo(Int32Vector(repeating: -31) &- shift)
    var found = signs(multiplier &- Int32Vector(repeating: 1))
    let areFound = findSteps(steps, scale, roundingOffset: powerOfTwo(Int32Vector(repeating: -1) &- shift), integers)
    if largest(or(found, areFound)) >= 0 { return nil }

    var result = FloatScales(
      scale: FloatVector(), offset: floats(Float(zeroPoint)), negativeOffset: floats(Float(zeroPoint)))
    for attempt in 0..<Self.attempts {
      let neighbor = attempt % 2 == 0 ? attempt / 2 : -1 &- attempt / 2
      let tried = cast(cast(scale, to: Int32Vector.self) &+ Int32Vector(repeating: neighbor), to: FloatVector.self)
      let (offset, negativeOffset) = rooms(tried, steps)
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

  /// Writes the least sum that reaches each result from `lower + 1` on.
  ///
  /// - Parameter roundingOffset: what the first of the reference's roundings adds to a product.
  /// - Returns: -1 in lanes in which all were found.
  @inline(__always)
  private func findSteps(
    _ steps: UnsafeMutableRawPointer, _ scale: FloatVector, roundingOffset: FloatVector,
    _ integers: (Int32Vector) -> Int32Vector
  ) -> Int32Vector {
    let inverse = floats(1) / scale
    var areFound = Int32Vector(repeating: -1)
    for i in 0..<upper &- lower {
      let result = lower &+ 1 &+ i
      let offset = result > zeroPoint ? negated(roundingOffset) : roundingOffset
      let estimate = (floats(distance(result)) + offset) * inverse
      // Sums are floats without being rounded up to 2^24.
      let isExact = cast(absolute(estimate) .< floats(0x1p23), to: Int32Vector.self)
      let sum = roundToEven(estimate)
      let reaches = self.reaches(result, integers(sum))
      let neighbor = sum &+ Int32Vector(repeating: 1) &+ reaches &+ reaches
      // The step lies between both.
      areFound = and(areFound, and(isExact, xor(reaches, self.reaches(result, integers(neighbor)))))
      steps.storeBytes(
        of: maximum(sum, neighbor), toByteOffset: Int(i) &* MemoryLayout<Int32Vector>.size, as: Int32Vector.self)
    }
    return areFound
  }

  /// -1 in lanes whose value is a result or more.
  @inline(__always) private func reaches(_ result: Int32, _ values: Int32Vector) -> Int32Vector {
    signs(Int32Vector(repeating: result &- 1) &- values)
  }

  /// From the zero point to where a result begins.
  @inline(__always) private func distance(_ result: Int32) -> Float { Float(result &- zeroPoint) - 0.5 }

  /// What the steps leave of offsets, less the zero point, of sums that are not negative and of those that are.
  @inline(__always) private func rooms(_ scale: FloatVector, _ steps: UnsafeMutableRawPointer) -> (Room, Room) {
    var room = Room()
    var negativeRoom = Room()
    for i in 0..<upper &- lower {
      let result = lower &+ 1 &+ i
      let step = float(steps.load(fromByteOffset: Int(i) &* MemoryLayout<Int32Vector>.size, as: Int32Vector.self))
      // A little more than half a unit in the last place: the bounds are rounded, too.
      let error = floats((Float(result) - 0.5).ulp * 0.501)
      let least = multiplyAdd(negated(step), scale, floats(distance(result))) + error
      let most = multiplyAdd(floats(1) - step, scale, floats(distance(result))) - error
      if result > zeroPoint { room.narrow(least, most) } else { negativeRoom.narrow(least, most) }
    }
    return (room, negativeRoom)
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
