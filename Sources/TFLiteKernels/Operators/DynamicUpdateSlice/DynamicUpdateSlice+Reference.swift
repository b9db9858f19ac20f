/// The specification of DYNAMIC_UPDATE_SLICE: the tensor as it is, then the slice over it.
///
/// Source: `tflite/kernels/dynamic_update_slice.cc`.
extension DynamicUpdateSlice {
  func runReference(_ call: OperatorCall) {
    guard byteCount > 0 else { return }
    let output = call.outputBytes(0)
    output.copyMemory(from: call.inputBytes(0), byteCount: byteCount, call.workers)
    guard !updateShape.contains(0) else { return }
    let start = startElement(call)
    if isPacked {
      replacePacked(call, start: start)
    } else {
      copy.run(from: call.inputBytes(1), to: output + start * elementSize, workers: call.workers)
    }
  }

  /// The element that the slice's first one replaces: indices are moved so that the slice fits.
  private func startElement(_ call: OperatorCall) -> Int {
    let strides = outputShape.rowMajorStrides
    return outputShape.indices.reduce(0) { element, axis in
      let index =
        indexType == .int64
        ? Int(truncatingIfNeeded: call.input(2, as: Int64.self)[axis]) : Int(call.input(2, as: Int32.self)[axis])
      return element + min(max(index, 0), outputShape[axis] - updateShape[axis]) * strides[axis]
    }
  }

  /// Two elements share a byte, the first in its low bits.
  private func replacePacked(_ call: OperatorCall, start: Int) {
    let (update, output) = (call.input(1, as: UInt8.self), call.output(0, as: UInt8.self))
    let strides = outputShape.rowMajorStrides
    let rowLength = updateShape.last ?? 1
    var watch = call.stopWatch
    for row in 0..<updateShape.dropLast().wrappingProduct {
      if watch.isOver(after: 16) { return }
      var (rest, first) = (row, start)
      for axis in updateShape.indices.dropLast().reversed() {
        first += rest % updateShape[axis] * strides[axis]
        rest /= updateShape[axis]
      }
      watch.forEachPart(of: 0..<rowLength) { part in
        for index in part {
          let element = row * rowLength + index
          let value = update[element / 2] >> (element % 2 * 4) & 0xf
          let shift = (first + index) % 2 * 4
          let byte = output[(first + index) / 2]
          output[(first + index) / 2] = byte & ~(0xf << shift) | value << shift
        }
      }
    }
  }
}
