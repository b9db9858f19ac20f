import TFLiteSchema

/// CONV_2D of int16 activations with int8 weights.
struct Conv2D16x8: TotalOperator {
  let shape: Conv2DShape
  let quantization: ConvolutionQuantization16x8

  var outputShapes: [[Int]] { [shape.output] }

  func run(_ call: OperatorCall) {
    call.workers.forEachRange(of: shape.rowCount) { runReference(call, rows: $0) }
  }
}

extension Conv2D16x8 {
  init(_ context: OperatorContext) throws(KernelError) {
    let (input, filter) = (try context.input(0), try context.input(1))
    let options = try context.options(Conv2DOptions.self)
    self.init(
      shape: try Conv2DOperator.shape(context, input: input, filter: filter, options: options),
      quantization: try context.convolutionQuantization16x8(
        input: input, filter: filter, bias: context.optionalInput(2), activation: options.fusedActivationFunction,
        biasOption: options.quantizedBiasType))
  }
}
