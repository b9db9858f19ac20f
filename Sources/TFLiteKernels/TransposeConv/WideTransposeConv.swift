import TFLiteSchema

/// TRANSPOSE_CONV of int16 activations with int8 weights.
struct WideTransposeConv: TotalOperator {
  let shape: TransposeConvShape
  let arithmetic: WideConvolution

  var outputShapes: [[Int]] { [shape.output] }

  func run(_ call: OperatorCall) {
    call.workers.forEachRange(of: shape.batches * shape.outputHeight) { runReference(call, rows: $0) }
  }
}
