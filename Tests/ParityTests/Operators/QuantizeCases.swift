import TFLiteSchema

extension ParityRow {
  static let quantize =
    Quantized8.allCases.map { kind in
      ParityRow("QUANTIZE", "float32 to \(kind.rawValue)") { $0.quantizeFloats(kind) }
    }
    + Quantized8.allCases.flatMap { from in
      Quantized8.allCases.map { to in
        ParityRow("QUANTIZE", "\(from.rawValue) to \(to.rawValue)") { $0.requantize(from, to) }
      }
    }
}

extension SplitMix64 {
  fileprivate mutating func quantizeFloats(_ kind: Quantized8) -> OperatorCase {
    let shape = elementwiseShape()
    let affine = affine(kind)
    let middle = (Float(kind.range.lowerBound + kind.range.upperBound) / 2 - Float(affine.zeroPoint)) * affine.scale
    let values = (0..<shape.reduce(1, *)).map { _ -> Float in
      switch int(0...9) {
      // Halfway between two stored values, where the direction of rounding shows.
      case 0, 1, 2: (Float(int(kind.range) - affine.zeroPoint) + (chance(0.5) ? 0.5 : -0.5)) * affine.scale
      // Far outside, and beyond 32-bit integers.
      case 3:
        pick([
          0, -0.0, .leastNonzeroMagnitude, 1e6, -1e6, 2e9, -2e9, 0x1p31, -0x1p31, 1e36, .infinity, -.infinity, .nan,
        ])
          * affine.scale
      default: middle + 80 * affine.scale * normal()
      }
    }
    return OperatorCase(
      code: .quantize, inputs: [.float(shape, values)], outputs: [.quantized(kind, shape, affine)])
  }

  fileprivate mutating func requantize(_ from: Quantized8, _ to: Quantized8) -> OperatorCase {
    let shape = elementwiseShape()
    let input = operand(from, shape)
    var affine: Affine
    switch int(0...9) {
    case 0, 1:  // The same real values, stored the same or 128 apart.
      affine = Affine(
        scale: input.scales[0], zeroPoint: input.zeroPoints[0] + to.range.lowerBound - from.range.lowerBound)
    case 2:  // The same scale, other zero point.
      affine = Affine(scale: input.scales[0], zeroPoint: zeroPoint(to))
    default:
      affine = outputAffine(
        to, spread: Spread(of: input, kind: from), unit: chance(0.3) ? input.scales[0] : nil)
    }
    affine.zeroPoint = min(max(affine.zeroPoint, to.range.lowerBound), to.range.upperBound)
    return OperatorCase(
      code: .quantize, version: 2, inputs: [input], outputs: [.quantized(to, shape, affine)])
  }
}
