import TFLiteMicrokernels

/// DEPTHWISE_CONV_2D and the CONV_2D of single pixels behind it: some rows of the one, then the other on them while they
/// are in a near cache. And threads come together once, not twice: where an operator takes microseconds, that is a part
/// of its time.
struct SeparableConv2D: TotalOperator {
  private let depthwise: any DepthwiseRows
  private let filter: PackedFilter
  /// Of the results of the depthwise convolution.
  private let zeroPoint: Int32
  private let output: [Int]
  private let split: WorkSplit
  /// Rows that are computed together.
  private let blockRows: Int
  /// Of a block's results of the depthwise convolution, with over-read padding.
  private let blockByteCount: Int
  private let matrix: Microkernels.ConvolutionShape
  /// What is fused into it.
  private var operations = TilePostOperations()

  var outputShapes: [[Int]] { [output] }
  var scratchByteCount: Int { split.scratchByteCount }
  var path: KernelPath { .vector }

  /// Larger filters would be read anew for every block.
  private static let largestFilter = 1 << 17
  /// About half of what the nearest cache holds on the machines that were measured.
  private static let usualBlockByteCount = 1 << 14
  /// Where threads get so many rows each, one more or less does not matter.
  private static let manyRows = 4

  /// nil where the convolution is none of single pixels, and where it would be no faster.
  ///
  /// - Parameters:
  ///   - pointwise: the convolution of `shape`.
  ///   - zeroPoint: of what is between both.
  ///   - threadCount: how many threads shall share the work.
  init?(
    _ depthwise: any DepthwiseRows, _ pointwise: VectorConvolution, _ shape: Conv2DShape, zeroPoint: Int32 = 0,
    threadCount: Int
  ) {
    guard shape.isPointwise, pointwise.parts.count == 1 else { return nil }
    let (depth, columns) = (shape.inputChannels, shape.outputChannels)
    let (width, rowCount) = (shape.window.horizontal.outputSize, depthwise.rowCount)
    let filter = pointwise.parts[0].filter
    let minimumRows = (VectorConvolution.leastPixels - 1) / width + 1
    guard filter.resultSize == filter.activationSize,
      filter.activationSize * depth * columns <= Self.largestFilter, width * depth * columns <= WorkSplit.longestPiece,
      // By themselves, the convolutions share out channels, too.
      threadCount == 1 || rowCount / minimumRows >= threadCount,
      rowCount % threadCount == 0 || rowCount / threadCount >= Self.manyRows
    else { return nil }
    self.depthwise = depthwise
    self.filter = filter
    self.zeroPoint = zeroPoint
    output = shape.output
    let rows = max(1, Self.usualBlockByteCount / depthwise.rowByteCount)
    blockRows = (rows + depthwise.rowsAtOnce - 1) / depthwise.rowsAtOnce * depthwise.rowsAtOnce
    blockByteCount = (blockRows * depthwise.rowByteCount + 127) / 64 * 64
    matrix = Microkernels.matrix(rows: blockRows * width, depth: depth, columns: columns)
    split = WorkSplit(
      rows: rowCount, columns: 1,
      minimumWork: VectorConvolution.productsWorthSharing / (width * depth * columns), minimumRows: minimumRows,
      scratchPerChunk: blockByteCount
        + max(depthwise.rowScratchByteCount, filter.tiles.convolutionScratchByteCount(matrix)))
  }

  func run(_ call: OperatorCall) {
    let width = output[2]
    let rowByteCount = width * matrix.outputPixelStride * filter.resultSize
    let (results, addend) = (call.outputBytes(0), operations.addend(call))
    split.run(call) { rows, _, scratch in
      let ownScratch = scratch + blockByteCount
      for first in stride(from: rows.lowerBound, to: rows.upperBound, by: blockRows) {
        let block = first..<min(first + blockRows, rows.upperBound)
        depthwise.run(input: call.inputBytes(0), output: scratch, rows: block, scratch: ownScratch)
        let bytes = first * rowByteCount..<block.upperBound * rowByteCount
        filter.convolve(
          matrix, input: scratch, zeroPoint: zeroPoint,
          addend: addend.map { ($0.values + bytes.lowerBound, $0.lower, $0.upper) }, output: results + bytes.lowerBound,
          pixels: 0..<block.count * width, panels: 0..<filter.panelCount, scratch: ownScratch)
        for operation in operations.others { operation.apply(call, to: results, bytes: bytes) }
      }
    }
  }
}

extension SeparableConv2D {
  func fusing(_ operation: any PostOperation) -> (any PreparedOperator)? {
    var fused = self
    fused.operations.append(operation)
    return fused
  }
}
