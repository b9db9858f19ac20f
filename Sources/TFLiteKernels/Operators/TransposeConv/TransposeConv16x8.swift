import TFLiteSchema

/// TRANSPOSE_CONV of int16 activations with int8 weights.
struct TransposeConv16x8: TotalOperator {
  let shape: TransposeConvShape
  let quantization: ConvolutionQuantization16x8

  var outputShapes: [[Int]] { [shape.output] }

  func run(_ call: OperatorCall) {
    call.workers.forEachRange(of: shape.batches * shape.outputHeight) { runReference(call, rows: $0) }
  }
}

extension TransposeConv16x8 {
  init(_ context: OperatorContext) throws {
    let options = try context.options(TransposeConvOptions.self)
    self.init(
      shape: try TransposeConvOperator.shape(context, options),
      quantization: try context.convolutionQuantization16x8(
        input: try context.input(2), filter: try context.input(1), bias: context.optionalInput(3),
        activation: options.fusedActivationFunction, biasOption: options.quantizedBiasType))
  }
}
