import TFLiteSchema

extension ParityRow {
  static let pad = Quantized8.allCases.map { kind in ParityRow("PAD", kind.rawValue) { $0.pad(kind) } }
}

extension SplitMix64 {
  fileprivate mutating func pad(_ kind: Quantized8) -> OperatorCase {
    let rank = int(1...5)
    let input = operand(kind, shape(rank: rank, limit: 400))
    let margins = (0..<rank).flatMap { _ in [chance(0.4) ? 0 : int(1...3), chance(0.4) ? 0 : int(1...3)] }
    let isWide = chance(0.3)
    let rows = chance(0.05) ? rank + 1 : rank  // One row for each dimension.
    let values = margins + Array(repeating: 0, count: 2 * (rows - rank))
    let paddings: TensorSketch =
      isWide ? .constantInt64(values, shape: [rows, 2]) : .constantInt32(values, shape: [rows, 2])
    return OperatorCase(
      code: .pad, version: kind == .uint8 ? 1 : 2, options: PadOptions(), inputs: [input, paddings],
      outputs: [
        .quantized(
          kind, (0..<rank).map { input.shape[$0] + margins[2 * $0] + margins[2 * $0 + 1] },
          Affine(scale: input.scales[0], zeroPoint: input.zeroPoints[0]))
      ])
  }
}
