import TFLiteSchema

/// CONV_2D of int16 activations with int8 weights.
struct WideConv2D: TotalOperator {
  let shape: Conv2DShape
  let arithmetic: WideConvolution

  var outputShapes: [[Int]] { [shape.output] }

  func run(_ call: OperatorCall) {
    call.workers.forEachRange(of: shape.batches * shape.window.vertical.outputSize) { runReference(call, rows: $0) }
  }
}

extension WideConv2D {
  static func prepare(_ context: OperatorContext) throws(KernelError) -> WideConv2D {
    let (input, filter) = (try context.input(0), try context.input(1))
    let options = try context.options(Conv2DOptions.self)
    return WideConv2D(
      shape: try Conv2DOperator.shape(context, input: input, filter: filter, options: options),
      arithmetic: try context.wideConvolution(
        input: input, filter: filter, bias: context.optionalInput(2), activation: options.fusedActivationFunction,
        biasOption: options.quantizedBiasType))
  }
}
