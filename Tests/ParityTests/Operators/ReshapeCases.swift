import TFLiteSchema

extension ParityRow {
  static let reshape = Quantized8.allCases.map { kind in ParityRow("RESHAPE", kind.rawValue) { $0.reshape(kind) } }
}

extension SplitMix64 {
  fileprivate mutating func reshape(_ kind: Quantized8) -> OperatorCase {
    // Factors are dealt out twice, so that both shapes have the same number of elements.
    let factors = (0..<int(0...5)).map { _ in pick([1, 2, 2, 3, 3, 5, 7]) }
    let input = operand(kind, deal(factors, rank: int(factors.isEmpty ? 0...3 : 1...5)))
    let outputShape = deal(factors, rank: int(factors.isEmpty ? 0...3 : 1...5))

    var wanted = outputShape
    if chance(0.3), !wanted.isEmpty { wanted[int(0...wanted.count - 1)] = -1 }
    if chance(0.06), !wanted.isEmpty {  // Another number of elements, or two open dimensions.
      if chance(0.5) { wanted[0] = wanted[0] == -1 ? -2 : wanted[0] + 1 } else { wanted += [-1, -1] }
    }
    // A scalar is asked for in the old way: the C library takes an empty list for one that is filled at run time.
    let isOption = wanted.isEmpty || chance(0.25)
    let stored = wanted.isEmpty ? [0] : wanted.map { Int32($0) }
    return OperatorCase(
      code: .reshape,
      options: isOption || chance(0.3) ? ReshapeOptions { $0.newShape = stored } : nil,
      inputs: isOption ? [input] : [input, .constantInt32(wanted)],
      // The bytes are the same whatever they mean; converters do leave other scales behind.
      outputs: [
        .quantized(
          kind, outputShape,
          chance(0.1) ? affine(kind) : Affine(scale: input.scales[0], zeroPoint: input.zeroPoints[0]))
      ])
  }

  private mutating func deal(_ factors: [Int], rank: Int) -> [Int] {
    var shape = Array(repeating: 1, count: rank)
    for factor in factors { shape[int(0...rank - 1)] *= factor }
    return shape
  }
}
