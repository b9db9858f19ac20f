/// The specification of ARG_MAX and ARG_MIN: the first element that no other one surpasses.
///
/// Source: `tflite/kernels/internal/reference/arg_min_max.h`.
func runArgReference<Element: Comparable & Sendable, Index: FixedWidthInteger, Better: Relation>(
  _ call: OperatorCall, _ sizes: AxisSizes, _ element: Element.Type, _ index: Index.Type, _ better: Better.Type
) {
  let input = call.input(0, as: element)
  let output = call.output(0, as: index)
  var watch = call.stopWatch
  for outer in 0..<sizes.outer {
    for inner in 0..<sizes.inner {
      let line = input + outer * sizes.along * sizes.inner + inner
      var best = line[0]
      var bestIndex = 0
      watch.forEachPart(of: 1..<sizes.along) { part in
        for index in part {
          let value = line[index * sizes.inner]
          if better.holds(value, best) { (best, bestIndex) = (value, index) }
        }
      }
      if watch.isOver(after: 1) { return }
      output[outer * sizes.inner + inner] = Index(truncatingIfNeeded: bestIndex)
    }
  }
}
