/// The specification of STABLEHLO_SCATTER: the tensor as it is, then one update after the other. Updates outside are left
/// out.
///
/// Source: `tflite/kernels/stablehlo_scatter.cc`.
extension StablehloScatter {
  func runReference<Element: CombinableElement>(
    _ call: OperatorCall, _ element: Element.Type, _ combine: (Element, Element) -> Element
  ) {
    let count = outputShape.wrappingProduct
    guard count > 0 else { return }
    let (updates, output) = (call.input(2, as: element), call.output(0, as: element))
    call.outputBytes(0).copyMemory(
      from: call.inputBytes(0), byteCount: count * MemoryLayout<Element>.stride, call.workers)
    var watch = call.stopWatch
    for update in 0..<updateShape.wrappingProduct {
      if watch.isOver(after: 64) { return }
      guard let target = target(of: update, call) else { continue }
      output[target] = combine(output[target], updates[update])
    }
  }

  /// The element that an update changes; nil where there is none.
  private func target(of update: Int, _ call: OperatorCall) -> Int? {
    var (rest, vector, vectorStride) = (update, 0, 1)
    var position = Array(repeating: 0, count: outputShape.count)
    for axis in updateShape.indices.reversed() {
      let index = rest % updateShape[axis]
      rest /= updateShape[axis]
      if let target = windowTargets[axis] {
        position[target] = index
      } else {
        vector += index * vectorStride
        vectorStride *= updateShape[axis]
      }
    }
    for (part, axis) in targetDimensions.enumerated() {
      position[axis] = position[axis] &+ vectors.index(part: part, ofVector: vector, call)
    }
    var target = 0
    for (axis, size) in outputShape.enumerated() {
      guard (0..<size).contains(position[axis]) else { return nil }
      target = target * size + position[axis]
    }
    return target
  }
}
