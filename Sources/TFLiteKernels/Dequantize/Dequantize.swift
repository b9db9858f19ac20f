import TFLiteSchema

/// DEQUANTIZE: stored values become real values.
struct Dequantize<Element: QuantizedInteger>: TotalOperator {
  let outputShape: [Int]
  let quantization: AffineQuantization

  var outputShapes: [[Int]] { [outputShape] }

  func run(_ call: OperatorCall) { runReference(call) }
}

enum DequantizeOperator: QuantizedOperator {
  static let inputCounts = 1...1

  static func prepare<Element: QuantizedInteger>(
    _ context: OperatorContext, _ element: Element.Type
  ) throws -> any PreparedOperator {
    let input = try context.input(0)
    try context.require(context.output(0), type: .float32)
    return Dequantize<Element>(outputShape: input.shape, quantization: try context.perTensorQuantization(input))
  }
}
