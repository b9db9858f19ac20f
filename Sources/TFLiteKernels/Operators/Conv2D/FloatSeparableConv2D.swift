import TFLiteMicrokernels

/// DEPTHWISE_CONV_2D and the CONV_2D of single pixels behind it, in float32: some rows of the one, then the other on them
/// while they are in a near cache.
struct FloatSeparableConv2D: TotalOperator {
  private let depthwise: DepthwiseRows
  private let filter: PackedFilter
  private let output: [Int]
  private let split: WorkSplit
  /// Rows that are computed together.
  private let blockRows: Int
  private let matrix: Microkernels.ConvolutionShape
  /// What is fused into it.
  private var operations = TilePostOperations()

  var outputShapes: [[Int]] { [output] }
  var scratchByteCount: Int { split.scratchByteCount }
  var path: KernelPath { .vector }

  /// Results of the depthwise convolution that fit into the caches need not be kept there.
  private static let smallestIntermediate = 1 << 17
  /// Larger filters would be read anew for every block.
  private static let largestFilter = 1 << 17
  /// About half of what the nearest cache holds on the machines that were measured.
  private static let blockByteCount = 1 << 14

  /// nil where the convolution is none of single pixels, and where it would be no faster.
  fileprivate init?(_ depthwise: FloatDepthwiseConv2D, _ pointwise: FloatConv2D) {
    guard case .rows(let rows) = depthwise.vector, case .tiles(let tiles) = pointwise.vector, tiles.parts.count == 1,
      depthwise.postOperations.isEmpty, pointwise.operations.isEmpty, pointwise.shape.isPointwise
    else { return nil }
    let (depth, columns) = (pointwise.shape.inputChannels, pointwise.shape.outputChannels)
    let window = depthwise.shape.window
    let (width, rowCount) = (window.horizontal.outputSize, depthwise.shape.batches * window.vertical.outputSize)
    let rowByteCount = 4 * width * depth
    guard rowCount * rowByteCount >= Self.smallestIntermediate, 4 * depth * columns <= Self.largestFilter,
      width * depth * columns <= WorkSplit.longestPiece
    else { return nil }
    self.depthwise = rows
    filter = tiles.parts[0].filter
    output = pointwise.shape.output
    blockRows = max(1, Self.blockByteCount / rowByteCount)
    matrix = Microkernels.matrix(rows: blockRows * width, depth: depth, columns: columns)
    split = WorkSplit(
      rows: rowCount, columns: 1, minimumWork: 100_000 / (width * depth * columns),
      scratchPerChunk: (blockRows * rowByteCount + 63) / 64 * 64
        + filter.tiles.convolutionScratchByteCount(matrix))
  }

  func run(_ call: OperatorCall) {
    let width = output[2]
    let (rowSize, resultSize) = (width * matrix.channels, width * matrix.outputPixelStride)
    let (results, addend) = (call.outputBytes(0), operations.addend(call))
    split.run(call) { rows, _, scratch in
      let tileScratch = scratch + (4 * blockRows * rowSize + 63) / 64 * 64
      for first in stride(from: rows.lowerBound, to: rows.upperBound, by: blockRows) {
        let block = first..<min(first + blockRows, rows.upperBound)
        depthwise.run(input: call.inputBytes(0), output: scratch, rows: block)
        let bytes = 4 * first * resultSize..<4 * block.upperBound * resultSize
        filter.convolve(
          matrix, input: scratch, zeroPoint: 0,
          addend: addend.map { ($0.values + bytes.lowerBound, $0.lower, $0.upper) }, output: results + bytes.lowerBound,
          pixels: 0..<block.count * width, panels: 0..<filter.panelCount, scratch: tileScratch)
        for operation in operations.others { operation.apply(call, to: results, bytes: bytes) }
      }
    }
  }
}

extension FloatSeparableConv2D {
  func fusing(_ operation: any PostOperation) -> (any PreparedOperator)? {
    var fused = self
    fused.operations.append(operation)
    return fused
  }
}

extension FloatConv2D {
  func fusing(depthwise: any PreparedOperator) -> (any PreparedOperator)? {
    (depthwise as? FloatDepthwiseConv2D).flatMap { FloatSeparableConv2D($0, self) }
  }
}
