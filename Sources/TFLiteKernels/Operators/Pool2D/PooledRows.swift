/// The output rows of all images, shared by threads.
struct PooledRows: Sendable {
  /// The pixels of the largest window within the image.
  let pixels: Int
  private let batches: Int
  private let rowsOfImage: Int
  /// The bytes of an image.
  private let input: Int
  private let output: Int
  /// Elements that are combined for an output row.
  private let workOfRow: Int

  init(batches: Int, window: Window, channels: Int, elementSize: Int) {
    let (vertical, horizontal) = (window.vertical, window.horizontal)
    pixels = min(vertical.windowSize, vertical.inputSize) * min(horizontal.windowSize, horizontal.inputSize)
    self.batches = batches
    rowsOfImage = vertical.outputSize
    input = vertical.inputSize * horizontal.inputSize * channels * elementSize
    output = vertical.outputSize * horizontal.outputSize * channels * elementSize
    workOfRow = horizontal.outputSize &* channels &* pixels &* elementSize
  }

  /// Whether a row takes so long that a run must be stopped within it: no piece of work is smaller than a row.
  var areLong: Bool { workOfRow > WorkSplit.longestPiece }

  /// Calls `body` with images and with rows of each of them.
  func forEachImage(
    _ call: OperatorCall,
    _ body: (_ input: UnsafeRawPointer, _ output: UnsafeMutableRawPointer, _ rows: Range<Int>) -> Void
  ) {
    call.workers.forEachRange(of: batches * rowsOfImage, minimumCount: (1 << 17) / max(workOfRow, 1) + 1) { rows in
      var next = rows.lowerBound
      while next < rows.upperBound {
        let (batch, first) = next.quotientAndRemainder(dividingBy: rowsOfImage)
        let last = min(rowsOfImage, first + rows.upperBound - next)
        body(call.inputBytes(0) + batch * input, call.outputBytes(0) + batch * output, first..<last)
        next += last - first
      }
    }
  }
}
