import TFLiteSchema

/// An operator that computes each element from the element in the same place, for types that need no table.
struct ElementwiseFunction: ElementwiseOperator {
  var outputShape: [Int]
  /// The loop, compiled for one function.
  private let loop: @Sendable (OperatorCall, Range<Int>) -> Void

  var outputShapes: [[Int]] { [outputShape] }

  init<Function: UnaryFunction>(outputShape: [Int], _ function: Function) {
    self.outputShape = outputShape
    loop = { call, range in runReference(call, range, function) }
  }

  func run(_ call: OperatorCall) {
    call.workers.forEachRange(of: outputShape.reduce(1, *), minimumCount: 4096) { loop(call, $0) }
  }
}

/// What one operator computes from one element.
protocol UnaryFunction: Sendable {
  associatedtype Element

  func callAsFunction(_ value: Element) -> Element
}

extension OperatorContext {
  /// The one input of an operator whose output has the type of its input.
  func unaryInput(_ types: TensorType...) throws(KernelError) -> TensorDescriptor {
    try requireOperands(inputs: 1...1)
    let input = try input(0)
    guard types.contains(input.type) else {
      throw .type(
        identity, input.identity, found: input.type, expected: types.map { "\($0)" }.joined(separator: " or "))
    }
    try require(output(0), sameTypeAs: input)
    return input
  }
}

/// The quantization of an operator's one input and of its output.
struct UnaryQuantization {
  let input: AffineQuantization
  let output: AffineQuantization
}

extension OperatorContext {
  /// The quantization of the one input and of the output; 16-bit values need zero points of 0.
  func unaryQuantization() throws(KernelError) -> UnaryQuantization {
    let input = try input(0)
    if input.type == .int16 { try requireSymmetric(input, output(0)) }
    return UnaryQuantization(input: try perTensorQuantization(input), output: try perTensorQuantization(output(0)))
  }
}
