import TFLiteSchema

extension ParityRow {
  static let reshape = rows("RESHAPE", ElementKind.any) { $0.reshape($1) } + stringRow("RESHAPE") { $0.reshape($1) }
}

extension SplitMix64 {
  fileprivate mutating func reshape(_ kind: ElementKind) -> OperatorCase {
    // Factors are dealt out twice, so that both shapes have the same number of elements.
    let factors = (0..<int(0...5)).map { _ in pick([1, 2, 2, 3, 3, 5, 7]) }
    let input = elements(kind, deal(factors, rank: int(factors.isEmpty ? 0...3 : 1...5)))
    let outputShape = deal(factors, rank: int(factors.isEmpty ? 0...3 : 1...5))

    var wanted = outputShape
    if chance(0.3), !wanted.isEmpty { wanted[int(0...wanted.count - 1)] = -1 }
    if chance(0.06), !wanted.isEmpty {  // Another number of elements, or two open dimensions.
      if chance(0.5) { wanted[0] = wanted[0] == -1 ? -2 : wanted[0] + 1 } else { wanted += [-1, -1] }
    }
    // A scalar is asked for in the old way: the C library takes an empty list for one that is filled at run time.
    let isOption = wanted.isEmpty || chance(0.25)
    let stored = wanted.isEmpty ? [0] : wanted.map { Int32($0) }
    var result = input.result(outputShape)
    // The bytes are the same whatever they mean; converters do leave other scales behind.
    if chance(0.1), kind == .uint8 || kind == .int8 { result.scales = [logUniform(0.001...2)] }
    return OperatorCase(
      code: .reshape,
      options: isOption || chance(0.3) ? ReshapeOptions { $0.newShape = stored } : nil,
      inputs: isOption ? [input] : [input, parameters(wanted)],
      outputs: [result])
  }

  private mutating func deal(_ factors: [Int], rank: Int) -> [Int] {
    var shape = Array(repeating: 1, count: rank)
    for factor in factors { shape[int(0...rank - 1)] *= factor }
    return shape
  }
}
