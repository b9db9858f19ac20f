import TFLiteSchema

extension ParityRow {
  static let add = Quantized8.allCases.map { kind in ParityRow("ADD", kind.rawValue) { $0.add(kind) } }
}

extension SplitMix64 {
  fileprivate mutating func add(_ kind: Quantized8) -> OperatorCase {
    let shapes = broadcastShapes()
    let activation = activation()
    let target = targetDeviation(activation)
    // Real values of stored ones spread over about 74 steps of the scale.
    let scale = target / 74
    var left = operand(kind, shapes.left, scales: scale * 0.2...scale * 1.5)
    var right = operand(kind, shapes.right, scales: scale * 0.2...scale * 1.5)
    if left.scales[0].isPowerOfTwo { right.scales[0] = right.scales[0].nextPowerOfTwo }
    if chance(0.15) { left.isConstant = true } else if chance(0.15) { right.isConstant = true }

    let (a, b) = (Spread(of: left, kind: kind), Spread(of: right, kind: kind))
    let spread = Spread(
      mean: a.mean + b.mean, deviation: (a.deviation * a.deviation + b.deviation * b.deviation).squareRoot())
    var output = outputAffine(
      kind, spread: spread, unit: left.scales[0].isPowerOfTwo ? 1 : nil, activation: activation)
    // The sum is scaled down to the output; the C library ends the process where it would be scaled up.
    output.scale = max(output.scale, max(left.scales[0], right.scales[0]) / 1000)
    var made = OperatorCase(
      code: .add, version: kind == .uint8 ? 1 : 2,
      options: AddOptions { $0.fusedActivationFunction = activation },
      inputs: [left, right],
      outputs: [.quantized(kind, shapes.output, output)], activation: activation)
    spoilBinary(&made)
    dropOptions(&made)
    return made
  }
}
