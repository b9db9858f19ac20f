/// The specification of GATHER: a copy of one slice after the other.
///
/// Source: `tflite/kernels/internal/reference/gather.h`.
extension Gather {
  func runReference(_ call: OperatorCall) throws {
    guard !outputShape.contains(0) else { return }
    let (input, output) = (call.inputBytes(tablePosition), call.outputBytes(0))
    var watch = call.stopWatch
    for batch in 0..<batches {
      for row in batch * outer..<(batch + 1) * outer {
        for place in 0..<count {
          try watch.check(after: sliceByteCount + 8)
          let index = try indices.index(at: batch * count + place, of: call, below: size)
          (output + (row * count + place) * sliceByteCount).copyMemory(
            from: input + (row * size + index) * sliceByteCount, byteCount: sliceByteCount, call.workers)
        }
      }
    }
  }
}
