import TFLiteSchema

extension ParityRow {
  static let dilate = rows("DILATE", ElementKind.any) { $0.dilate($1) }
  static let dynamicUpdateSlice =
    rows("DYNAMIC_UPDATE_SLICE", [.float32, .int8, .int16, .int32, .int64, .bool, .float16, .bfloat16]) {
      $0.dynamicUpdateSlice($1)
    }
    + [ParityRow("DYNAMIC_UPDATE_SLICE", "int4") { $0.packedUpdateSlice() }]
  static let matrixDiagonals =
    rows("MATRIX_DIAG", diagonalKinds) { $0.matrixDiag($1) }
    + rows("MATRIX_SET_DIAG", diagonalKinds) { $0.matrixSetDiag($1) }
  static let sparse =
    rows("SPARSE_TO_DENSE", [.float32, .int32, .int64, .int8, .uint8]) { $0.sparseToDense($1) }
    + [ParityRow("EMBEDDING_LOOKUP_SPARSE", "float32", reference: .python) { $0.sparseLookup() }]

  /// The C library takes elements of other types for float32 ones.
  private static let diagonalKinds: [ElementKind] = [.float32, .uint8, .int8, .int16, .int32, .int64]
}

extension SplitMix64 {
  fileprivate mutating func dilate(_ kind: ElementKind) -> OperatorCase {
    let input = elements(kind, shape(rank: int(1...4), limit: 60))
    let distances = input.shape.map { _ in chance(0.4) ? 1 : int(1...4) }
    var value = elements(kind, [])
    (value.scales, value.zeroPoints, value.isConstant) = (input.scales, input.zeroPoints, chance(0.7))
    return OperatorCase(
      code: .dilate, options: DilateOptions(),
      inputs: [input, parameters(distances), value],
      outputs: [input.result(zip(input.shape, distances).map { ($0 - 1) * $1 + 1 })])
  }

  fileprivate mutating func dynamicUpdateSlice(_ kind: ElementKind) -> OperatorCase {
    let input = elements(kind, shape(rank: int(0...5), limit: 300))
    var update = elements(kind, input.shape.map { chance(0.2) ? $0 : int(1...$0) })
    (update.scales, update.zeroPoints) = (input.scales, input.zeroPoints)
    let start = input.shape.map { chance(0.2) ? int(-3...$0 + 3) : int(0...$0 - 1) }
    return OperatorCase(
      code: .dynamicUpdateSlice, options: DynamicUpdateSliceOptions(),
      inputs: [input, update, indices(start, types: [.int32, .int64])], outputs: [input.result(input.shape)])
  }

  /// The last byte may be half used, so that its other half is whatever it was.
  fileprivate mutating func packedUpdateSlice() -> OperatorCase {
    var shape = shape(rank: int(1...4), limit: 300)
    shape[shape.count - 1] *= 2
    func packed(_ shape: [Int]) -> TensorSketch {
      let count = (shape.elementCount + 1) / 2
      return TensorSketch(
        type: .int4, shape: shape, scales: [0.5], zeroPoints: [0],
        bytes: (0..<count).map { _ in UInt8(truncatingIfNeeded: next()) })
    }
    let update = shape.map { chance(0.2) ? $0 : int(1...$0) }
    let start = zip(shape, update).map { int(0...$0 - $1) }
    return OperatorCase(
      code: .dynamicUpdateSlice, version: 6, options: DynamicUpdateSliceOptions(),
      inputs: [packed(shape), packed(update), indices(start, types: [.int32, .int64])],
      outputs: [TensorSketch(type: .int4, shape: shape, scales: [0.5], zeroPoints: [0])])
  }

  fileprivate mutating func matrixDiag(_ kind: ElementKind) -> OperatorCase {
    var input = elements(kind, shape(rank: int(1...4), limit: 60))
    // Most of the result is 0, whatever that means.
    (input.scales, input.zeroPoints) = ([], [])
    return OperatorCase(
      code: .matrixDiag, options: MatrixDiagOptions(), inputs: [input],
      outputs: [input.result(input.shape + [input.shape[input.shape.count - 1]])])
  }

  fileprivate mutating func matrixSetDiag(_ kind: ElementKind) -> OperatorCase {
    let input = elements(kind, shape(rank: int(2...4), limit: 400))
    let length = input.shape.suffix(2).min() ?? 1
    var diagonal = elements(kind, input.shape.dropLast(2) + [length], isConstant: chance(0.3))
    (diagonal.scales, diagonal.zeroPoints) = (input.scales, input.zeroPoints)
    return OperatorCase(
      code: .matrixSetDiag, options: MatrixSetDiagOptions(), inputs: [input, diagonal],
      outputs: [input.result(input.shape)])
  }

  fileprivate mutating func sparseToDense(_ kind: ElementKind) -> OperatorCase {
    let output = shape(rank: int(1...4), limit: 300)
    let count = int(1...20)
    let isVector = output.count == 1 && chance(0.5)
    let isOne = isVector && chance(0.2)
    var places = (0..<count).flatMap { _ in output.map { int(0...$0 - 1) } }
    if chance(0.05) { places[0] = chance(0.5) ? -1 : output[0] }
    let values = elements(kind, chance(0.2) ? [] : [isOne ? 1 : count], isConstant: chance(0.3))
    var filling = elements(kind, [], isConstant: chance(0.5))
    (filling.scales, filling.zeroPoints) = (values.scales, values.zeroPoints)
    return OperatorCase(
      code: .sparseToDense, options: SparseToDenseOptions(),
      inputs: [
        indices(
          isOne ? [places[0]] : places, shape: isOne ? [] : isVector ? [count] : [count, output.count],
          types: [.int32, .int64]), parameters(output, types: [.int32, .int64]), values, filling,
      ], outputs: [values.result(output)])
  }

  fileprivate mutating func sparseLookup() -> OperatorCase {
    let table = shape(rank: int(2...3), limit: 200)
    let sizes = (0..<int(1...3)).map { _ in int(1...5) }
    let count = int(1...30)
    var rows = (0..<count).map { _ in int(0...table[0] - 1) }
    if chance(0.05) { rows[0] = chance(0.5) ? -1 : table[0] }
    // Mostly in order, as sparse tensors are.
    var places = (0..<count).map { _ in sizes.map { int(0...$0 - 1) } }
    if chance(0.7) { places.sort { $0.lexicographicallyPrecedes($1) } }
    let output = sizes.dropLast() + table.dropFirst()
    return OperatorCase(
      code: .embeddingLookupSparse,
      options: EmbeddingLookupSparseOptions { $0.combiner = pick([.sum, .mean, .sqrtn]) },
      inputs: [
        indices(rows), indices(places.flatMap(\.self), shape: [count, sizes.count]), indices(sizes),
        .float([count], (0..<count).map { _ in uniform(0.1...2) }),
        .float(table, (0..<table.elementCount).map { _ in normal() }),
      ], outputs: [.float(Array(output))])
  }
}
