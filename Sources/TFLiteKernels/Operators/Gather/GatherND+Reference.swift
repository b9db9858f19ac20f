/// The specification of GATHER_ND: a copy of one slice after the other.
///
/// Source: `tflite/kernels/internal/reference/reference_ops.h`, GatherNd.
extension GatherND {
  func runReference(_ call: OperatorCall) throws {
    guard !outputShape.contains(0) else { return }
    let byteCount = slices.sliceSize * elementSize
    var watch = call.stopWatch
    for slice in 0..<slices.count {
      try watch.check(after: byteCount + 8)
      let start = try slices.start(ofSlice: slice, indices, call)
      (call.outputBytes(0) + slice * byteCount).copyMemory(
        from: call.inputBytes(0) + start * elementSize, byteCount: byteCount, call.workers)
    }
  }
}
