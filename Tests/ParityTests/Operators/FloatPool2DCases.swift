import TFLiteSchema

extension ParityRow {
  static let floatPools = [
    ParityRow("AVERAGE_POOL_2D", "float32") { $0.floatPool2D(.averagePool2D) },
    ParityRow("MAX_POOL_2D", "float32") { $0.floatPool2D(.maxPool2D) },
    ParityRow("L2_POOL_2D", "float32") { $0.floatPool2D(.l2Pool2D) },
  ]
}

extension SplitMix64 {
  fileprivate mutating func floatPool2D(_ code: BuiltinOperator) -> OperatorCase {
    let window = window2D(isDilated: false)
    let channels = pick(awkwardSizes)
    let activation = activation()
    var input = floatOperand(window.inputShape(channels: channels), deviation: logUniform(0.5...20))
    if chance(0.03) { input.shape = [channels, input.elementCount / channels] }  // Not an image.
    return OperatorCase(
      code: code,
      options: Pool2DOptions {
        $0.padding = window.padding
        $0.strideH = Int32(window.strideHeight)
        $0.strideW = Int32(window.strideWidth)
        $0.filterHeight = Int32(window.filterHeight)
        $0.filterWidth = Int32(window.filterWidth)
        $0.fusedActivationFunction = activation
      },
      inputs: [input],
      outputs: [.float(window.outputShape(channels: channels))], activation: activation)
  }
}
