/// The specification of REDUCE_WINDOW and STABLEHLO_REDUCE_WINDOW: the initial value, combined with one element of the
/// window after the other.
///
/// Source: `tflite/kernels/stablehlo_reduce_window.cc`.
extension WindowReduction {
  func runReference<Element: CombinableElement>(
    _ call: OperatorCall, _ outputs: Range<Int>, _ element: Element.Type, _ combine: (Element, Element) -> Element
  ) {
    let input =
      padding == nil ? call.input(0, as: element) : UnsafePointer(call.scratch.assumingMemoryBound(to: element))
    let (initial, output) = (call.input(1, as: element).pointee, call.output(0, as: element))
    let strides = shape.rowMajorStrides
    var watch = call.stopWatch
    for index in outputs {
      if watch.isOver(after: 8) { return }
      var (rest, place) = (index, 0)
      for axis in axes.indices.reversed() {
        place += rest % axes[axis].outputSize * axes[axis].stride * strides[axis]
        rest /= axes[axis].outputSize
      }
      var result = initial
      reduce(input + place, axis: 0, strides, &result, &watch, combine)
      output[index] = result
    }
  }

  private func reduce<Element>(
    _ input: UnsafePointer<Element>, axis: Int, _ strides: [Int], _ result: inout Element, _ watch: inout StopWatch,
    _ combine: (Element, Element) -> Element
  ) {
    let step = axes[axis].dilation * strides[axis]
    for tap in 0..<axes[axis].windowSize {
      if axis == axes.count - 1 {
        result = combine(result, input[tap * step])
      } else {
        reduce(input + tap * step, axis: axis + 1, strides, &result, &watch, combine)
      }
      if watch.isOver(after: 1) { return }
    }
  }
}
