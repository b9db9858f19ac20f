import TFLiteSchema

/// SPARSE_TO_DENSE into a known shape.
struct SparseToDense: ThrowingOperator {
  let outputShape: [Int]
  let elementSize: Int
  /// How many places are named.
  let count: Int
  /// Whether one value goes to all of them.
  let hasOneValue: Bool
  let indices: IndexTensor

  var outputShapes: [[Int]] { [outputShape] }
  var path: KernelPath { .copy }

  func run(_ call: OperatorCall) throws { try runReference(call) }
}

/// SPARSE_TO_DENSE: a tensor of one value but for some places, which get values of their own.
///
/// Inputs: the places [places, rank], or [places] or one alone where the rank is 1, int32 or int64; the output's shape
/// [rank], int32 or int64, of at most 4 dimensions; the values [places], or one for all; the value elsewhere, one
/// element of that type. Output: of that shape and type. A place outside is an error when the model runs; of values for
/// one place the last one stays.
///
/// Source: `tflite/kernels/sparse_to_dense.cc`; `tflite/kernels/internal/reference/reference_ops.h`, SparseToDense.
enum SparseToDenseOperator: OperatorDefinition {
  static let activation = 2
  static let kernels: [KernelDeclaration] = [.copy(.float32, .int32, .int64, .int8, .uint8)]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    try context.requireOperands(inputs: 4...4)
    let (places, shapeTensor, values, filling) = (
      try context.input(0), try context.input(1), try context.input(2), try context.input(3)
    )
    try context.requireActivationType(of: Self.self)
    try context.require(context.output(0), sameTypeAs: values)
    try context.require(filling, sameTypeAs: values)
    try context.requireOneElement(filling)
    try context.require(places, type: .int32, .int64)
    try context.require(places, rank: 0...2)
    try context.require(values, rank: 0...1)
    try context.require(shapeTensor, rank: 1...1)
    let shape = try context.integers(shapeTensor)
    guard shape.count <= 4, shape.allSatisfy({ $0 >= 0 }) else {
      throw KernelError.value(
        context.identity, shapeTensor.identity, "holds \(shape.abbreviated), expected at most 4 dimensions of 0 or more"
      )
    }
    guard shape.count == (places.rank == 2 ? places.shape[1] : 1) else {
      throw KernelError.shape(
        context.identity, places.identity, found: places.shape,
        expected: "an index for each of the \(shape.count) dimensions of \(shape)")
    }
    let count = places.rank == 2 ? places.shape[0] : places.elementCount
    if values.rank > 0 { try context.require(values, shape: [count]) }
    return SparseToDense(
      outputShape: shape, elementSize: try context.elementSize(of: values), count: count,
      hasOneValue: values.rank == 0, indices: try IndexTensor(context, position: 0))
  }
}
