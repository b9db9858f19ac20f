import TFLiteSchema

/// REAL, IMAG and COMPLEX_ABS: one real number for each complex one.
struct ComplexParts: TotalOperator {
  let outputShape: [Int]
  /// The loop over some elements, compiled for one type and function.
  private let loop: @Sendable (OperatorCall, Range<Int>) -> Void

  var outputShapes: [[Int]] { [outputShape] }

  func run(_ call: OperatorCall) {
    call.workers.forEachRange(of: outputShape.wrappingProduct, minimumCount: 4096) { loop(call, $0) }
  }

  fileprivate init<Number: BinaryFloatingPoint & SendableMetatype>(
    outputShape: [Int], _ number: Number.Type,
    _ function: @escaping @Sendable (_ real: Number, _ imaginary: Number) -> Number
  ) {
    self.outputShape = outputShape
    loop = { call, elements in
      let (parts, output) = (call.input(0, as: number), call.output(0, as: number))
      for element in elements { output[element] = function(parts[2 * element], parts[2 * element + 1]) }
    }
  }
}

extension OperatorContext {
  /// An operator whose output has a real number of the same width for each complex one.
  func complexParts(
    _ single: @escaping @Sendable (_ real: Float, _ imaginary: Float) -> Float,
    _ double: @escaping @Sendable (_ real: Double, _ imaginary: Double) -> Double
  ) throws(KernelError) -> ComplexParts {
    try requireOperands(inputs: 1...1)
    let input = try input(0)
    try require(input, type: .complex64, .complex128)
    try require(output(0), type: input.type == .complex64 ? .float32 : .float64)
    return input.type == .complex64
      ? ComplexParts(outputShape: input.shape, Float.self, single)
      : ComplexParts(outputShape: input.shape, Double.self, double)
  }
}
