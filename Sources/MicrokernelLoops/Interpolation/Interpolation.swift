#if FOR_X86_64 && arch(x86_64) || FOR_ARM64 && arch(arm64)
extension EntryPoints {
  /// Where an output pixel lies between two pixels of an input row: their offsets in bytes from the row's start, and the
  /// distance from the left one, in pixels, in 1/1024 or in 1/2048 of a pixel.
  public typealias PixelPosition = (left: Int, right: Int, fraction: Float)

  /// Interpolates bytes between four pixels, in float32 from left to right without fused multiply-add; the fraction of
  /// the result is cut off.
  ///
  /// - Parameters:
  ///   - top, bottom: two rows of input pixels, readable for 64 bytes past the end.
  ///   - vertical: the distance from the upper row, in pixels.
  ///   - columns: one position for each of `count` output pixels, in pixels.
  ///   - output: `count` pixels of `channels` bytes.
  @inline(never)
  public static func interpolateFloat(
    top: UnsafeRawPointer, bottom: UnsafeRawPointer, vertical: Float, columns: UnsafePointer<PixelPosition>,
    count: Int, channels: Int, output: UnsafeMutableRawPointer
  ) {
    InterpolationLoop<FloatInterpolation>(flip: 0).run(
      top: top, bottom: bottom, vertical: vertical, columns: columns, count: count, channels: channels, output: output)
  }

  /// Interpolates signed bytes between four pixels, in fixed point with 10 fractional bits in each direction, rounded
  /// with halves away from zero.
  ///
  /// Positions are integers, in 1/1024 of a pixel; otherwise as `interpolateFloat`.
  @inline(never)
  public static func interpolateFixed(
    top: UnsafeRawPointer, bottom: UnsafeRawPointer, vertical: Float, columns: UnsafePointer<PixelPosition>,
    count: Int, channels: Int, output: UnsafeMutableRawPointer
  ) {
    InterpolationLoop<FixedInterpolation>(flip: 0x80).run(
      top: top, bottom: bottom, vertical: vertical, columns: columns, count: count, channels: channels, output: output)
  }

  /// Interpolates bytes between four pixels as XNNPACK does: in fixed point with 11 fractional bits in each direction,
  /// rounded with halves upward.
  ///
  /// Positions are integers of at most one pixel, in 1/2048 of a pixel; otherwise as `interpolateFloat`.
  ///
  /// - Parameter isSigned: int8 pixels if true, else uint8.
  @inline(never)
  public static func interpolateXNNPACK(
    top: UnsafeRawPointer, bottom: UnsafeRawPointer, vertical: Float, columns: UnsafePointer<PixelPosition>,
    count: Int, channels: Int, isSigned: Bool, output: UnsafeMutableRawPointer
  ) {
    InterpolationLoop<XNNPACKInterpolation>(flip: isSigned ? 0x80 : 0).run(
      top: top, bottom: bottom, vertical: vertical, columns: columns, count: count, channels: channels, output: output)
  }
}

extension EntryPoints {
  /// Interpolates float32 elements between four pixels, as `interpolateFloat`, without cutting anything off; -0 becomes 0.
  ///
  /// Positions are in bytes, `channels` are floats.
  @inline(never)
  public static func interpolateFloats(
    top: UnsafeRawPointer, bottom: UnsafeRawPointer, vertical: Float, columns: UnsafePointer<PixelPosition>,
    count: Int, channels: Int, output: UnsafeMutableRawPointer
  ) {
    for column in 0..<count {
      let position = columns[column]
      let method = FloatInterpolation(vertical: vertical, horizontal: position.fraction)
      let result = output + 4 &* column &* channels
      var channel = 0
      while channel < channels {
        @inline(__always) func load(_ row: UnsafeRawPointer, _ pixel: Int) -> FloatVector {
          row.loadUnaligned(fromByteOffset: pixel &+ 4 &* channel, as: FloatVector.self)
        }
        let sum = method.sum(
          load(top, position.left), load(top, position.right), load(bottom, position.left),
          load(bottom, position.right))
        storeFloats(
          sum + FloatVector(), to: result + 4 &* channel, count: min(channels &- channel, FloatVector.scalarCount))
        channel &+= FloatVector.scalarCount
      }
    }
  }
}

/// What becomes of four pixels, a vector of channels at a time.
protocol Interpolation {
  /// From the distances to the upper row and to the left pixel.
  init(vertical: Float, horizontal: Float)

  func callAsFunction(
    _ topLeft: Int32Vector, _ topRight: Int32Vector, _ bottomLeft: Int32Vector, _ bottomRight: Int32Vector
  ) -> Int32Vector
}

/// The loop around an interpolation: all pixels of one output row.
struct InterpolationLoop<Method: Interpolation> {
  /// 0x80 for int8 pixels, which are flipped to unsigned for widening and back afterwards.
  let flip: UInt8

  @inline(__always)
  func run(
    top: UnsafeRawPointer, bottom: UnsafeRawPointer, vertical: Float,
    columns: UnsafePointer<EntryPoints.PixelPosition>, count: Int, channels: Int, output: UnsafeMutableRawPointer
  ) {
    let flips = ByteVector(repeating: flip)
    let offset = Int32Vector(repeating: Int32(flip))
    for column in 0..<count {
      let position = columns[column]
      let method = Method(vertical: vertical, horizontal: position.fraction)
      let result = output + column &* channels
      var channel = 0
      while channel < channels {
        @inline(__always) func load(_ row: UnsafeRawPointer, _ pixel: Int) -> InlineArray<4, Int32Vector> {
          widen(xor(row.loadUnaligned(fromByteOffset: pixel &+ channel, as: ByteVector.self), flips))
        }
        let (a, b) = (load(top, position.left), load(top, position.right))
        let (c, d) = (load(bottom, position.left), load(bottom, position.right))
        var z = InlineArray<4, Int32Vector>(repeating: offset)
        for v in 0..<4 {
          z[unchecked: v] &+= method(
            a[unchecked: v] &- offset, b[unchecked: v] &- offset, c[unchecked: v] &- offset, d[unchecked: v] &- offset)
        }
        let low = narrow(z[unchecked: 0], z[unchecked: 1])
        let high = narrow(z[unchecked: 2], z[unchecked: 3])
        storeBytes(
          xor(narrow(low, high), flips), to: result + channel, count: min(channels &- channel, ByteVector.scalarCount))
        channel &+= ByteVector.scalarCount
      }
    }
  }
}

struct FloatInterpolation: Interpolation {
  let up: FloatVector, down: FloatVector, left: FloatVector, right: FloatVector

  @inline(__always) init(vertical: Float, horizontal: Float) {
    up = FloatVector(repeating: 1 - vertical)
    down = FloatVector(repeating: vertical)
    left = FloatVector(repeating: 1 - horizontal)
    right = FloatVector(repeating: horizontal)
  }

  @inline(__always)
  func callAsFunction(
    _ topLeft: Int32Vector, _ topRight: Int32Vector, _ bottomLeft: Int32Vector, _ bottomRight: Int32Vector
  ) -> Int32Vector {
    let sum = sum(float(topLeft), float(topRight), float(bottomLeft), float(bottomRight))
    return truncate(sum + FloatVector(repeating: 0.5))
  }

  @inline(__always)
  func sum(
    _ topLeft: FloatVector, _ topRight: FloatVector, _ bottomLeft: FloatVector, _ bottomRight: FloatVector
  ) -> FloatVector {
    topLeft * up * left + bottomLeft * down * left + topRight * up * right + bottomRight * down * right
  }
}

/// The shares of four pixels, which add up to the square of a pixel's units, so that a sum of products fits 32 bits, whatever
/// becomes of parts of it.
struct PixelShares {
  let topLeft: Int32Vector, topRight: Int32Vector, bottomLeft: Int32Vector, bottomRight: Int32Vector

  @inline(__always) init(vertical: Float, horizontal: Float, unit: Int32) {
    let (down, right) = (Int32(vertical), Int32(horizontal))
    let (up, left) = (unit &- down, unit &- right)
    topLeft = Int32Vector(repeating: up &* left)
    topRight = Int32Vector(repeating: up &* right)
    bottomLeft = Int32Vector(repeating: down &* left)
    bottomRight = Int32Vector(repeating: down &* right)
  }

  @inline(__always)
  func sum(_ a: Int32Vector, _ b: Int32Vector, _ c: Int32Vector, _ d: Int32Vector) -> Int32Vector {
    a &* topLeft &+ b &* topRight &+ c &* bottomLeft &+ d &* bottomRight
  }
}

struct XNNPACKInterpolation: Interpolation {
  let shares: PixelShares

  @inline(__always) init(vertical: Float, horizontal: Float) {
    shares = PixelShares(vertical: vertical, horizontal: horizontal, unit: 2048)
  }

  @inline(__always)
  func callAsFunction(
    _ a: Int32Vector, _ b: Int32Vector, _ c: Int32Vector, _ d: Int32Vector
  ) -> Int32Vector {
    shiftRight(shares.sum(a, b, c, d) &+ Int32Vector(repeating: 1 << 21), by: Int32Vector(repeating: 22))
  }
}

struct FixedInterpolation: Interpolation {
  let shares: PixelShares

  @inline(__always) init(vertical: Float, horizontal: Float) {
    shares = PixelShares(vertical: vertical, horizontal: horizontal, unit: 1024)
  }

  @inline(__always)
  func callAsFunction(
    _ a: Int32Vector, _ b: Int32Vector, _ c: Int32Vector, _ d: Int32Vector
  ) -> Int32Vector {
    let sum = shares.sum(a, b, c, d)
    // The magnitude is rounded: (sum ^ s) - s with s = 0 or -1.
    let s = signs(sum)
    let magnitude = xor(sum, s) &- s &+ Int32Vector(repeating: 1 << 19)
    return xor(shiftRight(magnitude, by: Int32Vector(repeating: 20)), s) &- s
  }
}
#endif
