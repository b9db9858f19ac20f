import TFLiteSchema

/// How a convolution or pooling window moves along one spatial dimension.
///
/// Source: `tflite/kernels/padding.h`. With `SAME` padding the odd extra element goes behind.
struct WindowAxis: Equatable, Sendable {
  let inputSize: Int
  let windowSize: Int
  let stride: Int
  let dilation: Int
  let outputSize: Int
  /// Elements of padding before the first input element.
  let paddingBefore: Int

  /// The input position of a tap, which may lie in the padding.
  @inline(__always)
  func inputPosition(output: Int, tap: Int) -> Int { output &* stride &- paddingBefore &+ tap &* dilation }
}

extension WindowAxis {
  /// The taps of one output position that lie inside the image.
  func tapsInside(output: Int) -> Range<Int> {
    let start = inputPosition(output: output, tap: 0)
    let first = start >= 0 ? 0 : (-start + dilation - 1) / dilation
    let last = start >= inputSize ? 0 : (inputSize - start + dilation - 1) / dilation
    return first < min(last, windowSize) ? first..<min(last, windowSize) : 0..<0
  }
}

/// The two spatial dimensions of a window on an NHWC tensor.
struct Window: Equatable, Sendable {
  let vertical: WindowAxis
  let horizontal: WindowAxis
}

extension Window {
  /// The same window on an image whose border of zeros is not stored any more; nil where it could see nothing but the
  /// border.
  func fusing(_ padding: SpatialPadding) -> Window? {
    guard let vertical = vertical.fusing(before: padding.top, behind: padding.bottom),
      let horizontal = horizontal.fusing(before: padding.left, behind: padding.right)
    else { return nil }
    return Window(vertical: vertical, horizontal: horizontal)
  }
}

extension WindowAxis {
  fileprivate func fusing(before: Int, behind: Int) -> WindowAxis? {
    let reach = (windowSize - 1) * dilation + 1
    let image = inputSize - before - behind
    let paddingBefore = paddingBefore + before
    let paddingBehind = (outputSize - 1) * stride + reach - paddingBefore - image
    guard image > 0, paddingBefore < reach, paddingBehind < reach else { return nil }
    return WindowAxis(
      inputSize: image, windowSize: windowSize, stride: stride, dilation: dilation, outputSize: outputSize,
      paddingBefore: paddingBefore)
  }
}

/// How an operator's options say that its window moves.
protocol WindowOptions {
  var padding: Padding { get }
  var strideH: Int32 { get }
  var strideW: Int32 { get }
  var dilationHFactor: Int32 { get }
  var dilationWFactor: Int32 { get }
}

extension Conv2DOptions: WindowOptions {}
extension DepthwiseConv2DOptions: WindowOptions {}
extension Pool2DOptions: WindowOptions {
  var dilationHFactor: Int32 { 1 }
  var dilationWFactor: Int32 { 1 }
}

extension OperatorContext {
  /// Lays a window on the height and width of an NHWC tensor.
  ///
  /// - Throws: ``KernelError`` when a stride or dilation is below 1 or the window has no output position.
  func window(
    on input: TensorDescriptor, height: Int, width: Int, _ options: some WindowOptions
  ) throws(KernelError) -> Window {
    try window(
      on: input, imageHeight: input.shape[1], imageWidth: input.shape[2], height: height, width: width, options)
  }

  /// Lays a window on an image whose size a tensor tells.
  ///
  /// - Throws: ``KernelError`` when a stride or dilation is below 1 or the window has no output position.
  func window(
    on tensor: TensorDescriptor, imageHeight: Int, imageWidth: Int, height: Int, width: Int,
    _ options: some WindowOptions
  ) throws(KernelError) -> Window {
    Window(
      vertical: try windowAxis(
        on: tensor, inputSize: imageHeight, windowSize: height, stride: try positive(options.strideH, "stride_h"),
        dilation: try positive(options.dilationHFactor, "dilation_h_factor"), padding: options.padding),
      horizontal: try windowAxis(
        on: tensor, inputSize: imageWidth, windowSize: width, stride: try positive(options.strideW, "stride_w"),
        dilation: try positive(options.dilationWFactor, "dilation_w_factor"), padding: options.padding))
  }

  func windowAxis(
    on input: TensorDescriptor, inputSize: Int, windowSize: Int, stride: Int, dilation: Int, padding: Padding
  ) throws(KernelError) -> WindowAxis {
    // All factors stem from 32-bit fields, so that 64-bit products cannot overflow.
    let reach = (windowSize - 1) * dilation + 1
    let outputSize =
      switch padding {
      case .same: (inputSize + stride - 1) / stride
      case .valid: (inputSize + stride - reach) / stride
      }
    guard outputSize >= 1 else {
      throw .shape(
        identity, input.identity, found: input.shape,
        expected: "at least \(reach) rows and columns for the window that slides over it")
    }
    let total = max(0, (outputSize - 1) * stride + reach - inputSize)
    return WindowAxis(
      inputSize: inputSize, windowSize: windowSize, stride: stride, dilation: dilation, outputSize: outputSize,
      paddingBefore: total / 2)
  }
}
