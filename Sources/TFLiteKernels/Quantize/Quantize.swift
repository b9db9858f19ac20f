import TFLiteSchema

/// QUANTIZE: real values, or stored values of another quantization, become stored values of the output's.
enum QuantizeOperator {
  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    try context.requireOperands(inputs: 1...1)
    let (input, output) = (try context.input(0), context.output(0))
    try context.require(input, type: .float32, .uint8, .int8)
    try context.require(output, type: .uint8, .int8)
    return switch output.type {
    case .uint8: try prepare(context, to: UInt8.self)
    default: try prepare(context, to: Int8.self)
    }
  }

  private static func prepare<Output: QuantizedInteger>(
    _ context: OperatorContext, to output: Output.Type
  ) throws -> any PreparedOperator {
    let input = try context.input(0)
    let quantization = try context.perTensorQuantization(context.output(0))
    return switch input.type {
    case .float32: Quantize<Output>(outputShape: input.shape, quantization: quantization)
    case .uint8: try requantize(context, from: UInt8.self, to: output)
    default: try requantize(context, from: Int8.self, to: output)
    }
  }

  private static func requantize<Input: QuantizedInteger, Output: QuantizedInteger>(
    _ context: OperatorContext, from input: Input.Type, to output: Output.Type
  ) throws(KernelError) -> Requantize<Input, Output> {
    let from = try context.perTensorQuantization(try context.input(0))
    let to = try context.perTensorQuantization(context.output(0))
    return Requantize(
      outputShape: try context.input(0).shape, inputZeroPoint: from.zeroPoint,
      multiplier: try context.multiplier(Double(from.scale) / Double(to.scale), for: context.output(0)),
      outputZeroPoint: to.zeroPoint)
  }
}

/// QUANTIZE from float32.
struct Quantize<Output: QuantizedInteger>: TotalOperator {
  let outputShape: [Int]
  let quantization: AffineQuantization

  var outputShapes: [[Int]] { [outputShape] }

  func run(_ call: OperatorCall) { runReference(call) }
}

/// QUANTIZE from another quantization.
struct Requantize<Input: QuantizedInteger, Output: QuantizedInteger>: TotalOperator {
  let outputShape: [Int]
  let inputZeroPoint: Int32
  let multiplier: QuantizedMultiplier
  let outputZeroPoint: Int32

  var outputShapes: [[Int]] { [outputShape] }

  func run(_ call: OperatorCall) { runReference(call) }
}
