import TFLiteSchema

extension ParityRow {
  static let texts = skipGram + lshProjection

  private static let skipGram = stringRow("SKIP_GRAM") { random, _ in random.skipGram() }

  private static let lshProjection =
    rows("LSH_PROJECTION", ElementKind.any, distinct: 20) { $0.lshProjection($1) }
    + stringRow("LSH_PROJECTION") { $0.lshProjection($1) }
}

extension SplitMix64 {
  /// A text of few words, with white space of all kinds between them, before and behind.
  fileprivate mutating func skipGram() -> OperatorCase {
    func space(_ random: inout SplitMix64) -> [UInt8] {
      random.chance(0.8)
        ? [0x20] : (0..<random.int(1...3)).map { _ in random.pick([0x20, 0x09, 0x0a, 0x0b, 0x0c, 0x0d]) }
    }
    var text: [UInt8] = chance(0.1) ? space(&self) : []
    for _ in 0..<int(0...9) {
      text += Array(pick(["one", "two", "a", "b", "ä", "(c)"]).utf8)
      if chance(0.9) { text += space(&self) }
    }
    let others = (0..<int(0...2)).map { _ in string() }
    return OperatorCase(
      code: .skipGram,
      options: SkipGramOptions {
        $0.ngramSize = Int32(int(0...4))
        $0.maxSkipSize = Int32(int(0...3))
        $0.includeAllNgrams = chance(0.5)
      },
      inputs: [
        TensorSketch(
          type: .string, shape: [1 + others.count], bytes: StringBuffer.bytes(of: [text] + others),
          isConstant: chance(0.3))
      ],
      outputs: [TensorSketch(type: .string, shape: [1])])
  }

  /// Rows of a few bytes and of more than 64, since the hash treats them differently.
  fileprivate mutating func lshProjection(_ kind: ElementKind) -> OperatorCase {
    let (functions, bits) = (int(1...6), chance(0.05) ? 33 : int(1...12))
    let row = chance(0.3) ? [] : chance(0.5) ? [int(1...9)] : [int(1...12), int(1...12)]
    let input = elements(kind, [int(1...6)] + row)
    let isDense = chance(0.5)
    var inputs: [TensorSketch] = [
      .float([functions, bits], floats(functions * bits), isConstant: chance(0.5)), input,
    ]
    if chance(0.5) {
      let count = chance(0.05) ? input.shape[0] + 1 : input.shape[0]
      inputs.append(.float([count], floats(count)))
    }
    return OperatorCase(
      code: .lshProjection, options: LSHProjectionOptions { $0.type = isDense ? .dense : .sparse }, inputs: inputs,
      outputs: [TensorSketch(type: .int32, shape: [isDense ? functions * bits : functions])])
  }
}
