import TFLiteSchema

extension ParityRow {
  static let pack = rows("PACK", [.float32, .uint8, .int8, .int16, .int32, .int64, .uint32]) { $0.pack($1) }
}

extension SplitMix64 {
  fileprivate mutating func pack(_ kind: ElementKind) -> OperatorCase {
    let shape = shape(rank: int(0...4), limit: 400)
    var inputs = (0..<int(1...5)).map { _ in elements(kind, shape) }
    // All mean the same.
    for index in inputs.indices {
      (inputs[index].scales, inputs[index].zeroPoints) = (inputs[0].scales, inputs[0].zeroPoints)
    }
    let axis = int(0...shape.count)
    var output = shape
    output.insert(inputs.count, at: axis)
    let result = inputs[0].result(output)
    if chance(0.05), kind == .int8 { inputs[0].scales[0] *= 2 }
    var stored = chance(0.3) ? axis - shape.count - 1 : axis
    if chance(0.04) { stored = shape.count + 1 }
    return OperatorCase(
      code: .pack, version: kind == .int8 || kind == .uint8 ? 2 : 1,
      options: PackOptions {
        $0.valuesCount = Int32(inputs.count)
        $0.axis = Int32(stored)
      },
      inputs: inputs, outputs: [result])
  }
}
