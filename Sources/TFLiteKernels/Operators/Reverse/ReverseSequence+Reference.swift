/// The specification of REVERSE_SEQUENCE: for each index of the batch a reversed beginning and an unchanged rest.
///
/// Source: `tflite/kernels/internal/reference/reference_ops.h`, ReverseSequence.
extension ReverseSequence {
  func runReference(_ call: OperatorCall) throws {
    guard !shape.contains(0) else { return }
    let bytesPerEntry = shape.wrappingProduct / shape[batchAxis] * elementSize
    var watch = call.stopWatch
    for index in 0..<shape[batchAxis] {
      try watch.check(after: 256 &+ bytesPerEntry)
      let stored =
        lengthType == .int64
        ? Int(truncatingIfNeeded: call.input(1, as: Int64.self)[index]) : Int(call.input(1, as: Int32.self)[index])
      guard (0...shape[sequenceAxis]).contains(stored) else {
        throw KernelError.value(
          identity, lengths, "holds the length \(stored) at \(index), expected 0 to \(shape[sequenceAxis])")
      }
      move(call, batch: index, places: 0..<stored, isReversed: true)
      move(call, batch: index, places: stored..<shape[sequenceAxis], isReversed: false)
    }
  }

  private func move(_ call: OperatorCall, batch: Int, places: Range<Int>, isReversed: Bool) {
    let strides = shape.rowMajorStrides.map { $0 * elementSize }
    let levels = shape.indices.map { axis in
      let count = axis == sequenceAxis ? places.count : axis == batchAxis ? 1 : shape[axis]
      let isBackwards = axis == sequenceAxis && isReversed
      return StridedCopy.Dimension(
        count: count, sourceStride: isBackwards ? -strides[axis] : strides[axis], targetStride: strides[axis])
    }
    let start = batch * strides[batchAxis]
    let first = isReversed ? places.upperBound - 1 : places.lowerBound
    StridedCopy(
      sourceOffset: start + first * strides[sequenceAxis],
      targetOffset: start + places.lowerBound * strides[sequenceAxis], levels, elementSize: elementSize
    ).run(from: call.inputBytes(0), to: call.outputBytes(0), workers: call.workers)
  }
}
