/// The specification of ONE_HOT: the second value everywhere, then the first one where the indices point.
///
/// Source: `tflite/kernels/one_hot.cc`.
extension OneHot {
  func runReference(_ call: OperatorCall) {
    guard !outputShape.contains(0) else { return }
    let output = call.outputBytes(0)
    output.fill(
      with: UnsafeRawBufferPointer(start: call.inputBytes(3), count: elementSize), count: outputShape.wrappingProduct,
      call.workers)
    var watch = call.stopWatch
    for row in 0..<outer {
      for column in 0..<inner {
        if watch.isOver(after: 4) { return }
        let place = row * inner + column
        let index =
          indexType == .int64
          ? Int(truncatingIfNeeded: call.input(0, as: Int64.self)[place]) : Int(call.input(0, as: Int32.self)[place])
        guard (0..<depth).contains(index) else { continue }
        (output + ((row * depth + index) * inner + column) * elementSize).copyMemory(
          from: call.inputBytes(2), byteCount: elementSize)
      }
    }
  }
}
