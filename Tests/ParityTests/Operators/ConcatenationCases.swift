import TFLiteSchema

extension ParityRow {
  static let concatenation = Quantized8.allCases.map { kind in
    ParityRow("CONCATENATION", kind.rawValue) { $0.concatenation(kind) }
  }
}

extension SplitMix64 {
  fileprivate mutating func concatenation(_ kind: Quantized8) -> OperatorCase {
    let rank = int(1...5)
    let base = shape(rank: rank, limit: 400)
    let axis = int(0...rank - 1)
    let output = affine(kind)
    var outputShape = base
    outputShape[axis] = 0
    var inputs: [TensorSketch] = []
    for _ in 0..<int(1...6) {
      var shape = base
      shape[axis] = chance(0.3) ? base[axis] : int(1...7)
      var input = operand(kind, shape)
      // int8 is copied, uint8 may be rescaled.
      if kind == .int8 || chance(0.4) {
        input.scales = [output.scale]
        input.zeroPoints = [output.zeroPoint]
      } else {
        input.scales = [output.scale * (chance(0.3) ? pick([0.5, 1.5, 0.25, 2]) : logUniform(0.3...2))]
        input.zeroPoints = [min(max(output.zeroPoint + int(-30...30), 0), 255)]
      }
      input.isConstant = chance(0.1)
      inputs.append(input)
      outputShape[axis] += shape[axis]
    }
    var storedAxis = chance(0.3) ? axis - rank : axis
    if chance(0.06) {  // Neither engine may run these, but for uint8 with another scale.
      switch int(0...2) {
      case 0: storedAxis = rank + 1
      case 1 where rank > 1:
        var misfit = base
        misfit[axis == 0 ? 1 : 0] += 1
        inputs.append(operand(kind, misfit))
      default: inputs[0].scales[0] *= 1.5
      }
    }
    return OperatorCase(
      code: .concatenation, version: kind == .uint8 ? 1 : 2,
      options: ConcatenationOptions { $0.axis = Int32(storedAxis) },
      inputs: inputs, outputs: [.quantized(kind, outputShape, output)])
  }
}
