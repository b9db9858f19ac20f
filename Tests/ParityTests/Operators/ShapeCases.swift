import TFLiteSchema

extension ParityRow {
  static let shape = [TensorType.int32, .int64].map { type in
    ParityRow("SHAPE", "\(type)".lowercased(), distinct: 10) { $0.shapeOf(type) }
  }
  static let rank = [ParityRow("RANK", "int32", distinct: 4) { $0.rankOf() }]
  static let expandDims =
    rows("EXPAND_DIMS", ElementKind.any) { $0.expandDims($1) }
    + stringRow("EXPAND_DIMS") { $0.expandDims($1) }
  static let squeeze = rows("SQUEEZE", ElementKind.any) { $0.squeeze($1) } + stringRow("SQUEEZE") { $0.squeeze($1) }
}

extension SplitMix64 {
  private mutating func anyTensor() -> TensorSketch {
    elements(pick(ElementKind.any), shape(rank: int(0...6), limit: 300))
  }

  fileprivate mutating func shapeOf(_ type: TensorType) -> OperatorCase {
    let input = anyTensor()
    return OperatorCase(
      code: .shape, options: ShapeOptions { $0.outType = type }, inputs: [input],
      outputs: [TensorSketch(type: type, shape: [input.shape.count])])
  }

  fileprivate mutating func rankOf() -> OperatorCase {
    OperatorCase(
      code: .rank, options: RankOptions(), inputs: [anyTensor()], outputs: [TensorSketch(type: .int32, shape: [])])
  }

  fileprivate mutating func expandDims(_ kind: ElementKind) -> OperatorCase {
    let input = elements(kind, shape(rank: int(0...5), limit: 400))
    let axis = int(0...input.shape.count)
    var output = input.shape
    output.insert(1, at: axis)
    var stored = chance(0.4) ? axis - output.count : axis
    if chance(0.05) { stored = pick([output.count, -100_000]) }
    var result = input.result(output)
    if chance(0.05), kind == .int8 { result.scales[0] *= 2 }
    return OperatorCase(
      code: .expandDims, options: ExpandDimsOptions(),
      inputs: [input, parameters([stored], shape: chance(0.5) ? [] : [1], types: [.int32, .int64])], outputs: [result])
  }

  fileprivate mutating func squeeze(_ kind: ElementKind) -> OperatorCase {
    let input = elements(kind, shape(rank: int(1...6), limit: 400).map { chance(0.3) ? 1 : $0 })
    let ones = input.shape.indices.filter { input.shape[$0] == 1 }
    let listed = ones.filter { _ in chance(0.5) }
    let dropped = listed.isEmpty ? ones : listed
    var stored = listed.map { chance(0.3) ? $0 - input.shape.count : $0 }
    if chance(0.05), let other = input.shape.firstIndex(where: { $0 > 1 }) { stored.append(other) }
    return OperatorCase(
      code: .squeeze, options: SqueezeOptions { $0.squeezeDims = stored.map { Int32($0) } }, inputs: [input],
      outputs: [input.result(input.shape.indices.filter { !dropped.contains($0) }.map { input.shape[$0] })])
  }
}
