#if FOR_X86_64 && arch(x86_64) || FOR_ARM64 && arch(arm64)
extension EntryPoints {
  /// Where a convolution finds its activations and puts its results. Lengths are in pixels, strides in elements.
  ///
  /// The pixel of tap (ky, kx) for the output (oy, ox) is
  /// `(oy * strideHeight + ky * dilationHeight - paddingTop, ox * strideWidth + kx * dilationWidth - paddingLeft)`; outside
  /// the image it is the input's zero point. A product of matrices is a convolution with a kernel of one pixel whose rows
  /// are pixels: `inputHeight` and `outputWidth` 1 and so on.
  ///
  /// `channels` is the number of input channels one output sees; in a grouped convolution, less than the pixel stride.
  public typealias ConvolutionShape = (
    inputHeight: Int, inputWidth: Int, inputRowStride: Int, inputPixelStride: Int, channels: Int,
    kernelHeight: Int, kernelWidth: Int, strideHeight: Int, strideWidth: Int,
    dilationHeight: Int, dilationWidth: Int, paddingTop: Int, paddingLeft: Int,
    outputWidth: Int, outputRowStride: Int, outputPixelStride: Int
  )

  /// Floats that are added to results, each to the one in the same place, before the sums are clamped: an array that is
  /// laid out as the output, readable for 64 bytes past its end.
  public typealias Addend = (values: UnsafeRawPointer, lower: Float, upper: Float)
}

/// Of `count` taps along one axis, the first at `start` and each `dilation` behind the one before, those that lie inside an
/// image of that size.
@inline(__always) func insideTaps(from start: Int, _ count: Int, _ dilation: Int, in size: Int) -> Range<Int> {
  // A division takes as long as many products.
  @inline(__always) func steps(_ distance: Int) -> Int {
    dilation == 1 ? distance : (distance &+ dilation &- 1) / dilation
  }
  let first = start >= 0 ? 0 : min(steps(-start), count)
  let end = start >= size ? 0 : steps(size &- start)
  return first..<max(first, min(end, count))
}
#endif
