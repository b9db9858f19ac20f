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
    guard input.type == .float32 else { return try requantize(context) }
    return switch output.type {
    case .uint8: try quantize(context, to: UInt8.self)
    case .int8: try quantize(context, to: Int8.self)
    case .int4: try quantizePacked(context, to: -8...7)
    case .uint4: try quantizePacked(context, to: 0...15)
    default: try quantize(context, to: Int16.self)
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
    if let xnnpack = XNNPACKQuantize(context, shape, quantization) { return xnnpack }
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

  private static func requantize(_ context: OperatorContext) throws(KernelError) -> any PreparedOperator {
    let (input, output) = (try context.input(0), context.output(0))
    let (from, to) = (try context.perTensorQuantization(input), try context.perTensorQuantization(output))
    if input.type == .int16 && output.type == .int16 {
      for (tensor, quantization) in [(input, from), (output, to)] where quantization.zeroPoint != 0 {
        throw .quantization(
          context.identity, tensor.identity, expected: "zero point 0, as int16 tensors must have")
      }
    }
    let change = QuantizationChange(
      inputZeroPoint: from.zeroPoint,
      multiplier: try context.multiplier(Double(from.scale) / Double(to.scale), for: output),
      outputZeroPoint: to.zeroPoint)
    if let stored = input.type.byteRange, let results = output.type.byteRange {
      if context.numerics.followsXNNPACK, input.type == output.type, input.rank <= 6,
        let xnnpack = XNNPACKRescaling(from: from, to: to)
      {
        return try LookupTable(context, from: stored, to: results, ofStored: xnnpack.callAsFunction)
      }
      if context.microkernelsForActivation != nil {
        return try LookupTable(context, from: stored, to: results, ofStored: change.callAsFunction)
      }
    }
    return switch input.type {
    case .uint8: prepare(from: UInt8.self, input.shape, change, to: output.type)
    case .int8: prepare(from: Int8.self, input.shape, change, to: output.type)
    case .int16: prepare(from: Int16.self, input.shape, change, to: output.type)
    default: prepare(from: Int32.self, input.shape, change, to: output.type)
    }
  }

  private static func prepare<Input: QuantizedInteger>(
    from input: Input.Type, _ shape: [Int], _ change: QuantizationChange, to output: TensorType
  ) -> any PreparedOperator {
    switch output {
    case .uint8: Requantize<Input, UInt8>(outputShape: shape, change: change)
    case .int8: Requantize<Input, Int8>(outputShape: shape, change: change)
    case .int16: Requantize<Input, Int16>(outputShape: shape, change: change)
    default: Requantize<Input, Int32>(outputShape: shape, change: change)
    }
  }
}

extension TensorType {
  /// What elements that are quantized to 8 bits can be; nil for all others.
  var byteRange: ClosedRange<Int32>? {
    switch self {
    case .uint8: UInt8.range
    case .int8: Int8.range
    default: nil
    }
  }
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
  let change: QuantizationChange

  var outputShapes: [[Int]] { [outputShape] }

  func run(_ call: OperatorCall) { runReference(call) }
}

/// From one quantization to another; not clamped.
struct QuantizationChange: Sendable {
  let inputZeroPoint: Int32
  /// The input's scale by the output's.
  let multiplier: QuantizedMultiplier
  let outputZeroPoint: Int32

  @inline(__always)
  func callAsFunction(_ stored: Int32) -> Int32 {
    multiplier.apply(stored &- inputZeroPoint) &+ outputZeroPoint
  }
}
