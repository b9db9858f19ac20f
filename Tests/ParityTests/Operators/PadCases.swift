import TFLiteSchema

extension ParityRow {
  static let pad = rows("PAD", ElementKind.narrow + [.bfloat16]) { $0.pad($1) }
  static let padV2 = rows("PADV2", ElementKind.narrow + [.bfloat16]) { $0.padV2($1) }
  static let mirrorPad = rows("MIRROR_PAD", ElementKind.any) { $0.mirrorPad($1) }
}

/// The types in which paddings may be given.
private let paddingTypes: [TensorType] = [.int32, .int64, .int16, .int8]

extension SplitMix64 {
  fileprivate mutating func pad(_ kind: ElementKind) -> OperatorCase {
    let rank = int(1...5)
    let input = elements(kind, shape(rank: rank, limit: 400))
    let margins = (0..<2 * rank).map { _ in chance(0.4) ? 0 : int(1...3) }
    let rows = chance(0.05) ? rank + 1 : rank  // One row for each dimension.
    let values = margins + Array(repeating: 0, count: 2 * (rows - rank))
    return OperatorCase(
      code: .pad, version: kind == .uint8 ? 1 : 2, options: PadOptions(),
      inputs: [input, parameters(values, shape: [rows, 2], types: paddingTypes)],
      outputs: [input.result(padded(input.shape, margins))])
  }

  fileprivate mutating func padV2(_ kind: ElementKind) -> OperatorCase {
    let rank = int(1...5)
    let input = elements(kind, shape(rank: rank, limit: 400))
    let margins = (0..<2 * rank).map { _ in chance(0.4) ? 0 : int(1...3) }
    var border = elements(kind, chance(0.5) ? [] : [1], isConstant: chance(0.7))
    (border.scales, border.zeroPoints) = (input.scales, input.zeroPoints)
    return OperatorCase(
      code: .padV2, version: kind == .uint8 ? 1 : 2, options: PadV2Options(),
      inputs: [input, parameters(margins, shape: [rank, 2], types: paddingTypes), border],
      outputs: [input.result(padded(input.shape, margins))])
  }

  fileprivate mutating func mirrorPad(_ kind: ElementKind) -> OperatorCase {
    let rank = int(1...4)
    let input = elements(kind, shape(rank: rank, limit: 400))
    let isReflected = chance(0.5)
    let margins = input.shape.flatMap { size in
      (0..<2).map { _ in int(0...min(4, isReflected ? size - 1 : size)) }
    }
    return OperatorCase(
      code: .mirrorPad, version: 2, options: MirrorPadOptions { $0.mode = isReflected ? .reflect : .symmetric },
      inputs: [input, parameters(margins, shape: [rank, 2], types: [.int32, .int64])],
      outputs: [input.result(padded(input.shape, margins))])
  }

  private func padded(_ shape: [Int], _ margins: [Int]) -> [Int] {
    shape.indices.map { shape[$0] + margins[2 * $0] + margins[2 * $0 + 1] }
  }
}
