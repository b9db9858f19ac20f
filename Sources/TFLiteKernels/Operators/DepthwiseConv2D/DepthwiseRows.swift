/// A depthwise convolution that computes any rows of its results, wherever they shall go.
protocol DepthwiseRows: Sendable {
  /// How many rows the results have, those of all images.
  var rowCount: Int { get }
  /// The bytes of a row of results.
  var rowByteCount: Int { get }
  /// How many rows beside each other take less time than one by one.
  var rowsAtOnce: Int { get }
  /// The working memory that a call needs, 64-byte aligned.
  var rowScratchByteCount: Int { get }

  /// - Parameters:
  ///   - input: the activations, with over-read padding.
  ///   - output: where the first of `rows` goes.
  ///   - rows: counts the rows of all images.
  func run(input: UnsafeRawPointer, output: UnsafeMutableRawPointer, rows: Range<Int>, scratch: UnsafeMutableRawPointer)
}
