import TFLiteSchema

/// TRANSPOSE_CONV in float32.
struct FloatTransposeConv: TotalOperator {
  let shape: TransposeConvShape
  let range: ActivationBounds<Float>
  let numerics: Numerics
  /// nil where plain loops are asked for.
  let vector: VectorFloatTransposeConv?

  var outputShapes: [[Int]] { [shape.output] }
  var scratchByteCount: Int { vector?.scratchByteCount(shape) ?? 0 }
  var path: KernelPath { vector == nil ? .plain : .vector }

  func run(_ call: OperatorCall) {
    if let vector { return run(call, vector) }
    runReference(call)
  }
}

extension FloatTransposeConv {
  init(_ context: OperatorContext) throws {
    let options = try context.options(TransposeConvOptions.self)
    let shape = try TransposeConvOperator.shape(context, options)
    try context.require(try context.input(1), type: .float32, .int8)
    try context.require(context.output(0), type: .float32)
    try context.requireFloatBias(context.optionalInput(3), channels: shape.outputChannels)
    let range = try context.activationBoundsOfProducts(options.fusedActivationFunction)
    self.init(
      shape: shape, range: range, numerics: context.numerics,
      vector: VectorFloatTransposeConv(context, shape, range: range))
  }
}
