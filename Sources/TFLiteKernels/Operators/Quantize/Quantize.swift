import TFLiteSchema

/// QUANTIZE: real values, or stored values of another quantization, become stored values of the output's.
///
/// Input: a tensor. Output: its shape; uint8, int8 or int16, or from int16 also int32, or from float32 also int4
/// and uint4. From float32, the output may have a scale and a zero point for each slice of one dimension, if elements are
/// whole bytes. From int16 to int16, zero points are 0.
///
/// Source: `tflite/kernels/quantize.cc`; `tflite/kernels/internal/reference/quantize.h` and `reference/requantize.h`.
enum QuantizeOperator: OperatorDefinition {
  static let kernels: [KernelDeclaration] = [.vector(.float32, .uint8, .int8), .plain(.int16, .int32)]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    try context.requireOperands(inputs: 1...1)
    let (input, output) = (try context.input(0), context.output(0))
    try context.requireActivationType(of: Self.self)
    switch input.type {
    case .float32: try context.require(output, type: .uint8, .int8, .int16, .int4, .uint4)
    case .int16: try context.require(output, type: .int8, .int16, .int32)
    case .int32: try context.require(output, type: .int8, .int16)
    default: try context.require(output, type: .uint8, .int8, .int16)
    }
    return switch output.type {
    case .uint8: try prepare(context, to: UInt8.self)
    case .int8: try prepare(context, to: Int8.self)
    case .int16: try prepare(context, to: Int16.self)
    case .int4: try quantizePacked(context, to: -8...7)
    case .uint4: try quantizePacked(context, to: 0...15)
    default: try prepare(context, to: Int32.self)
    }
  }

  private static func prepare<Output: QuantizedInteger>(
    _ context: OperatorContext, to output: Output.Type
  ) throws -> any PreparedOperator {
    switch try context.input(0).type {
    case .float32: try quantize(context, to: output)
    case .uint8: try requantize(context, from: UInt8.self, to: output)
    case .int8: try requantize(context, from: Int8.self, to: output)
    case .int16: try requantize(context, from: Int16.self, to: output)
    default: try requantize(context, from: Int32.self, to: output)
    }
  }

  private static func quantize<Output: QuantizedInteger>(
    _ context: OperatorContext, to output: Output.Type
  ) throws(KernelError) -> any PreparedOperator {
    let shape = try context.input(0).shape
    if let channels = try context.channelQuantization(context.output(0), shape: shape) {
      return QuantizePerChannel<Output>(outputShape: shape, channels: channels)
    }
    let quantization = try context.perTensorQuantization(context.output(0))
    if let xnnpack = XNNPACKQuantize<Output>(context, shape, quantization) { return xnnpack }
    return Quantize<Output>(
      outputShape: shape, quantization: quantization, vector: VectorQuantize(context, Output.self, quantization))
  }

  private static func quantizePacked(
    _ context: OperatorContext, to range: ClosedRange<Int32>
  ) throws(KernelError) -> PackedQuantize {
    PackedQuantize(
      outputShape: try context.input(0).shape, quantization: try context.perTensorQuantization(context.output(0)),
      range: range)
  }

  private static func requantize<Input: QuantizedInteger, Output: QuantizedInteger>(
    _ context: OperatorContext, from input: Input.Type, to output: Output.Type
  ) throws(KernelError) -> any PreparedOperator {
    let (input, output) = (try context.input(0), context.output(0))
    let (from, to) = (try context.perTensorQuantization(input), try context.perTensorQuantization(output))
    if input.type == .int16 && output.type == .int16 {
      for (tensor, quantization) in [(input, from), (output, to)] where quantization.zeroPoint != 0 {
        throw .quantization(
          context.identity, tensor.identity, expected: "zero point 0, as int16 tensors must have")
      }
    }
    let requantize = Requantize<Input, Output>(
      outputShape: input.shape, inputZeroPoint: from.zeroPoint,
      multiplier: try context.multiplier(Double(from.scale) / Double(to.scale), for: output),
      outputZeroPoint: to.zeroPoint)
    guard input.type.isByte, output.type.isByte else { return requantize }
    if context.numerics.followsXNNPACK, input.type == output.type, input.rank <= 6,
      let xnnpack = XNNPACKRescaling(from: from, to: to)
    {
      return try LookupTable(context, Input.self, ofStored: xnnpack.callAsFunction)
    }
    guard context.microkernelsForActivation != nil else { return requantize }
    return try requantize.vector(context)
  }
}

extension TensorType {
  /// Whether elements are quantized to 8 bits.
  fileprivate var isByte: Bool { self == .uint8 || self == .int8 }
}

/// QUANTIZE from float32.
struct Quantize<Output: QuantizedInteger>: ElementwiseOperator {
  var outputShape: [Int]
  let quantization: AffineQuantization
  /// nil where plain loops have to do.
  let vector: VectorQuantize?

  var path: KernelPath { vector == nil ? .plain : .vector }
  var outputShapes: [[Int]] { [outputShape] }

  func run(_ call: OperatorCall) {
    guard let vector else { return runReference(call) }
    vector.run(call, count: outputShape.reduce(1, *))
  }
}

/// QUANTIZE from float32 to a tensor with a scale and a zero point for each slice of one dimension.
struct QuantizePerChannel<Output: QuantizedInteger>: TotalOperator {
  let outputShape: [Int]
  let channels: ChannelQuantization

  var outputShapes: [[Int]] { [outputShape] }

  func run(_ call: OperatorCall) { runReference(call) }
}

/// QUANTIZE from another quantization.
struct Requantize<Input: QuantizedInteger, Output: QuantizedInteger>: ElementwiseOperator {
  var outputShape: [Int]
  let inputZeroPoint: Int32
  let multiplier: QuantizedMultiplier
  let outputZeroPoint: Int32

  var outputShapes: [[Int]] { [outputShape] }

  func run(_ call: OperatorCall) { runReference(call) }
}
