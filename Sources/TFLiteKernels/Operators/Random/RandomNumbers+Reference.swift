import TFLiteElementaryFunctions

/// The specification of RANDOM_UNIFORM and RANDOM_STANDARD_NORMAL.
///
/// Source: `tflite/kernels/random_ops.cc`; `tsl/lib/random/random_distributions_utils.h`.
extension RandomNumbers {
  func runReference(_ call: OperatorCall) {
    let output = call.output(0, as: Float.self)
    let count = outputShape.wrappingProduct
    var watch = call.stopWatch
    place.draw { generator in
      let before = generator
      var index = 0
      while index < count {
        let numbers = numbers(generator.next())
        // What the last four words give beyond the end is lost.
        for lane in 0..<min(4, count - index) { output[index + lane] = numbers[lane] }
        index += 4
        // As if there had been no run.
        if watch.isOver(after: 64) { return generator = before }
      }
    }
  }

  private func numbers(_ words: SIMD4<UInt32>) -> SIMD4<Float> {
    switch distribution {
    case .uniform:
      return SIMD4(
        PhiloxGenerator.uniformFloat(words[0]), PhiloxGenerator.uniformFloat(words[1]),
        PhiloxGenerator.uniformFloat(words[2]), PhiloxGenerator.uniformFloat(words[3]))
    case .standardNormal:
      let (first, second) = (normalPair(words[0], words[1]), normalPair(words[2], words[3]))
      return SIMD4(first.0, first.1, second.0, second.1)
    }
  }

  /// Two normally distributed numbers, by the method of Box and Muller.
  private func normalPair(_ radiusWord: UInt32, _ angleWord: UInt32) -> (Float, Float) {
    let share = max(PhiloxGenerator.uniformFloat(radiusWord), 1e-7)
    let angle = Float(2 * Double.pi * Double(PhiloxGenerator.uniformFloat(angleWord)))
    let radius = (-2 * ElementaryFunctions.log(share)).squareRoot()
    return (ElementaryFunctions.sin(angle) * radius, ElementaryFunctions.cos(angle) * radius)
  }
}
