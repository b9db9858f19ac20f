import TFLiteSchema

// What TFLite's default runtime hands to XNNPACK. The rest it computes with kernels of its own, and so do we.
//
// Source: `tflite/delegates/xnnpack/xnnpack_delegate.cc`, VisitConv2DNode and its like.
extension OperatorContext {
  /// Whether an operator with weights runs on XNNPACK, which wants all of them to be constants.
  func runsOnXNNPACK(filter: TensorDescriptor, bias: TensorDescriptor?, needsBias: Bool) -> Bool {
    guard numerics == .xnnpack, filter.constant != nil else { return false }
    return bias.map { $0.constant != nil } ?? !needsBias
  }
}

extension Window {
  /// The window as XNNPACK moves it.
  ///
  /// Where strides leave gaps between windows, `SAME` needs less than no padding. TFLite takes none then, but XNNPACK
  /// halves the negative number, so that windows start a little inside the image. Source: `reshape_convolution2d_nhwc` in
  /// XNNPACK's `src/operators/convolution-nhwc.c`.
  func onXNNPACK(_ padding: Padding) -> Window {
    guard padding == .same else { return self }
    return Window(vertical: vertical.onXNNPACK, horizontal: horizontal.onXNNPACK)
  }
}

extension WindowAxis {
  fileprivate var onXNNPACK: WindowAxis {
    let total = (outputSize - 1) * stride + (windowSize - 1) * dilation + 1 - inputSize
    return WindowAxis(
      inputSize: inputSize, windowSize: windowSize, stride: stride, dilation: dilation, outputSize: outputSize,
      paddingBefore: total >> 1)
  }
}
