#if FOR_X86_64 && arch(x86_64) || FOR_ARM64 && arch(arm64)
extension EntryPoints {
  /// The size of the block that `packPreluScales` fills; nil where it would be large.
  @inline(never)
  public static func preluScalesByteCount(channels: Int) -> Int? {
    let groups = PackedPrelu.groups(channels: channels)
    guard (1...PackedPrelu.mostGroups).contains(groups) else { return nil }
    return PackedPrelu.headerByteCount &+ groups &* PackedPrelu.groupByteCount
  }

  /// Looks for scales in float32 with which `preluByScales` gives the results of `preluReference`. Each byte is tried with
  /// each slope.
  ///
  /// - Parameters:
  ///   - block: `preluScalesByteCount` bytes, aligned to 64.
  ///   - slopes: one byte for each channel.
  /// - Returns: false where a slope has no such scale; then the block holds nothing of use.
  @inline(never)
  public static func packPreluScales(
    into block: UnsafeMutableRawPointer, slopes: UnsafeRawPointer, channels: Int, scaled: ScaledOperands,
    range: OutputRange
  ) -> Bool {
    let limits = ByteRange(range)
    let search = PreluScaleSearch(scaled: unsigned(scaled, range), range: limits)
    guard let header = search.header(channels: channels) else { return false }
    block.storeBytes(of: header, as: PackedPrelu.Header.self)
    // Slopes come again: in other channels, and with each repetition of all channels.
    let found = UnsafeMutablePointer<ByteScale>.allocate(capacity: 256)
    defer { found.deallocate() }
    for i in 0..<256 { found[i] = ByteScale() }
    return PackedPrelu(address: block).forEachElement { element, place in
      let slope = Int(slopes.load(fromByteOffset: element % channels, as: UInt8.self) ^ limits.flip)
      if found[slope].scale.isNaN {
        guard let scale = search.scale(slope: Int32(slope)) else { return false }
        found[slope] = scale
      }
      place.storeBytes(of: found[slope].scale, as: Float.self)
      place.storeBytes(of: found[slope].offset, toByteOffset: MemoryLayout<FloatVector>.size, as: Float.self)
      return true
    }
  }

  /// What `preluReference` gives for `count` elements, the first one of the first channel.
  ///
  /// - Parameters:
  ///   - scales: what `packPreluScales` has filled for the same operands and range.
  ///   - input: readable for 64 bytes past the last element.
  ///   - output: may be the input.
  @inline(never)
  public static func preluByScales(
    _ scales: UnsafeRawPointer, input: UnsafeRawPointer, output: UnsafeMutableRawPointer, count: Int,
    range: OutputRange
  ) {
    let conversion = ByteConversion(ByteRange(range))
    let header = scales.loadUnaligned(as: PackedPrelu.Header.self)
    let operation = ScaledPrelu(header)
    let first = scales + PackedPrelu.headerByteCount
    let end = first + header.groups &* PackedPrelu.groupByteCount
    var (i, group) = (0, first)
    while i < count {
      let x = conversion.integers(input.loadUnaligned(fromByteOffset: i, as: ByteVector.self))
      var z = InlineArray<4, Int32Vector>(repeating: Int32Vector())
      for v in 0..<4 { z[unchecked: v] = operation(x[unchecked: v], group, v) }
      storeBytes(conversion.bytes(z), to: output + i, count: min(count &- i, ByteVector.scalarCount))
      i &+= ByteVector.scalarCount
      group += PackedPrelu.groupByteCount
      if group == end { group = first }
    }
  }
}

/// PRELU of one vector: a value times the scale of its channel, or of all values that are not negative.
private struct ScaledPrelu {
  let zeroPoint: Int32Vector
  let scale: FloatVector, offset: FloatVector

  @inline(__always) init(_ header: PackedPrelu.Header) {
    zeroPoint = Int32Vector(repeating: header.zeroPoint)
    scale = floats(header.identity.scale)
    offset = floats(header.identity.offset)
  }

  @inline(__always)
  func callAsFunction(_ a: Int32Vector, _ group: UnsafeRawPointer, _ vector: Int) -> Int32Vector {
    let value = a &- zeroPoint
    let isNegative = value .< Int32Vector()
    let scales = group + vector &* PackedPrelu.vectorByteCount
    let negativeScale = scales.loadUnaligned(as: FloatVector.self)
    let negativeOffset = scales.loadUnaligned(
      fromByteOffset: MemoryLayout<FloatVector>.size, as: FloatVector.self)
    return roundToEven(
      multiplyAdd(
        float(value), select(isNegative, negativeScale, scale), select(isNegative, negativeOffset, offset)))
  }
}

/// What a byte's distance from the zero point is multiplied by, and what is added to the product before it is rounded.
private struct ByteScale {
  var scale = Float.nan
  var offset = Float.nan
}

/// The scales of PRELU, in the order in which vectors of bytes are widened.
///
///     ┌────────┬──────── group 0: a vector of bytes ────────┬── group 1 ───
///     │ header │ scales 0 │ offsets 0 │ scales 1 │ ...      │ scales 0 │ ...
///     └────────┴──────────┴───────────┴──────────┴──────────┴──────────
///
/// As many groups as it takes until channels begin with a vector again.
private struct PackedPrelu {
  struct Header {
    var groups: Int
    var zeroPoint: Int32
    var identity: ByteScale
  }

  let address: UnsafeMutableRawPointer

  /// About what a first-level cache can spare.
  static var mostGroups: Int { 64 }
  static var headerByteCount: Int { 64 }
  static var vectorByteCount: Int { 2 &* MemoryLayout<FloatVector>.size }
  static var groupByteCount: Int { 4 &* vectorByteCount }

  static func groups(channels: Int) -> Int {
    // Both less what they have in common, which is a power of two.
    let common = min(ByteVector.scalarCount, 1 &<< channels.trailingZeroBitCount)
    return channels / common
  }

  /// Calls `body` with each element of the groups, and where its scale belongs, until it returns false.
  func forEachElement(_ body: (_ element: Int, _ place: UnsafeMutableRawPointer) -> Bool) -> Bool {
    var numbers = ByteVector()
    for i in 0..<ByteVector.scalarCount { numbers[i] = UInt8(truncatingIfNeeded: i) }
    let order = widen(numbers)
    let groups = address.loadUnaligned(as: Header.self).groups
    for group in 0..<groups {
      for vector in 0..<4 {
        let place =
          address + (Self.headerByteCount &+ group &* Self.groupByteCount &+ vector &* Self.vectorByteCount)
        for lane in 0..<Int32Vector.scalarCount {
          let element = group &* ByteVector.scalarCount &+ Int(order[vector][lane])
          if !body(element, place + 4 &* lane) { return false }
        }
      }
    }
    return true
  }
}

/// Looks for scales by trying all bytes.
private struct PreluScaleSearch {
  /// Of unsigned bytes.
  let scaled: EntryPoints.ScaledOperands
  let range: ByteRange

  func header(channels: Int) -> PackedPrelu.Header? {
    identity().map {
      PackedPrelu.Header(
        groups: PackedPrelu.groups(channels: channels), zeroPoint: scaled.left.zeroPoint, identity: $0)
    }
  }

  /// Of values that are not negative.
  private func identity() -> ByteScale? {
    let rescaling = Rescaling(scaled.left)
    return find(factor: 1, scaled.left, from: 0, through: 255 &- scaled.left.zeroPoint) { rescaling.product($0) }
  }

  /// Of negative values, with a slope.
  func scale(slope: Int32) -> ByteScale? {
    let rescaling = Rescaling(scaled.right)
    let factor = slope &- scaled.right.zeroPoint
    return find(factor: factor, scaled.right, from: 0 &- scaled.left.zeroPoint, through: -1) {
      rescaling.product($0 &* Int32Vector(repeating: factor))
    }
  }

  /// For the nearest float as scale, each value bounds the offset from both sides: what remains of them in the middle of
  /// it is tried.
  ///
  /// - Parameter integers: the results of values from `first` to `last`, less the zero point.
  private func find(
    factor: Int32, _ operand: EntryPoints.ScaledOperand, from first: Int32, through last: Int32,
    _ integers: (Int32Vector) -> Int32Vector
  ) -> ByteScale? {
    // Of normal floats, and of results that fit 32 bits.
    guard (-60...6).contains(operand.exponent) else { return nil }
    let power = Float(bitPattern: UInt32(truncatingIfNeeded: 96 &+ operand.exponent) &<< 23)
    let scale = Float(factor) * Float(operand.multiplier) * power
    var least = floats(Float(scaled.output.zeroPoint) - 1)
    var most = floats(Float(scaled.output.zeroPoint) + 1)
    @inline(__always) func results(_ values: Int32Vector) -> Int32Vector {
      range.clamp(integers(values) &+ Int32Vector(repeating: scaled.output.zeroPoint))
    }
    let (lower, upper) = (Int32Vector(repeating: Int32(range.lower)), Int32Vector(repeating: Int32(range.upper)))
    forEachVector(from: first, through: last) { values in
      let results = results(values)
      let middle = multiplyAdd(negated(float(values)), floats(scale), float(results))
      // What is clamped may be anything beyond.
      least = select(results .> lower, maximum(least, middle - floats(0.5)), least)
      most = select(results .< upper, minimum(most, middle + floats(0.5)), most)
      return true
    }
    var (low, high) = (least[0], most[0])
    for i in 1..<FloatVector.scalarCount { (low, high) = (max(low, least[i]), min(high, most[i])) }
    let offset = 0.5 * (low + high)
    let areSame = forEachVector(from: first, through: last) { values in
      let byIntegers = results(values)
      let byFloats = range.clamp(roundToEven(multiplyAdd(float(values), floats(scale), floats(offset))))
      return largest(or(byIntegers &- byFloats, byFloats &- byIntegers)) == 0
    }
    return areSame ? ByteScale(scale: scale, offset: offset) : nil
  }

  /// Calls `body` with all values, the last one perhaps several times, until it returns false.
  @inline(__always) @discardableResult
  private func forEachVector(from first: Int32, through last: Int32, _ body: (Int32Vector) -> Bool) -> Bool {
    let numbers = laneNumbers()
    var value = first
    while value <= last {
      if !body(minimum(Int32Vector(repeating: value) &+ numbers, Int32Vector(repeating: last))) { return false }
      value &+= Int32(truncatingIfNeeded: Int32Vector.scalarCount)
    }
    return true
  }
}
#endif
