import TFLiteSchema

extension ParityRow {
  static let transpose = rows("TRANSPOSE", ElementKind.any) { $0.transpose($1) }
}

extension SplitMix64 {
  fileprivate mutating func transpose(_ kind: ElementKind) -> OperatorCase {
    let input = elements(kind, shape(rank: int(1...6), limit: 1500))
    let rank = input.shape.count
    let order = (0..<rank).map { $0 }.shuffled(using: &self)
    var stored = order.map { chance(0.15) ? $0 - rank : $0 }
    if chance(0.05) { stored[0] = chance(0.5) ? rank : -rank - 1 }
    return OperatorCase(
      code: .transpose, options: TransposeOptions(), inputs: [input, parameters(stored)],
      outputs: [input.result(order.map { input.shape[$0] })])
  }
}
