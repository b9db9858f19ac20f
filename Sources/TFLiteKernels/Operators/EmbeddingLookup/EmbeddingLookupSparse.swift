import TFLiteSchema

/// EMBEDDING_LOOKUP_SPARSE into a known shape.
struct EmbeddingLookupSparse: ThrowingOperator {
  let outputShape: [Int]
  let combiner: CombinerType
  let lookupCount: Int
  let rowCount: Int
  let rowLength: Int
  /// The dimensions of the output before those of a row.
  let targetSizes: [Int]
  let rows: IndexTensor
  let targets: IndexTensor

  var outputShapes: [[Int]] { [outputShape] }

  func run(_ call: OperatorCall) throws { try runReference(call) }
}

/// EMBEDDING_LOOKUP_SPARSE: rows of a table, times weights, are added up where a sparse tensor has their numbers.
///
/// Inputs: the numbers [lookups], int32; their places in the sparse tensor [lookups, rank], int32; its shape [rank],
/// int32; the weights [lookups], float32; the table [rows, ...], float32. Output: the sparse tensor's shape without its
/// last dimension, then the table's without its first, float32. Sums of rows that follow each other are divided by the
/// sum of their weights (`MEAN`) or the root of the sum of their squares (`SQRTN`). A number or a place outside is an
/// error when the model runs.
///
/// TFLite checks only whether the row that a place leads to exists; here every index must be within its dimension.
///
/// Source: `tflite/kernels/embedding_lookup_sparse.cc`.
enum EmbeddingLookupSparseOperator: OperatorDefinition {
  static let activation = 4
  static let kernels: [KernelDeclaration] = [.plain(.float32)]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    try context.requireOperands(inputs: 5...5)
    let (numbers, places, shapeTensor) = (try context.input(0), try context.input(1), try context.input(2))
    let (weights, table) = (try context.input(3), try context.input(4))
    for tensor in [numbers, places] { try context.require(tensor, type: .int32) }
    for tensor in [weights, table, context.output(0)] { try context.require(tensor, type: .float32) }
    try context.require(numbers, rank: 1...1)
    try context.require(places, rank: 2...2)
    try context.require(places, shape: [numbers.shape[0], places.shape[1]])
    try context.require(weights, shape: numbers.shape)
    try context.require(table, rank: 2...Int(Int32.max))
    try context.require(shapeTensor, shape: [max(1, places.shape[1])])
    let sizes = try context.integers(shapeTensor, types: [.int32]).dropLast()
    guard sizes.allSatisfy({ $0 >= 0 }) else {
      throw KernelError.value(
        context.identity, shapeTensor.identity, "holds \(Array(sizes).abbreviated), expected sizes of 0 or more")
    }
    let row = table.shape.dropFirst()
    return EmbeddingLookupSparse(
      outputShape: Array(sizes + row),
      combiner: try context.optionsOrDefaults(EmbeddingLookupSparseOptions.self).combiner,
      lookupCount: numbers.shape[0], rowCount: table.shape[0], rowLength: row.wrappingProduct,
      targetSizes: Array(sizes), rows: try IndexTensor(context, position: 0),
      targets: try IndexTensor(context, position: 1))
  }
}
