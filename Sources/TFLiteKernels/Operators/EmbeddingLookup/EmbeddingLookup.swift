import TFLiteSchema

/// EMBEDDING_LOOKUP: rows of a table, in the order of a list of their numbers.
///
/// Inputs: the numbers [count], int32; the table [rows, ...], of any type. Output: [count, ...], of the table's type,
/// or float32 or float16 where the table is quantized: with a scale for the whole table, for each row, or, with 2 or 4
/// bits, for each block of a row. A number outside the table is an error when the model runs.
///
/// TFLite starts every row of 2- or 4-bit elements at a whole byte; here a row begins where the one before ends.
///
/// Source: `tflite/kernels/embedding_lookup.cc`.
enum EmbeddingLookupOperator: OperatorDefinition {
  static let activation = 1
  static let kernels: [KernelDeclaration] = [.copy(), .plain(.int8, .uint8, .int4, .int2)]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    try context.requireOperands(inputs: 2...2)
    let (numbers, table, output) = (try context.input(0), try context.input(1), context.output(0))
    try context.require(numbers, type: .int32)
    try context.require(numbers, rank: 1...1)
    guard table.rank >= 2 else {
      throw KernelError.shape(context.identity, table.identity, found: table.shape, expected: "at least 2 dimensions")
    }
    let indices = try IndexTensor(context, position: 0)
    let outputShape = numbers.shape + table.shape.dropFirst()
    let rowLength = table.shape.dropFirst().wrappingProduct
    guard output.type == table.type else {
      return try prepareQuantized(context, indices, outputShape: outputShape, rowLength: rowLength)
    }
    // Rows of one meaning are moved as they are.
    try context.require(output, sameMeaningAs: table)
    return Gather(
      outputShape: outputShape, tablePosition: 1, batches: 1, outer: 1, size: table.shape[0],
      sliceByteCount: rowLength &* (try context.elementSize(of: table)), count: numbers.shape[0], indices: indices)
  }

  private static func prepareQuantized(
    _ context: OperatorContext, _ indices: IndexTensor, outputShape: [Int], rowLength: Int
  ) throws(KernelError) -> any PreparedOperator {
    let (table, output) = (try context.input(1), context.output(0))
    try context.require(table, type: .int8, .uint8, .int4, .int2)
    try context.require(output, type: .float32, .float16)
    let scales: [Float]
    if let blocks = table.blockScales {
      scales = try context.blockScales(blocks, of: table, types: [.int4, .int2])
    } else {
      scales = try context.filterScales(table, channelAxis: 0)
      guard table.quantization?.zeroPoint.allSatisfy({ $0 == 0 }) ?? true else {
        throw .quantization(context.identity, table.identity, expected: "zero point 0")
      }
    }
    return QuantizedEmbeddingLookup(
      outputShape: outputShape, rowCount: table.shape[0], rowLength: rowLength, type: table.type, scales: scales,
      elementsPerScale: max(1, table.elementCount / max(1, scales.count)), outputType: output.type, indices: indices)
  }
}

/// EMBEDDING_LOOKUP in a quantized table, whose rows become real values.
struct QuantizedEmbeddingLookup: ThrowingOperator {
  let outputShape: [Int]
  let rowCount: Int
  let rowLength: Int
  /// That of the table. The bytes of uint8 are taken as signed ones, as TFLite's kernel does.
  let type: TensorType
  let scales: [Float]
  /// How many elements of the table, one after the other, share a scale.
  let elementsPerScale: Int
  let outputType: TensorType
  let indices: IndexTensor

  var outputShapes: [[Int]] { [outputShape] }

  func run(_ call: OperatorCall) throws {
    switch outputType {
    case .float16: try runReference(call, as: HalfBits.self)
    default: try runReference(call, as: Float.self)
    }
  }
}
