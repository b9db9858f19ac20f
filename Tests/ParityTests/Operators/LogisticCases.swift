import TFLiteSchema

extension ParityRow {
  static let logistic = Quantized8.allCases.map { kind in ParityRow("LOGISTIC", kind.rawValue) { $0.logistic(kind) } }
}

extension SplitMix64 {
  fileprivate mutating func logistic(_ kind: Quantized8) -> OperatorCase {
    let shape = elementwiseShape()
    // From a flat stretch of the curve to nearly a step.
    let input = operand(kind, shape, scales: 0.002...0.15)
    var output = Affine(scale: 1 / 256, zeroPoint: kind.range.lowerBound)
    if chance(0.05) { output.scale = 1 / 255 }  // The result has one possible scale, but may have any zero point.
    if chance(0.1) { output.zeroPoint = zeroPoint(kind) }
    return OperatorCase(
      code: .logistic, version: kind == .uint8 ? 1 : 2, inputs: [input], outputs: [.quantized(kind, shape, output)])
  }
}
