import TFLiteSchema

/// TRANSPOSE_CONV: every input pixel adds its products with a filter to a window of the output.
///
/// Inputs: output shape [4], int32; filter [output channels, height, width, input channels]; activations
/// [batch, height, width, input channels]; optional bias [output channels], float32, int32, or int64 for 16x8. Output:
/// as the first input says, of the activations' type.
///
/// Unless `quantized_bias_type` says otherwise, TFLite reads the bias of 16x8 as int64; here it is read as what it is.
///
/// Source: `tflite/kernels/transpose_conv.cc`; `tflite/kernels/internal/reference/transpose_conv.h` and
/// `reference/integer_ops/transpose_conv.h`.
enum TransposeConvOperator: OperatorDefinition {
  static let activation = 2
  static let weights: Int? = 1
  static let kernels: [KernelDeclaration] = [
    .vector(.float32, .uint8, .int8), .plain(.float32, weights: .int8), .plain(.int16, weights: .int8),
  ]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    try context.requireOperands(inputs: 3...4)
    return switch (try context.activationType(of: Self.self), try context.input(1).type) {
    case (.float32, .int8): try HybridTransposeConv(context)
    case (.float32, _): try FloatTransposeConv(context)
    case (.int16, _): try TransposeConv16x8(context)
    case (.uint8, _): try TransposeConv<UInt8>(context)
    default: try TransposeConv<Int8>(context)
    }
  }

  static func shape(
    _ context: OperatorContext, _ options: TransposeConvOptions
  ) throws(KernelError) -> TransposeConvShape {
    let (sizes, filter, input) = (try context.input(0), try context.input(1), try context.input(2))
    try context.require(sizes, type: .int32)
    try context.require(sizes, shape: [4])
    try context.require(filter, rank: 4...4)
    try context.require(input, rank: 4...4)
    try context.requireElements(filter)
    try context.requireElements(input)
    guard filter.shape[3] == input.shape[3] else {
      throw .shape(
        context.identity, filter.identity, found: filter.shape,
        expected: "\(input.shape[3]) as its last dimension, the channels of \(input.identity)")
    }
    let output = try context.integers(sizes)
    guard output.allSatisfy({ $0 >= 1 }), output[0] == input.shape[0], output[3] == filter.shape[0] else {
      throw .value(
        context.identity, sizes.identity,
        "holds the output shape \(output), expected [\(input.shape[0]), height, width, \(filter.shape[0])]")
    }
    let window = try context.window(
      on: sizes, imageHeight: output[1], imageWidth: output[2], height: filter.shape[1], width: filter.shape[2],
      options)
    return TransposeConvShape(
      batches: input.shape[0], inputHeight: input.shape[1], inputWidth: input.shape[2],
      inputChannels: input.shape[3], window: window, outputChannels: filter.shape[0])
  }
}

/// TRANSPOSE_CONV on 8-bit tensors.
struct TransposeConv<Element: QuantizedInteger>: TotalOperator {
  let shape: TransposeConvShape
  let quantization: ConvolutionQuantization
  let vector: VectorTransposeConv?

  var outputShapes: [[Int]] { [shape.output] }
  var scratchByteCount: Int { vector?.scratchByteCount ?? 0 }
  var path: KernelPath { vector == nil ? .plain : .vector }

  func run(_ call: OperatorCall) {
    if let vector { return vector.run(call, zeroPoint: quantization.inputZeroPoint) }
    call.workers.forEachRange(of: shape.batches * shape.outputHeight) { runReference(call, rows: $0) }
  }
}

extension TransposeConv {
  init(_ context: OperatorContext) throws {
    let options = try context.options(TransposeConvOptions.self)
    let shape = try TransposeConvOperator.shape(context, options)
    let (filter, bias) = (try context.input(1), context.optionalInput(3))
    let quantization = try context.convolutionQuantization(
      Element.self, input: try context.input(2), filter: filter, bias: bias, output: context.output(0), channelAxis: 0,
      activation: options.fusedActivationFunction,
      onXNNPACK: shape.suitsXNNPACK(options.padding)
        && context.runsOnXNNPACK(filter: filter, bias: bias, needsBias: false))
    self.init(
      shape: shape, quantization: quantization,
      vector: VectorTransposeConv(context, shape, isSigned: Element.isSigned, quantization))
  }
}
