import TFLiteSchema

/// ADD, SUB and MUL: an operation on pairs of elements of two tensors, whose shapes stretch to one.
struct BinaryArithmetic<Element: QuantizedInteger, Operation: BinaryOperation>: TotalOperator {
  let broadcast: Broadcast
  let operation: Operation
  let range: ClosedRange<Int32>

  var outputShapes: [[Int]] { [broadcast.outputShape] }
  var outputTypes: [TensorType]? { [Element.tensorType] }

  func run(_ call: OperatorCall) { runReference(call) }
}

/// What one operator computes from a pair of stored values.
protocol BinaryOperation: Sendable {
  /// The output's stored value before it is clamped.
  func callAsFunction(_ left: Int32, _ right: Int32) -> Int32
}

/// The quantization of both operands and of the result.
struct BinaryQuantization {
  let left: AffineQuantization
  let right: AffineQuantization
  let output: AffineQuantization
}

extension OperatorContext {
  /// Checks both operands and builds the loop around an operation, whose output has their type.
  func prepareBinary<Element: QuantizedInteger, Operation: BinaryOperation>(
    _ element: Element.Type, activation: ActivationFunctionType,
    operation: (BinaryQuantization) throws -> Operation
  ) throws -> BinaryArithmetic<Element, Operation> {
    let (left, right, output) = (try input(0), try input(1), output(0))
    try require(right, sameTypeAs: left)
    let quantization = BinaryQuantization(
      left: try perTensorQuantization(left), right: try perTensorQuantization(right),
      output: try perTensorQuantization(output))
    return BinaryArithmetic(
      broadcast: try broadcast(left, right), operation: try operation(quantization),
      range: try activationRange(activation, quantization.output, of: Element.range))
  }
}
