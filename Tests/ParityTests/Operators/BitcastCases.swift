import TFLiteSchema

extension ParityRow {
  /// Each type to all others.
  static let bitcast = rows("BITCAST", ElementKind.any) { $0.bitcast($1) }
}

extension SplitMix64 {
  fileprivate mutating func bitcast(_ kind: ElementKind) -> OperatorCase {
    let target = pick(ElementKind.any)
    var shape = shape(rank: int(0...4), limit: 300)
    var result = shape
    if kind.byteCount > target.byteCount {
      result.append(kind.byteCount / target.byteCount)
    } else if kind.byteCount < target.byteCount {
      shape.append(chance(0.05) ? 3 : target.byteCount / kind.byteCount)
    }
    return OperatorCase(
      code: .bitcast, options: BitcastOptions(), inputs: [elements(kind, shape)],
      outputs: [TensorSketch(type: target.tensorType, shape: result)])
  }
}
