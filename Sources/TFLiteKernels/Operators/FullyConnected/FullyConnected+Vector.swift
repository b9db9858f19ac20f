/// FULLY_CONNECTED with 8-bit weights that are packed for the instruction set that runs it.
struct VectorFullyConnected: Sendable {
  private let product: VectorConvolution
  /// Where tiles leave the sums as they are, these stand in working memory behind the tiles' own.
  private let accumulatorCount: Int

  /// nil where the weights are not constants, and where plain loops are asked for.
  init?(
    _ context: OperatorContext, rows: Int, depth: Int, units: Int, isSigned: Bool, inputZeroPoint: Int32,
    weightsZeroPoint: Int32, requantization: Requantization
  ) {
    guard rows > 0, let kernels = context.microkernels?.convolution, let constant = context.constantFilter() else {
      return nil
    }
    let filter = PackedFilter(
      kernels,
      weights: constant.weights.packed(
        kernels, isSigned: isSigned, zeroPoint: weightsZeroPoint, columns: units, depth: depth,
        preparesRows: PackedBlock.isWorthPreparing(rows: rows)),
      isSigned: isSigned, channels: 0..<units, bias: constant.biasElements(), inputZeroPoint: inputZeroPoint,
      requantization: requantization)
    product = VectorConvolution(rows: rows, depth: depth, columns: units, filter: filter)
    accumulatorCount = filter.resultSize == 1 ? 0 : rows * units
  }

  var scratchByteCount: Int { product.scratchByteCount + 4 * accumulatorCount }

  func run<Element: QuantizedInteger>(_ call: OperatorCall, _ layer: FullyConnected<Element>) {
    let isFinished = accumulatorCount == 0
    let accumulators = call.scratch + product.scratchByteCount
    product.run(call, input: call.inputBytes(0), output: isFinished ? call.outputBytes(0) : accumulators) { _ in
      layer.inputZeroPoint
    }
    guard !isFinished else { return }
    call.workers.forEachRange(of: layer.rows, minimumCount: 4096 / layer.units) { rows in
      layer.requantize(accumulators.assumingMemoryBound(to: Int32.self), to: call.output(0), rows: rows)
    }
  }
}

extension FullyConnected {
  @specialized(where Element == UInt8)
  @specialized(where Element == Int8)
  fileprivate func requantize(
    _ accumulators: UnsafePointer<Int32>, to output: UnsafeMutablePointer<Element>, rows: Range<Int>
  ) {
    for row in rows {
      for unit in 0..<units {
        output[row * units + unit] = requantization.apply(accumulators[row * units + unit], channel: unit)
      }
    }
  }
}
