#if FOR_X86_64 && arch(x86_64) || FOR_ARM64 && arch(arm64)
extension EntryPoints {
  /// Quantizes floats to int8 by adding a half away from zero and cutting off the fraction:
  /// `clamp(truncate(x * inverseScale ± 1/2) + zeroPoint)`. Not a number becomes the zero point.
  ///
  /// Goes over whole vectors and reads nothing past them.
  ///
  /// - Parameters:
  ///   - input: `count` floats.
  ///   - output: `count` bytes.
  /// - Returns: how many elements these are.
  @inline(never)
  public static func quantizeByTruncation(
    input: UnsafeRawPointer, output: UnsafeMutableRawPointer, count: Int, inverseScale: Float, zeroPoint: Int32,
    lower: Int32, upper: Int32
  ) -> Int {
    let quantization = ByteQuantization(
      inverseScale: inverseScale, zeroPoint: zeroPoint, lower: lower, upper: upper)
    let whole = count / ByteVector.scalarCount
    if !quantization.run(input, output, vectors: whole, UsualTruncation()) {
      quantization.run(input, output, vectors: whole, SaturatingTruncation(quantization))
    }
    return whole &* ByteVector.scalarCount
  }

  /// Makes floats of sums of products of stored values, in place: `(sum - zeroPoint * weightSum)` times the scale of the
  /// channel's weights and that of the activations, plus bias, clamped; not a number stays.
  ///
  /// - Parameters:
  ///   - values: `pixels * channels` sums, readable for 64 bytes past the end; the results.
  ///   - weightSums, weightScales, bias: for each channel, readable for 64 bytes past the end.
  ///   - scalesFirst: whether the scales are multiplied with each other, instead of one after the other with the sum.
  @inline(never)
  public static func scaleSums(
    _ values: UnsafeMutableRawPointer, pixels: Int, channels: Int, zeroPoint: Int32, scale: Float,
    weightSums: UnsafeRawPointer, weightScales: UnsafeRawPointer, scalesFirst: Bool, bias: UnsafeRawPointer?,
    lower: Float, upper: Float
  ) {
    // So many pixels stay in the cache next to the processor while one vector of channels after the other is done.
    let block = 16
    for first in stride(from: 0, to: pixels, by: block) {
      for channel in stride(from: 0, to: channels, by: FloatVector.scalarCount) {
        let offset = 4 &* channel
        let weightScale = weightScales.loadUnaligned(fromByteOffset: offset, as: FloatVector.self)
        // To add -0 changes nothing.
        var addend = floats(-0.0)
        if let bias { addend = bias.loadUnaligned(fromByteOffset: offset, as: FloatVector.self) }
        let scaling = SumScaling(
          share: Int32Vector(repeating: zeroPoint)
            &* weightSums.loadUnaligned(fromByteOffset: offset, as: Int32Vector.self),
          scales: scalesFirst ? (weightScale * floats(scale), floats(1)) : (weightScale, floats(scale)),
          bias: addend,
          lowest: floats(lower), highest: floats(upper))
        scaling.run(
          values + (4 &* first &* channels &+ offset), pixels: min(block, pixels &- first), step: 4 &* channels,
          lanes: min(channels &- channel, FloatVector.scalarCount))
      }
    }
  }
}

/// `clamp(Float(sum - share) * scales.0 * scales.1 + bias)` for a vector of channels. Where there is no second scale it is 1,
/// so that nothing has to be asked for each pixel.
private struct SumScaling {
  let share: Int32Vector
  let scales: (FloatVector, FloatVector)
  let bias: FloatVector
  let lowest: FloatVector
  let highest: FloatVector

  @inline(__always) func run(_ values: UnsafeMutableRawPointer, pixels: Int, step: Int, lanes: Int) {
    var address = values
    if lanes == FloatVector.scalarCount {
      for _ in 0..<pixels {
        address.storeBytes(of: self(address), as: FloatVector.self)
        address += step
      }
    } else {
      for _ in 0..<pixels {
        storeFloats(self(address), to: address, count: lanes)
        address += step
      }
    }
  }

  @inline(__always) private func callAsFunction(_ sums: UnsafeMutableRawPointer) -> FloatVector {
    let real = float(sums.loadUnaligned(as: Int32Vector.self) &- share)
    return minimum(highest, maximum(lowest, real * scales.0 * scales.1 + bias))
  }
}

/// `clamp(integer + zeroPoint)`, as bytes.
private struct ByteQuantization {
  let inverseScale: FloatVector
  let zeroPoint: Int32
  let lower: Int32
  let upper: Int32

  init(inverseScale: Float, zeroPoint: Int32, lower: Int32, upper: Int32) {
    self.inverseScale = floats(inverseScale)
    (self.zeroPoint, self.lower, self.upper) = (zeroPoint, lower, upper)
  }

  /// - Returns: whether all integers had less than 16 bits, so that the zero point does not take them out of 32 bits. What
  ///   does not fit there a processor makes the smallest integer, or the nearest.
  @inline(__always) @discardableResult
  func run(
    _ input: UnsafeRawPointer, _ output: UnsafeMutableRawPointer, vectors: Int, _ truncation: some Truncation
  ) -> Bool {
    @inline(__always) func words(_ value: Int32) -> Int16Vector {
      Int16Vector(repeating: Int16(truncatingIfNeeded: value))
    }
    let (lowest, highest, zeroPoints) = (words(lower &- zeroPoint), words(upper &- zeroPoint), words(zeroPoint))
    var (least, greatest) = (Int16Vector(), Int16Vector())
    for vector in 0..<vectors {
      let first = vector &* ByteVector.scalarCount
      @inline(__always) func integers(_ part: Int) -> Int32Vector {
        let offset = 4 &* (first &+ part &* Int32Vector.scalarCount)
        let x = input.loadUnaligned(fromByteOffset: offset, as: FloatVector.self) * inverseScale
        return truncation(x + copySign(floats(0.5), of: x))
      }
      // Before the zero point is added, which 16 bits may not have room for otherwise.
      @inline(__always) func quantized(_ a: Int32Vector, _ b: Int32Vector) -> Int16Vector {
        let integers = narrow(a, b)
        (least, greatest) = (minimum(least, integers), maximum(greatest, integers))
        return minimum(highest, maximum(lowest, integers)) &+ zeroPoints
      }
      let bytes = narrowSigned(quantized(integers(0), integers(1)), quantized(integers(2), integers(3)))
      output.storeBytes(of: memoryOrder(bytes), toByteOffset: first, as: ByteVector.self)
    }
    let opposites = cast(xor(cast(least, to: Int32Vector.self), Int32Vector(repeating: -1)), to: Int16Vector.self)
    let pairs = cast(maximum(greatest, opposites), to: Int32Vector.self)
    let half = Int32Vector(repeating: 16)
    let extremes = maximum(shiftRight(pairs, by: half), shiftRight(shiftLeft(pairs, by: half), by: half))
    return largest(extremes) < Int32(Int16.max)
  }
}

/// How floats lose their fractions. It is no closure: see Traps.
private protocol Truncation {
  func callAsFunction(_ a: FloatVector) -> Int32Vector
}

/// Right where the integer fits into 32 bits.
private struct UsualTruncation: Truncation {
  @inline(__always) func callAsFunction(_ a: FloatVector) -> Int32Vector { truncate(a) }
}

/// Towards zero, the nearest integer of 32 bits where there is none, and 0 for not a number: limited such that the zero
/// point can be added, which goes round where it leaves 32 bits, as in the C library.
private struct SaturatingTruncation: Truncation {
  private let zeroPoint: Int32Vector
  private let lower: Int32Vector
  private let upper: Int32Vector

  init(_ quantization: ByteQuantization) {
    zeroPoint = Int32Vector(repeating: quantization.zeroPoint)
    (lower, upper) = (Int32Vector(repeating: quantization.lower), Int32Vector(repeating: quantization.upper))
  }

  @inline(__always) func callAsFunction(_ a: FloatVector) -> Int32Vector {
    minimum(upper, maximum(lower, saturating(a) &+ zeroPoint)) &- zeroPoint
  }

  /// Beyond 23 bits, only the limits are right.
  @inline(__always) private func saturating(_ a: FloatVector) -> Int32Vector {
    let limit = floats(0x1p23)
    let small = truncate(maximum(minimum(replaceNaN(a), limit), negated(limit)))
    // Chosen as bits: no number is computed with.
    let (largest, smallest) = (Int32Vector(repeating: .max), Int32Vector(repeating: .min))
    let capped = select(
      a .>= floats(0x1p31), cast(largest, to: FloatVector.self), cast(small, to: FloatVector.self))
    return cast(select(a .<= floats(-0x1p31), cast(smallest, to: FloatVector.self), capped), to: Int32Vector.self)
  }
}
#endif
