import TFLiteSchema

/// DEQUANTIZE: stored values become real values.
///
/// Input: a tensor; uint8 and int8 may have a scale and a zero point for each slice of one dimension, int16 has zero
/// point 0, float16 needs no scale. Output: its shape, float32.
///
/// TFLite gives an output of another type the type float32; here it is an error.
///
/// Source: `tflite/kernels/dequantize.cc` and `tflite/kernels/dequantize.h`;
/// `tflite/kernels/internal/reference/dequantize.h`.
enum DequantizeOperator: OperatorDefinition {
  static let kernels: [KernelDeclaration] = [.vector(.uint8, .int8, .int4, .uint4, .int2), .plain(.int16, .float16)]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    try context.requireOperands(inputs: 1...1)
    return try context.unpacking(input: 0, of: [.int4, .uint4, .int2]) { context in
      let input = try context.input(0)
      try context.require(input, type: .uint8, .int8, .int16, .float16)
      try context.require(context.output(0), type: .float32)
      return switch input.type {
      case .float16: DequantizeFloat16(outputShape: input.shape)
      case .uint8: try prepare(context, UInt8.self)
      case .int8: try prepare(context, Int8.self)
      default: try prepareInt16(context)
      }
    }
  }

  private static func prepare<Element: QuantizedInteger>(
    _ context: OperatorContext, _ element: Element.Type
  ) throws(KernelError) -> any PreparedOperator {
    let input = try context.input(0)
    if let channels = try context.channelQuantization(input, shape: input.shape) {
      return DequantizePerChannel<Element>(outputShape: input.shape, channels: channels)
    }
    let quantization = try context.perTensorQuantization(input)
    return Dequantize<Element>(
      outputShape: input.shape, quantization: quantization, vector: VectorDequantize(context, element, quantization))
  }

  private static func prepareInt16(_ context: OperatorContext) throws(KernelError) -> any PreparedOperator {
    let input = try context.input(0)
    let quantization = try context.perTensorQuantization(input)
    guard quantization.zeroPoint == 0 else {
      throw .quantization(context.identity, input.identity, expected: "zero point 0, as int16 tensors must have")
    }
    return Dequantize<Int16>(outputShape: input.shape, quantization: quantization)
  }
}

/// DEQUANTIZE of a tensor with one scale.
struct Dequantize<Element: QuantizedInteger>: ElementwiseOperator {
  var outputShape: [Int]
  let quantization: AffineQuantization
  /// nil where plain loops have to do.
  var vector: VectorDequantize?

  var path: KernelPath { vector == nil ? .plain : .vector }
  var outputShapes: [[Int]] { [outputShape] }

  func run(_ call: OperatorCall) {
    guard let vector else { return runReference(call) }
    vector.run(call, count: outputShape.reduce(1, *))
  }
}

/// DEQUANTIZE of a tensor with a scale and a zero point for each slice of one dimension.
struct DequantizePerChannel<Element: QuantizedInteger>: TotalOperator {
  let outputShape: [Int]
  let channels: ChannelQuantization

  var outputShapes: [[Int]] { [outputShape] }

  func run(_ call: OperatorCall) { runReference(call) }
}

/// DEQUANTIZE of IEEE binary16: weights are often stored so.
struct DequantizeFloat16: ElementwiseOperator {
  var outputShape: [Int]

  var outputShapes: [[Int]] { [outputShape] }

  func run(_ call: OperatorCall) { runReference(call) }
}
