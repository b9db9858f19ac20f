import TFLiteSchema

/// DEQUANTIZE of a tensor with one scale: stored values become real values.
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
    if let quantization = input.quantization, quantization.isPerChannel {
      return try preparePerChannel(context, input: input, quantization, element)
    }
    return Dequantize<Element>(outputShape: input.shape, quantization: try context.perTensorQuantization(input))
  }

  private static func preparePerChannel<Element: QuantizedInteger>(
    _ context: OperatorContext, input: TensorDescriptor, _ quantization: Quantization, _ element: Element.Type
  ) throws(KernelError) -> DequantizePerChannel<Element> {
    let axis = Int(quantization.quantizedDimension)
    guard input.shape.indices.contains(axis), quantization.scale.count == input.shape[axis] else {
      throw .quantization(
        context.identity, input.identity,
        expected: "one scale for each slice of a dimension; found \(quantization.scale.count) for dimension \(axis)")
    }
    let zeroPoints = quantization.scale.indices.map { channel in
      let stored = quantization.zeroPoint
      return Int32(truncatingIfNeeded: stored.count == 1 ? stored[0] : stored.isEmpty ? 0 : stored[channel])
    }
    return DequantizePerChannel(
      outputShape: input.shape, axis: axis, scales: quantization.scale, zeroPoints: zeroPoints)
  }
}

/// DEQUANTIZE of a tensor with a scale and a zero point for each slice of one dimension.
struct DequantizePerChannel<Element: QuantizedInteger>: TotalOperator {
  let outputShape: [Int]
  /// The dimension that counts the channels.
  let axis: Int
  let scales: [Float]
  let zeroPoints: [Int32]

  var outputShapes: [[Int]] { [outputShape] }

  func run(_ call: OperatorCall) { runReference(call) }
}
