import TFLiteSchema

/// The sizes of a transposed convolution, checked against each other.
struct TransposeConvShape: Equatable, Sendable {
  let batches: Int
  let inputHeight: Int
  let inputWidth: Int
  let inputChannels: Int
  /// How the window moves over the output: `inputSize` is the output's.
  let window: Window
  let outputChannels: Int

  var outputHeight: Int { window.vertical.inputSize }
  var outputWidth: Int { window.horizontal.inputSize }
  var output: [Int] { [batches, outputHeight, outputWidth, outputChannels] }
  var imageSize: Int { inputHeight * inputWidth * inputChannels }
  var filterElementCount: Int {
    outputChannels * window.vertical.windowSize * window.horizontal.windowSize * inputChannels
  }
}

extension TransposeConvShape {
  /// Whether XNNPACK takes such a convolution.
  ///
  /// Source: `tflite/delegates/xnnpack/xnnpack_delegate.cc`, CalculateTransposeConvPaddings.
  func suitsXNNPACK(_ padding: Padding) -> Bool {
    // The axes' output sizes are those of the ordinary convolution that leads from this output back to an input.
    window.vertical.outputSize == inputHeight && window.horizontal.outputSize == inputWidth
      && (padding == .valid || window.vertical.hasNoGaps && window.horizontal.hasNoGaps)
  }
}

extension WindowAxis {
  /// Whether neighboring windows touch or overlap.
  fileprivate var hasNoGaps: Bool { windowSize >= stride }
}

extension TransposeConvOptions: WindowOptions {
  var dilationHFactor: Int32 { 1 }
  var dilationWFactor: Int32 { 1 }
}
