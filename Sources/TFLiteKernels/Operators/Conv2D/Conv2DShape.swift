/// The sizes of a convolution, checked against each other.
struct Conv2DShape: Equatable, Sendable {
  let batches: Int
  var window: Window
  let inputChannels: Int
  /// Input channels that one output channel sees.
  let filterChannels: Int
  let outputChannels: Int

  /// Input channels that share output channels with no other.
  var groups: Int { inputChannels / filterChannels }

  /// Output channels that share the same input channels.
  var outputChannelsPerGroup: Int { outputChannels / groups }

  /// The products in one sum, away from the borders.
  var filterSize: Int { window.vertical.windowSize * window.horizontal.windowSize * filterChannels }

  /// Whether each output pixel depends on the input pixel in the same place alone.
  var isPointwise: Bool {
    groups == 1
      && [window.vertical, window.horizontal].allSatisfy {
        $0.windowSize == 1 && $0.stride == 1 && $0.paddingBefore == 0 && $0.inputSize == $0.outputSize
      }
  }

  /// The rows of the results, those of all images.
  var rowCount: Int { batches * window.vertical.outputSize }

  var output: [Int] { [batches, window.vertical.outputSize, window.horizontal.outputSize, outputChannels] }
}
