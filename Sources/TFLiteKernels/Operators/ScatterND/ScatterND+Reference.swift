/// The specification of SCATTER_ND: slices are added one after the other; integers wrap around.
///
/// Source: `tflite/kernels/internal/reference/reference_ops.h`, ScatterNd.
extension ScatterND {
  func runReference(_ call: OperatorCall) throws {
    let byteCount = outputShape.wrappingProduct * elementSize
    guard byteCount > 0 else { return }
    call.outputBytes(0).fill(with: 0, byteCount: byteCount, call.workers)
    guard slices.count > 0 else { return }
    switch type {
    case .float32: try addSlices(call, Float.self) { $0 + $1 }
    case .int8: try addSlices(call, Int8.self) { $0 &+ $1 }
    case .int32: try addSlices(call, Int32.self) { $0 &+ $1 }
    case .int64: try addSlices(call, Int64.self) { $0 &+ $1 }
    // The sum of truth values is true where one of them is.
    case .bool: try addSlices(call, UInt8.self) { $0 | $1 != 0 ? 1 : 0 }
    default: try addSlices(call, UInt8.self) { $0 &+ $1 }
    }
  }

  private func addSlices<Element>(
    _ call: OperatorCall, _ type: Element.Type, _ add: (Element, Element) -> Element
  ) throws {
    let (updates, output) = (call.input(1, as: type), call.output(0, as: type))
    var watch = call.stopWatch
    for slice in 0..<slices.count {
      try watch.check(after: 8)
      let start = try slices.start(ofSlice: slice, indices, call)
      for part in (0..<slices.sliceSize).parts {
        for element in part {
          output[start + element] = add(output[start + element], updates[slice * slices.sliceSize + element])
        }
        try watch.check(after: part.count)
      }
    }
  }
}
