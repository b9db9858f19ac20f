import TFLiteSchema

extension ParityRow {
  static let embeddingLookup =
    rows("EMBEDDING_LOOKUP", ElementKind.any) { random, kind in
      random.embeddingLookup(random.elements(kind, random.embeddingShape(), isConstant: random.chance(0.7)))
    }
    + [TensorType.float32, .float16].flatMap { (output: TensorType) -> [ParityRow] in
      [TensorType.int8, .uint8, .int4, .int2].map { type in
        ParityRow("EMBEDDING_LOOKUP", "\(type) to \(output)".lowercased()) { random in
          random.embeddingLookup(random.embeddingTable(type), to: output)
        }
      }
        + [TensorType.int4, .int2].map { type in
          ParityRow("EMBEDDING_LOOKUP", "\(type) in blocks to \(output)".lowercased()) { random in
            random.embeddingLookup(
              random.blockwise(
                type, rows: random.int(1...9), blocksPerRow: random.int(1...5), blockSize: random.pick([4, 8, 12, 32])),
              to: output)
          }
        }
    }
}

extension SplitMix64 {
  fileprivate mutating func embeddingShape() -> [Int] { shape(rank: int(2...4), limit: 400) }

  /// A table with one scale, or with one for each row.
  fileprivate mutating func embeddingTable(_ type: TensorType) -> TensorSketch {
    var shape = embeddingShape()
    // The C library reads rows of smaller integers from whole bytes on.
    if type.bitWidth.map({ $0 < 8 }) ?? false { shape[shape.count - 1] *= 4 }
    return hybridWeights(shape, channelDimension: chance(0.5) ? 0 : nil, type: type)
  }

  /// - Parameter output: the type of the results; nil for that of the table.
  fileprivate mutating func embeddingLookup(_ table: TensorSketch, to output: TensorType? = nil) -> OperatorCase {
    let count = int(1...9)
    var numbers = (0..<count).map { _ in int(0...table.shape[0] - 1) }
    if chance(0.05) { numbers[0] = chance(0.5) ? -1 : table.shape[0] }
    var result = table.result([count] + table.shape.dropFirst())
    if let output { result = TensorSketch(type: output, shape: result.shape) }
    return OperatorCase(
      code: .embeddingLookup, version: 4, inputs: [indices(numbers), table], outputs: [result])
  }
}
