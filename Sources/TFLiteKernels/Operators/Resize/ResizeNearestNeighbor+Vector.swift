/// RESIZE_NEAREST_NEIGHBOR with all positions computed at *prepare*.
struct VectorResizeNearestNeighbor: Sendable {
  private let geometry: ResizeGeometry
  private let pixelSize: Int
  /// Where the input row for each output row starts in its image, and the input pixel for each output column in its
  /// row, in bytes.
  private let rows: [Int]
  private let columns: [Int]

  /// nil where plain loops have to do.
  init?(_ context: OperatorContext, _ resize: ResizeNearestNeighbor) {
    let geometry = resize.geometry
    // There may be no memory for as many positions as a file asks for.
    guard context.microkernels != nil, max(geometry.outputHeight, geometry.outputWidth) <= 1 << 16 else { return nil }
    self.geometry = geometry
    let pixelSize = geometry.channels &* resize.elementSize
    self.pixelSize = pixelSize
    // No piece of work is smaller than a row.
    guard geometry.outputWidth * pixelSize <= WorkSplit.longestPiece else { return nil }
    rows = (0..<geometry.outputHeight).map {
      resize.nearest($0, outputSize: geometry.outputHeight, inputSize: geometry.inputHeight)
        &* geometry.inputWidth &* pixelSize
    }
    columns = (0..<geometry.outputWidth).map {
      resize.nearest($0, outputSize: geometry.outputWidth, inputSize: geometry.inputWidth) &* pixelSize
    }
  }

  func run(_ call: OperatorCall) {
    let outputRowSize = geometry.outputWidth * pixelSize
    let count = geometry.batches * geometry.outputHeight
    call.workers.forEachRange(of: count, minimumCount: (1 << 16) / outputRowSize + 1) { part in
      for row in part {
        let result = call.outputBytes(0) + row * outputRowSize
        if row > part.lowerBound, row % geometry.outputHeight > 0,
          rows[row % geometry.outputHeight] == rows[row % geometry.outputHeight - 1]
        {
          // The row before is the same.
          result.copyMemory(from: result - outputRowSize, byteCount: outputRowSize)
        } else {
          copyRow(row, call, to: result)
        }
      }
    }
  }

  private func copyRow(_ row: Int, _ call: OperatorCall, to result: UnsafeMutableRawPointer) {
    let (batch, outputY) = row.quotientAndRemainder(dividingBy: geometry.outputHeight)
    let line = call.inputBytes(0) + batch * geometry.inputHeight * geometry.inputWidth * pixelSize + rows[outputY]
    var target = result
    for column in columns {
      target.copyMemory(from: line + column, byteCount: pixelSize)
      target += pixelSize
    }
  }
}
