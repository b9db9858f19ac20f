import TFLiteSchema

extension ParityRow {
  static let reverseV2 = rows("REVERSE_V2", ElementKind.narrow + [.bfloat16]) { $0.reverseV2($1) }
  static let reverseSequence = rows("REVERSE_SEQUENCE", [.float32, .uint8, .int16, .int32, .int64]) {
    $0.reverseSequence($1)
  }
}

extension SplitMix64 {
  fileprivate mutating func reverseV2(_ kind: ElementKind) -> OperatorCase {
    let input = elements(kind, shape(rank: int(1...5), limit: 600))
    let rank = input.shape.count
    // The C library reverses neighbouring dimensions only.
    let first = int(0...rank - 1)
    let axes = Array(first...int(first...rank - 1)).shuffled(using: &self)
    var stored = axes.map { chance(0.3) ? $0 - rank : $0 }
    if chance(0.05) { stored[0] = rank }
    return OperatorCase(
      code: .reverseV2, options: ReverseV2Options(), inputs: [input, parameters(stored)],
      outputs: [input.result(input.shape)])
  }

  fileprivate mutating func reverseSequence(_ kind: ElementKind) -> OperatorCase {
    let input = elements(kind, shape(rank: int(2...5), limit: 600))
    let axes = Array(input.shape.indices).shuffled(using: &self)
    let (sequence, batch) = (axes[0], axes[1])
    let lengths = (0..<input.shape[batch]).map { _ in int(1...input.shape[sequence]) }
    return OperatorCase(
      code: .reverseSequence,
      options: ReverseSequenceOptions {
        $0.seqDim = Int32(sequence)
        $0.batchDim = Int32(batch)
      },
      inputs: [input, indices(lengths, types: [.int32, .int64])],
      outputs: [input.result(input.shape)])
  }
}
