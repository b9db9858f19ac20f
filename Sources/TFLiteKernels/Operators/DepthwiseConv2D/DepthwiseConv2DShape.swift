/// The sizes of a depthwise convolution, checked against each other.
struct DepthwiseConv2DShape: Equatable, Sendable {
  let batches: Int
  var window: Window
  let inputChannels: Int
  let depthMultiplier: Int

  var outputChannels: Int { inputChannels * depthMultiplier }

  var tapCount: Int { window.vertical.windowSize * window.horizontal.windowSize }

  /// The products of a row of results.
  var rowProducts: Int { window.horizontal.outputSize &* tapCount &* outputChannels }

  /// Whether a row of results takes so long that a run must be stopped within it: inner loops do whole rows.
  var hasLongRows: Bool { rowProducts > WorkSplit.longestPiece }

  /// The rows of the results, those of all images.
  var rowCount: Int { batches * window.vertical.outputSize }

  /// Elements of one image of the input.
  var imageSize: Int { window.vertical.inputSize * window.horizontal.inputSize * inputChannels }

  var output: [Int] { [batches, window.vertical.outputSize, window.horizontal.outputSize, outputChannels] }
}
