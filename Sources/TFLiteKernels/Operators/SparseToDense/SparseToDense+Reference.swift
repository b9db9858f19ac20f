/// The specification of SPARSE_TO_DENSE: the default everywhere, then one value after the other in its place.
///
/// Source: `tflite/kernels/internal/reference/reference_ops.h`, SparseToDense.
extension SparseToDense {
  func runReference(_ call: OperatorCall) throws {
    let output = call.outputBytes(0)
    output.fill(
      with: UnsafeRawBufferPointer(start: call.inputBytes(3), count: elementSize), count: outputShape.wrappingProduct,
      call.workers)
    let strides = outputShape.rowMajorStrides
    var watch = call.stopWatch
    for place in 0..<count {
      try watch.check(after: 8 * outputShape.count + 8)
      var element = 0
      for (axis, size) in outputShape.enumerated() {
        element += try indices.index(at: place * outputShape.count + axis, of: call, below: size) * strides[axis]
      }
      (output + element * elementSize).copyMemory(
        from: call.inputBytes(2) + (hasOneValue ? 0 : place * elementSize), byteCount: elementSize)
    }
  }
}
