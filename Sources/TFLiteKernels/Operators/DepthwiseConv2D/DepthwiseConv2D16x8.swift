import TFLiteSchema

/// DEPTHWISE_CONV_2D of int16 activations with int8 weights.
struct DepthwiseConv2D16x8: TotalOperator {
  let shape: DepthwiseConv2DShape
  let quantization: ConvolutionQuantization16x8

  var outputShapes: [[Int]] { [shape.output] }

  func run(_ call: OperatorCall) {
    call.workers.forEachRange(of: shape.rowCount) { runReference(call, rows: $0) }
  }
}

extension DepthwiseConv2D16x8 {
  init(_ context: OperatorContext) throws(KernelError) {
    let (input, filter) = (try context.input(0), try context.input(1))
    let options = try context.options(DepthwiseConv2DOptions.self)
    if let bias = context.optionalInput(2) { try context.require(bias, type: .int64) }
    self.init(
      shape: try DepthwiseConv2DOperator.shape(context, input: input, filter: filter, options: options),
      quantization: try context.convolutionQuantization16x8(
        input: input, filter: filter, channelAxis: 3, bias: context.optionalInput(2),
        activation: options.fusedActivationFunction, biasOption: .float32))
  }
}
