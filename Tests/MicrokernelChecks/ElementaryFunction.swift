import TFLiteElementaryFunctions
import TFLiteMicrokernels

/// A function of one float that has microkernels, and what it gives for a single number.
package enum ElementaryFunction: CaseIterable, Sendable {
  case exp, logistic, tanh, elu

  /// A raw value would compare strings, which Embedded Swift cannot without more libraries.
  var name: String {
    switch self {
    case .exp: "exp"
    case .logistic: "logistic"
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
    case .logistic:
      x > 16.619047164916992188
        ? 1 : x < -9 ? ElementaryFunctions.exp(x) : 1 / (1 + ElementaryFunctions.exp(-x))
    case .tanh: ElementaryFunctions.tanh(x)
    case .elu: x < 0 ? ElementaryFunctions.expm1(x) : x
    }
  }

  package func run<Kernels: ElementaryMicrokernels>(
    _ kernels: Kernels.Type, _ input: UnsafeRawPointer, _ output: UnsafeMutableRawPointer,
    _ count: Int
  ) {
    switch self {
    case .exp: kernels.applyExp(input: input, output: output, count: count)
    case .logistic: kernels.applyLogistic(input: input, output: output, count: count)
    case .tanh: kernels.applyTanh(input: input, output: output, count: count)
    case .elu: kernels.applyElu(input: input, output: output, count: count)
    }
  }
}
