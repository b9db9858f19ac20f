#if FOR_X86_64 && arch(x86_64) || FOR_ARM64 && arch(arm64)
extension EntryPoints {
  /// Convolves each channel of a float image with a kernel of its own, each sum in the order of kernel rows and columns;
  /// taps outside the image are skipped, and the bias is added last. So every instruction set, and a plain loop, give the
  /// same bits.
  ///
  /// Computes the output rows `rows`.
  ///
  /// - Parameters:
  ///   - shape: the depth multiplier is 1.
  ///   - isFused: whether a product is added as it is, instead of being rounded before.
  ///   - input: readable for 64 bytes past its end.
  ///   - weights: [kernel height, kernel width, channels], readable for 64 bytes past their end, as is the bias.
  ///   - bias: for each channel.
  @inline(never)
  public static func convolveDepthwiseFloat(
    _ shape: ConvolutionShape, isFused: Bool, input: UnsafeRawPointer, weights: UnsafeRawPointer,
    bias: UnsafeRawPointer, output: UnsafeMutableRawPointer, lower: Float, upper: Float, rows: Range<Int>
  ) {
    let call = FloatDepthwise(
      shape: shape, input: input, weights: weights, bias: bias, output: output,
      lower: FloatVector(repeating: lower), upper: FloatVector(repeating: upper))
    if isFused { call.run(FusedFloats.self, rows) } else { call.run(Floats.self, rows) }
  }
}

/// One call of `convolveDepthwiseFloat`.
struct FloatDepthwise {
  let shape: EntryPoints.ConvolutionShape
  let input: UnsafeRawPointer
  let weights: UnsafeRawPointer
  let bias: UnsafeRawPointer
  let output: UnsafeMutableRawPointer
  let lower: FloatVector, upper: FloatVector

  @inline(never) func run<Dot: FloatProduct>(_: Dot.Type, _ rows: Range<Int>) {
    for y in rows { run(Dot.self, y) }
  }

  /// One output row: four pixels at a time where all have the same taps inside the image, else one.
  @inline(__always) private func run<Dot: FloatProduct>(_: Dot.Type, _ y: Int) {
    let top = y &* shape.strideHeight &- shape.paddingTop
    let tapsY = taps(from: top, shape.kernelHeight, shape.dilationHeight, in: shape.inputHeight)
    var x = 0
    while x < shape.outputWidth {
      let left = x &* shape.strideWidth &- shape.paddingLeft
      let tapsX = taps(from: left, shape.kernelWidth, shape.dilationWidth, in: shape.inputWidth)
      let last = left &+ 3 &* shape.strideWidth &+ (shape.kernelWidth &- 1) &* shape.dilationWidth
      if left >= 0 && x &+ 4 <= shape.outputWidth && last < shape.inputWidth {
        pixels(Dot.self, InlineArray<4, Void>.self, y, x, top, left, tapsY, tapsX)
        x &+= 4
      } else {
        pixels(Dot.self, InlineArray<1, Void>.self, y, x, top, left, tapsY, tapsX)
        x &+= 1
      }
    }
  }

  /// The taps of one axis that lie inside the image.
  private func taps(from start: Int, _ count: Int, _ dilation: Int, in size: Int) -> Range<Int> {
    let first = start >= 0 ? 0 : (dilation &- 1 &- start) / dilation
    let end = start >= size ? 0 : (size &- start &+ dilation &- 1) / dilation
    return first..<max(first, min(end, count))
  }

  @inline(__always)
  private func pixels<Dot: FloatProduct, let T: Int>(
    _: Dot.Type, _: InlineArray<T, Void>.Type, _ y: Int, _ x: Int, _ top: Int, _ left: Int, _ tapsY: Range<Int>,
    _ tapsX: Range<Int>
  ) {
    let step = 4 &* shape.strideWidth &* shape.inputPixelStride
    var channel = 0
    while channel < shape.channels {
      var sums = InlineArray<T, Int32Vector>(repeating: Int32Vector())
      for ky in tapsY {
        for kx in tapsX {
          let pixel =
            input
            + 4
            &* ((top &+ ky &* shape.dilationHeight) &* shape.inputRowStride
              &+ (left &+ kx &* shape.dilationWidth) &* shape.inputPixelStride &+ channel)
          let weight = weights.loadUnaligned(
            fromByteOffset: 4 &* ((ky &* shape.kernelWidth &+ kx) &* shape.channels &+ channel), as: Int32Vector.self)
          for t in 0..<T {
            sums[unchecked: t] = Dot.accumulate(
              sums[unchecked: t], pixel.loadUnaligned(fromByteOffset: t &* step, as: Int32Vector.self), weight)
          }
        }
      }
      let biases = bias.loadUnaligned(fromByteOffset: 4 &* channel, as: FloatVector.self)
      let result = output + 4 &* (y &* shape.outputRowStride &+ x &* shape.outputPixelStride &+ channel)
      for t in 0..<T {
        let sum = cast(sums[unchecked: t], to: FloatVector.self) + biases
        let value = minimum(upper, maximum(lower, sum))
        storeBytes(
          cast(value, to: ByteVector.self), to: result + 4 &* t &* shape.outputPixelStride,
          count: min(4 &* (shape.channels &- channel), ByteVector.scalarCount))
      }
      channel &+= FloatVector.scalarCount
    }
  }
}
#endif
