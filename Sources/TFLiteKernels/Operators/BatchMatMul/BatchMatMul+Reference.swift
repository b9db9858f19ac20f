/// The specification of BATCH_MATMUL in float32: each sum adds its products in the order of the depth.
///
/// Source: `tflite/kernels/internal/reference/batch_matmul.h`.
extension FloatBatchMatMul {
  func runReference(_ call: OperatorCall) {
    guard !shape.isEmpty else { return }
    let left = call.input(0, as: Float.self)
    let right = call.input(1, as: Float.self)
    let output = call.output(0, as: Float.self)
    let (rows, depth, columns) = (shape.rows, shape.depth, shape.columns)
    var watch = call.stopWatch
    shape.matrices.forEachElement(call.workers) { index, leftIndex, rightIndex in
      // Leaving one matrix does not leave the others.
      if watch.isOver(after: 1) { return }
      for row in 0..<rows {
        for column in 0..<columns {
          let values = left + leftIndex * rows * depth + row * shape.left.row
          let weights = right + rightIndex * depth * columns + column * shape.right.column
          var sum: Float = 0
          for k in 0..<depth { sum += values[k * shape.left.column] * weights[k * shape.right.row] }
          output[(index * rows + row) * columns + column] = sum
          if watch.isOver(after: depth &+ 1) { return }
        }
      }
    }
  }
}

extension BatchMatMulShape {
  /// Copies a left matrix that is stored by columns so that its rows are contiguous, unless the run is stopped.
  func leftRows(
    at matrix: UnsafePointer<Float>, in scratch: UnsafeMutableRawPointer, _ watch: inout StopWatch
  ) -> UnsafePointer<Float> {
    let copy = scratch.bindMemory(to: Float.self, capacity: rows * depth)
    for row in 0..<rows {
      if watch.isOver(after: depth) { break }
      for index in 0..<depth { copy[row * depth + index] = matrix[row * left.row + index * left.column] }
    }
    return UnsafePointer(copy)
  }

  /// Calls `body` for each output element with its integer sum of products.
  @inline(__always)
  fileprivate func forEachSum<Left: QuantizedInteger, Right: QuantizedInteger, Sum: FixedWidthInteger>(
    _ call: OperatorCall, _ leftElement: Left.Type, _ rightElement: Right.Type, leftZeroPoint: Sum,
    rightZeroPoint: Sum, _ body: (_ output: Int, _ sum: Sum) -> Void
  ) {
    guard !isEmpty else { return }
    let (leftValues, rightValues) = (call.input(0, as: Left.self), call.input(1, as: Right.self))
    var watch = call.stopWatch
    matrices.forEachElement(call.workers) { index, leftIndex, rightIndex in
      if watch.isOver(after: 1) { return }
      for row in 0..<rows {
        for column in 0..<columns {
          let values = leftValues + leftIndex * rows * depth + row * left.row
          let weights = rightValues + rightIndex * depth * columns + column * right.column
          var sum: Sum = 0
          for k in 0..<depth {
            let value = Sum(truncatingIfNeeded: values[k * left.column]) &- leftZeroPoint
            sum &+= value &* (Sum(truncatingIfNeeded: weights[k * right.row]) &- rightZeroPoint)
          }
          body((index * rows + row) * columns + column, sum)
          if watch.isOver(after: depth &+ 1) { return }
        }
      }
    }
  }
}

/// The specification of BATCH_MATMUL on int8 tensors.
///
/// Source: `tflite/kernels/internal/reference/batch_matmul.h`.
extension BatchMatMul {
  func runReference(_ call: OperatorCall) {
    let output = call.output(0, as: Int8.self)
    shape.forEachSum(
      call, Int8.self, Int8.self, leftZeroPoint: leftZeroPoint, rightZeroPoint: rightZeroPoint
    ) { index, sum in
      output[index] = Int8(multiplier.apply(sum) &+ outputZeroPoint, clampedTo: Int8.range)
    }
  }
}

/// The specification of BATCH_MATMUL from int8 to int32, which takes no notice of zero points.
///
/// Source: `tflite/kernels/batch_matmul.cc`, EvalInt8Int32.
extension IntegerBatchMatMul {
  func runReference(_ call: OperatorCall) {
    let output = call.output(0, as: Int32.self)
    shape.forEachSum(call, Int8.self, Int8.self, leftZeroPoint: Int32(0), rightZeroPoint: 0) { index, sum in
      output[index] = sum
    }
  }
}

/// The specification of BATCH_MATMUL on int16 activations: sums of 64 bits, scaled in one rounding.
///
/// Source: `tflite/kernels/batch_matmul.cc`, EvalInt16 and EvalInt16Int8.
extension BatchMatMul16x8 {
  @specialized(where Right == Int8)
  @specialized(where Right == Int16)
  func runReference(_ call: OperatorCall) {
    let output = call.output(0, as: Int16.self)
    shape.forEachSum(call, Int16.self, Right.self, leftZeroPoint: Int64(0), rightZeroPoint: 0) { index, sum in
      output[index] = Int16(multiplier.apply(wide: sum), clampedTo: Int16.range)
    }
  }
}
