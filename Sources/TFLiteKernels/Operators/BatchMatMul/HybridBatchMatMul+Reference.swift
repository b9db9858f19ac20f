/// The specification of BATCH_MATMUL with int8 weights.
///
/// The zero point's share is subtracted in float32 and truncated. Source: `tflite/kernels/batch_matmul.cc`, EvalHybrid;
/// `tflite/kernels/internal/reference/batch_matmul.h`.
extension HybridBatchMatMul {
  func runReference(_ call: OperatorCall) {
    let weights = call.input(1, as: Int8.self)
    let output = call.output(0, as: Float.self)
    let (rows, depth, columns) = (indexing.rows, shape.depth, shape.columns)
    var watch = call.stopWatch
    let activations = QuantizedRows(
      contiguousLeft(call.input(0), in: call.scratch, &watch), rowCount: indexing.leftRowCount, rowLength: depth,
      isAsymmetric: isAsymmetric, dynamicRange, call, scratch: call.scratch + 4 * indexing.leftElementCount)

    indexing.forEachStep { step in
      if watch.isOver(after: 64) { return false }
      for column in 0..<columns {
        if watch.isOver(after: depth &* (rows + 1)) { return false }
        let columnWeights = weights + step.rightMatrix * depth * columns + column * shape.right.column
        let sumWeights = weights + step.sumsMatrix * depth * columns + column * shape.right.column
        var columnSum: Int32 = 0
        for k in 0..<depth { columnSum &+= Int32(sumWeights[k * shape.right.row]) }
        for row in 0..<rows {
          let values = activations[row: step.leftMatrix * rows + row]
          let quantization = activations.quantization(ofRow: step.firstScale + row)
          var sum: Int32 = 0
          for k in 0..<depth { sum &+= Int32(values[k]) &* Int32(columnWeights[k * shape.right.row]) }
          let shifted = Float(sum) - Float(columnSum) * Float(quantization.zeroPoint)
          let total = abs(shifted) < 0x1p31 ? Int32(shifted) : sum
          let scale =
            scales.count == 1 ? quantization.scale * scales[0] : quantization.scale * scales[column]
          output[(step.output * rows + row) * columns + column] = 0 + scale * Float(total)
        }
      }
      return true
    }
  }

  /// The rows of all left matrices, one after the other.
  private func contiguousLeft(
    _ left: UnsafePointer<Float>, in scratch: UnsafeMutableRawPointer, _ watch: inout StopWatch
  ) -> UnsafePointer<Float> {
    guard shape.left.column != 1 else { return left }
    let matrixSize = shape.rows * shape.depth
    for matrix in 0..<indexing.leftElementCount / matrixSize {
      _ = shape.leftRows(at: left + matrix * matrixSize, in: scratch + 4 * matrix * matrixSize, &watch)
    }
    return UnsafePointer(scratch.assumingMemoryBound(to: Float.self))
  }
}
