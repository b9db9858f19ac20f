import TFLiteSchema

extension ParityRow {
  static let averagePool2D = Quantized8.allCases.map { kind in
    ParityRow("AVERAGE_POOL_2D", kind.rawValue) { $0.pool2D(.averagePool2D, kind) }
  }

  static let maxPool2D = Quantized8.allCases.map { kind in
    ParityRow("MAX_POOL_2D", kind.rawValue) { $0.pool2D(.maxPool2D, kind) }
  }
}

extension SplitMix64 {
  fileprivate mutating func pool2D(_ code: BuiltinOperator, _ kind: Quantized8) -> OperatorCase {
    let window = window2D(isDilated: false)
    let channels = pick(awkwardSizes)
    let activation = activation()
    // A scale with which the activation's bounds lie inside the type's range.
    let scales: ClosedRange<Float> =
      switch activation {
      case .relu6: 0.01...0.05
      case .reluN1To1: 0.005...0.012
      default: 0.001...2
      }
    let input = operand(kind, window.inputShape(channels: channels), scales: scales)
    var output = TensorSketch.quantized(
      kind, window.outputShape(channels: channels), Affine(scale: input.scales[0], zeroPoint: input.zeroPoints[0]))
    if chance(0.04) {  // Neither engine converts.
      output.type = .float32
      output.scales = []
      output.zeroPoints = []
    }
    return OperatorCase(
      code: code, version: kind == .uint8 ? 1 : 2,
      options: Pool2DOptions {
        $0.padding = window.padding
        $0.strideH = Int32(window.strideHeight)
        $0.strideW = Int32(window.strideWidth)
        $0.filterHeight = Int32(window.filterHeight)
        $0.filterWidth = Int32(window.filterWidth)
        $0.fusedActivationFunction = activation
      },
      inputs: [input], outputs: [output], activation: activation)
  }
}
