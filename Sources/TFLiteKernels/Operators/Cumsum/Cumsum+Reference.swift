/// The specification of CUMSUM: one sum for each line along the dimension, in the order of its elements.
///
/// Source: `tflite/kernels/cumsum.cc`.
extension Cumsum {
  func runReference<Element: ArithmeticElement>(_ call: OperatorCall, _ element: Element.Type) {
    guard !outputShape.contains(0) else { return }
    let input = call.input(0, as: element)
    let output = call.output(0, as: element)
    let step = isReversed ? -sizes.inner : sizes.inner
    let start = isReversed ? (sizes.along - 1) * sizes.inner : 0
    var watch = call.stopWatch
    for outer in 0..<sizes.outer {
      for inner in 0..<sizes.inner {
        var position = outer * sizes.along * sizes.inner + start + inner
        var sum: Element = 0
        watch.forEachPart(of: 0..<sizes.along) { part in
          for _ in part {
            let before = sum
            sum = sum.plus(input[position])
            output[position] = isExclusive ? before : sum
            position += step
          }
        }
        if watch.isOver(after: 1) { return }
      }
    }
  }
}
