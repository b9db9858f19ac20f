#if FOR_X86_64 && arch(x86_64) || FOR_ARM64 && arch(arm64)
extension EntryPoints {
  /// The largest of each channel's bytes under a window that slides over an image; windows are cut off at the image's
  /// edges, and have at least one pixel inside.
  ///
  /// Computes the output rows `rows`.
  ///
  /// - Parameters:
  ///   - shape: the window is the kernel; dilations are not used.
  ///   - input: readable for 64 bytes past its end.
  ///   - lower, upper: the results' bounds, in values of the elements' type.
  @inline(never)
  public static func maxPool(
    _ shape: ConvolutionShape, input: UnsafeRawPointer, output: UnsafeMutableRawPointer, isSigned: Bool,
    lower: Int32, upper: Int32, rows: Range<Int>
  ) {
    PoolLoop(shape: shape, input: input, output: output).run(rows, MaximumPool(isSigned, lower, upper))
  }

  /// The mean of each channel's bytes under a window, as `maxPool`: the sum divided by the number of pixels inside,
  /// rounded half away from zero (uint8: up). Windows have fewer than 65536 pixels.
  @inline(never)
  public static func averagePool(
    _ shape: ConvolutionShape, input: UnsafeRawPointer, output: UnsafeMutableRawPointer, isSigned: Bool,
    lower: Int32, upper: Int32, rows: Range<Int>
  ) {
    PoolLoop(shape: shape, input: input, output: output).run(rows, AveragePool(isSigned, lower, upper))
  }
}

/// What a window makes of the bytes under it, a vector of channels at a time.
protocol Pool {
  associatedtype State

  func start() -> State
  func add(_ bytes: ByteVector, to state: inout State)
  func finish(_ state: State, count: Int) -> ByteVector
}

/// Slides the window.
struct PoolLoop {
  let shape: EntryPoints.ConvolutionShape
  let input: UnsafeRawPointer
  let output: UnsafeMutableRawPointer

  @inline(__always) func run<P: Pool>(_ rows: Range<Int>, _ pool: P) {
    for y in rows {
      let top = y &* shape.strideHeight &- shape.paddingTop
      let ys = max(top, 0)..<min(top &+ shape.kernelHeight, shape.inputHeight)
      for x in 0..<shape.outputWidth {
        let left = x &* shape.strideWidth &- shape.paddingLeft
        let xs = max(left, 0)..<min(left &+ shape.kernelWidth, shape.inputWidth)
        let result = output + (y &* shape.outputRowStride &+ x &* shape.outputPixelStride)
        var channel = 0
        while channel < shape.channels {
          var state = pool.start()
          for inputY in ys {
            var pixel =
              input
              + (inputY &* shape.inputRowStride &+ xs.lowerBound &* shape.inputPixelStride &+ channel)
            for _ in xs {
              pool.add(pixel.loadUnaligned(as: ByteVector.self), to: &state)
              pixel += shape.inputPixelStride
            }
          }
          storeBytes(
            pool.finish(state, count: ys.count &* xs.count), to: result + channel,
            count: min(shape.channels &- channel, ByteVector.scalarCount))
          channel &+= ByteVector.scalarCount
        }
      }
    }
  }
}

/// Bounds of pooled bytes, in unsigned terms.
struct PoolRange {
  let flip: ByteVector, lower: ByteVector, upper: ByteVector

  @inline(__always) init(_ isSigned: Bool, _ lower: Int32, _ upper: Int32) {
    let offset: Int32 = isSigned ? 128 : 0
    flip = ByteVector(repeating: isSigned ? 0x80 : 0)
    self.lower = ByteVector(repeating: UInt8(truncatingIfNeeded: lower &+ offset))
    self.upper = ByteVector(repeating: UInt8(truncatingIfNeeded: upper &+ offset))
  }

  @inline(__always) func finish(_ bytes: ByteVector) -> ByteVector {
    xor(minimum(maximum(bytes, lower), upper), flip)
  }
}

struct MaximumPool: Pool {
  let range: PoolRange

  @inline(__always) init(_ isSigned: Bool, _ lower: Int32, _ upper: Int32) {
    range = PoolRange(isSigned, lower, upper)
  }

  @inline(__always) func start() -> ByteVector { ByteVector() }

  @inline(__always) func add(_ bytes: ByteVector, to state: inout ByteVector) {
    state = maximum(state, xor(bytes, range.flip))
  }

  @inline(__always) func finish(_ state: ByteVector, count: Int) -> ByteVector { range.finish(state) }
}

struct AveragePool: Pool {
  let range: PoolRange
  /// 128 for int8.
  let offset: Int32

  @inline(__always) init(_ isSigned: Bool, _ lower: Int32, _ upper: Int32) {
    range = PoolRange(isSigned, lower, upper)
    offset = isSigned ? 128 : 0
  }

  @inline(__always) func start() -> InlineArray<4, Int32Vector> { InlineArray(repeating: Int32Vector()) }

  @inline(__always) func add(_ bytes: ByteVector, to state: inout InlineArray<4, Int32Vector>) {
    let words = widen(xor(bytes, range.flip))
    for v in 0..<4 { state[unchecked: v] &+= words[unchecked: v] }
  }

  /// Sums and counts below 2^24 are exact as floats, and a quotient of them that is not an integer is too far from the
  /// next for the division to round up to it.
  @inline(__always) func finish(_ state: InlineArray<4, Int32Vector>, count: Int) -> ByteVector {
    let divisor = FloatVector(repeating: Float(count))
    let half = Int32Vector(repeating: Int32(truncatingIfNeeded: count / 2))
    let zero = Int32Vector(repeating: offset &* Int32(truncatingIfNeeded: count))
    var means = InlineArray<4, Int32Vector>(repeating: Int32Vector())
    for v in 0..<4 {
      let sum = state[unchecked: v] &- zero
      // Half is subtracted from negative sums: (half ^ s) - s with s = -1.
      let s = signs(sum)
      let dividend = sum &+ xor(half, s) &- s
      means[unchecked: v] = truncate(float(dividend) / divisor) &+ Int32Vector(repeating: offset)
    }
    return range.finish(
      narrow(narrow(means[unchecked: 0], means[unchecked: 1]), narrow(means[unchecked: 2], means[unchecked: 3])))
  }
}
#endif
