import TFLiteSchema

extension ParityRow {
  static let concatenation = rows("CONCATENATION", ElementKind.narrow + [.bfloat16, .uint32]) { $0.concatenation($1) }
}

extension SplitMix64 {
  fileprivate mutating func concatenation(_ kind: ElementKind) -> OperatorCase {
    let rank = int(1...5)
    let base = shape(rank: rank, limit: 400)
    let axis = int(0...rank - 1)
    var output = elements(kind, []).result(base)
    output.shape[axis] = 0
    var inputs: [TensorSketch] = []
    for _ in 0..<int(1...6) {
      var shape = base
      shape[axis] = chance(0.3) ? base[axis] : int(1...7)
      var input = elements(kind, shape, isConstant: chance(0.1))
      (input.scales, input.zeroPoints) = (output.scales, output.zeroPoints)
      // uint8 may be rescaled, all others are copied.
      if kind == .uint8, chance(0.6) {
        input.scales[0] *= chance(0.3) ? pick([0.5, 1.5, 0.25, 2]) : logUniform(0.3...2)
        input.zeroPoints[0] = min(max(output.zeroPoints[0] + int(-30...30), 0), 255)
        if chance(0.05) { (input.scales, input.zeroPoints) = ([], []) }
      }
      inputs.append(input)
      output.shape[axis] += shape[axis]
    }
    var storedAxis = chance(0.3) ? axis - rank : axis
    if chance(0.06) {  // Neither engine may run these, but for uint8 with another scale.
      switch int(0...2) {
      case 0: storedAxis = rank + 1
      case 1 where rank > 1:  // A dimension beside the axis that differs.
        var shape = base
        shape[axis == 0 ? 1 : 0] += 1
        var other = elements(kind, shape)
        (other.scales, other.zeroPoints) = (output.scales, output.zeroPoints)
        inputs.append(other)
      default: if kind == .int8 { inputs[0].scales[0] *= 1.5 }
      }
    }
    var made = OperatorCase(
      code: .concatenation, version: kind == .uint8 ? 1 : 2,
      options: ConcatenationOptions { $0.axis = Int32(storedAxis) }, inputs: inputs, outputs: [output])
    dropOptions(&made)
    return made
  }
}
