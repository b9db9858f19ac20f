import TFLiteSchema

extension ParityRow {
  static let hashtableLookup =
    rows("HASHTABLE_LOOKUP", ElementKind.any) { $0.hashtableLookup($1) }
    + stringRow("HASHTABLE_LOOKUP") { $0.hashtableLookup($1) }
}

extension SplitMix64 {
  fileprivate mutating func hashtableLookup(_ kind: ElementKind) -> OperatorCase {
    let (rows, count) = (int(1...20), int(1...12))
    var keys = (0..<rows).map { _ in int(-40...40) }
    if !chance(0.2) { keys.sort() }
    // The original takes vectors of strings alone.
    let row = kind == .string ? [] : shape(rank: int(0...2), limit: 40)
    var table = elements(kind, [rows] + row)
    table.isConstant = chance(0.5)
    let wanted = (0..<count).map { _ in chance(0.85) ? pick(keys) : int(-45...45) }
    return OperatorCase(
      code: .hashtableLookup, inputs: [indices(wanted), indices(keys), table],
      outputs: [table.result([count] + row), TensorSketch(type: .uint8, shape: [count])])
  }
}
