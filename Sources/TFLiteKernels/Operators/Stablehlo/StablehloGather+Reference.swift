/// The specification of STABLEHLO_GATHER: for each index vector a slice, which is moved so that it lies inside.
///
/// Source: `tflite/kernels/stablehlo_gather.cc`.
extension StablehloGather {
  func runReference(_ call: OperatorCall) {
    guard !outputShape.contains(0), !operandShape.contains(0) else { return }
    // Which index vector, and where its slice goes.
    var watch = call.stopWatch
    for vector in 0..<vectors.count {
      if watch.isOver(after: slice.byteCount &+ 64) { return }
      let start = zip(operandDimensions.indices, operandDimensions).reduce(0) { element, part in
        let index = vectors.index(part: part.0, ofVector: vector, call)
        return element + min(max(index, 0), operandShape[part.1] - sliceSizes[part.1]) * operandStrides[part.1]
      }
      slice.run(
        from: call.inputBytes(0) + start * elementSize,
        to: call.outputBytes(0) + vectors.place(ofVector: vector, outputBatchStrides) * elementSize,
        workers: call.workers)
    }
  }
}
