import TFLiteSchema

extension ParityRow {
  static let topK = rows("TOPK_V2", [.float32, .uint8, .int8, .int16, .int32, .int64]) { $0.topK($1) }
  static let nonMaxSuppression = [
    ParityRow("NON_MAX_SUPPRESSION_V4", "float32", distinct: 40) { $0.nonMaxSuppression(isSoft: false) },
    ParityRow("NON_MAX_SUPPRESSION_V5", "float32") { $0.nonMaxSuppression(isSoft: true) },
  ]
}

extension SplitMix64 {
  fileprivate mutating func topK(_ kind: ElementKind) -> OperatorCase {
    let shape = shape(rank: int(1...4), limit: 600)
    var input = elements(kind, shape)
    // Equal elements, the order of which is prescribed too.
    if chance(0.5) {
      let size = input.bytes.count / input.elementCount
      for element in 1..<max(2, input.elementCount) where element < input.elementCount && chance(0.4) {
        let other = int(0...element - 1)
        for byte in 0..<size { input.bytes[element * size + byte] = input.bytes[other * size + byte] }
      }
    }
    let row = shape[shape.count - 1]
    let count = chance(0.05) ? row + 1 : int(1...row)
    let output = shape.dropLast() + [count]
    let positions = TensorSketch(type: pick([.int32, .int16]), shape: Array(output))
    return OperatorCase(
      code: .topKV2, version: 3, options: TopKV2Options(),
      inputs: [input, parameters([count], shape: [], types: [.int32, .int16])],
      outputs: [input.result(Array(output)), positions])
  }

  fileprivate mutating func nonMaxSuppression(isSoft: Bool) -> OperatorCase {
    let count = int(1...60)
    let limit = int(0...count + 5)
    var boxes: [Float] = []
    for _ in 0..<count {
      let (y, x) = (uniform(0...1), uniform(0...1))
      let corners = [y, x, y + uniform(0...0.5), x + uniform(0...0.5)]
      // Opposite corners in any order.
      boxes += chance(0.2) ? [corners[2], corners[1], corners[0], corners[3]] : corners
    }
    // Few different scores, so that some are equal.
    let isCoarse = chance(0.4)
    let scores = (0..<count).map { _ in isCoarse ? Float(int(0...6)) / 7 : uniform(0...1) }
    func scalar(_ value: Float, _ random: inout SplitMix64) -> TensorSketch {
      .float([], [value], isConstant: random.chance(0.7))
    }
    var inputs: [TensorSketch] = [
      .float([count, 4], boxes), .float([count], scores), parameters([limit], shape: []),
      scalar(uniform(0.1...0.9), &self), scalar(chance(0.5) ? 0 : uniform(0...0.8), &self),
    ]
    var outputs = [TensorSketch(type: .int32, shape: [limit]), TensorSketch(type: .int32, shape: [])]
    if isSoft {
      inputs.append(scalar(chance(0.3) ? 0 : chance(0.05) ? -1 : uniform(0.1...1), &self))
      outputs.insert(.float([limit]), at: 1)
    }
    return OperatorCase(
      code: isSoft ? .nonMaxSuppressionV5 : .nonMaxSuppressionV4,
      options: isSoft ? NonMaxSuppressionV5Options() : NonMaxSuppressionV4Options(), inputs: inputs, outputs: outputs)
  }
}
