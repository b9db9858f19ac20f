import TFLiteElementaryFunctions
import TFLiteMicrokernels

/// A function of one float that has microkernels, and what it gives for a single number.
package enum ElementaryFunction: CaseIterable, Sendable {
  case exp, logistic, siLU, approximateLogistic, approximateSiLU, hardSwish, leakyRelu, tanh, elu

  /// A raw value would compare strings, which Embedded Swift cannot without more libraries.
  var name: String {
    switch self {
    case .exp: "exp"
    case .logistic: "logistic"
    case .siLU: "siLU"
    case .approximateLogistic: "approximate logistic"
    case .approximateSiLU: "approximate siLU"
    case .hardSwish: "hard swish"
    case .leakyRelu: "leaky relu"
    case .tanh: "tanh"
    case .elu: "elu"
    }
  }

  /// Where the functions take another path.
  var boundaries: [Float] {
    let shared: [Float] = [
      0, -0.0, .leastNormalMagnitude, 0x1p-55, 0x1p-25, 0.25, 0.34657359, 0.5, 1, 1.0397208, 9, 11, 16.619047,
      18.714973,
      22, 87.33655, 88, 88.72284, 103.27893, 103.97208, 130, 150, .greatestFiniteMagnitude, .infinity,
    ]
    return shared + shared.map { -$0 }
  }

  package func plain(_ x: Float) -> Float {
    switch self {
    case .exp: ElementaryFunctions.exp(x)
    case .logistic: logistic(x)
    case .siLU: finite(x * logistic(x))
    case .approximateLogistic: ElementaryFunctions.approximateLogistic(x)
    case .approximateSiLU: finite(x * ElementaryFunctions.approximateLogistic(x))
    case .hardSwish: x * (x + 3 > 0 ? x + 3 < 6 ? x + 3 : 6 : 0) / 6
    case .leakyRelu: x > 0 ? x : x * Self.slope
    case .tanh: ElementaryFunctions.tanh(x)
    case .elu: x < 0 ? ElementaryFunctions.expm1(x) : x
    }
  }

  /// Whether a result has the bits of ``plain(_:)``. Which of two operands that are no numbers a product passes on depends
  /// on their order, which the compiler chooses; the approximate functions do not say which they give.
  package func isRight(_ result: Float, of value: Float) -> Bool {
    let expected = plain(value)
    if expected.isNaN, [.siLU, .approximateLogistic, .approximateSiLU].contains(self) { return result.isNaN }
    return result.bitPattern == expected.bitPattern
  }

  private static let slope: Float = 0.1

  private func finite(_ x: Float) -> Float {
    let greatest = Float.greatestFiniteMagnitude
    return x < -greatest ? -greatest : x > greatest ? greatest : x
  }

  private func logistic(_ x: Float) -> Float {
    x > 16.619047164916992188 ? 1 : x < -9 ? ElementaryFunctions.exp(x) : 1 / (1 + ElementaryFunctions.exp(-x))
  }

  package func run<Kernels: ElementaryMicrokernels>(
    _ kernels: Kernels.Type, _ input: UnsafeRawPointer, _ output: UnsafeMutableRawPointer,
    _ count: Int
  ) {
    switch self {
    case .exp: kernels.applyExp(input: input, output: output, count: count)
    case .logistic: kernels.applyLogistic(input: input, output: output, count: count)
    case .siLU: kernels.applySiLU(input: input, output: output, count: count)
    case .approximateLogistic: kernels.applyApproximateLogistic(input: input, output: output, count: count)
    case .approximateSiLU: kernels.applyApproximateSiLU(input: input, output: output, count: count)
    case .hardSwish: kernels.applyHardSwish(input: input, output: output, count: count)
    case .leakyRelu: kernels.applyLeakyRelu(input: input, output: output, count: count, slope: Self.slope)
    case .tanh: kernels.applyTanh(input: input, output: output, count: count)
    case .elu: kernels.applyElu(input: input, output: output, count: count)
    }
  }
}
